-- How what is due of a bill moved: an entry of its `moves`. As a function that depends on nothing but what it is given: a
-- cluster lets no other one reckon with the columns of a row that it changes.
create function due_move(day date, due numeric, left_of_total numeric, taken_over jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('day', day, 'due', due, 'left', left_of_total, 'from', taken_over));
end $$;
