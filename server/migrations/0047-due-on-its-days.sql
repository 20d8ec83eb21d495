-- How what is due of a bill moved by one act, of which a part may count on later days (the bill's own, where the money came
-- before it): entries of its `moves`. As due_move, it depends on nothing but what it is given.
create function due_moves(day date, due numeric, left_of_total numeric, taken_over jsonb, later jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  due_then numeric := 0;
begin
  if later is not null then
    select sum((move->>'due')::numeric) into due_then from jsonb_array_elements(later) as moves (move);
    if due = due_then and left_of_total = 0 and taken_over is null then return later; end if;
  end if;
  return jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
    'day', day, 'due', due - due_then, 'left', left_of_total, 'from', taken_over))) || coalesce(later, '[]');
end $$;
