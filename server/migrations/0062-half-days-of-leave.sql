-- Leave of half a day: before noon or after, so that both halves of one day are two leaves that don't overlap.
alter table leaves add column day_part text not null default 'WHOLE';
alter table leaves
  alter column day_part drop default,
  add constraint leaves_day_part check (day_part in ('WHOLE', 'FIRST_HALF', 'SECOND_HALF')),
  add constraint leaves_half_day check (day_part = 'WHOLE' or start_date = end_date),
  drop constraint leaves_overlap,
  -- Nobody is on leave twice at one time; a day is two times.
  add constraint leaves_overlap exclude using gist (tenant_id with =, employee with =, int4range(
    2 * (start_date - date '2000-01-01') + case day_part when 'SECOND_HALF' then 1 else 0 end,
    2 * (end_date - date '2000-01-01') + case day_part when 'FIRST_HALF' then 1 else 2 end) with &&)
    where (status = 'APPROVED');
select make_countable('leaves');
