-- Which incarnation of the database this is (server/kernel/incarnation.ts): renewed when it was set back or moved.
create table cluster_state (
  only_one boolean primary key default true check (only_one),
  system text not null,
  incarnation text not null,
  reason text not null,
  highest_xid xid8 not null,
  renewed_at timestamptz not null default now()
);
grant select on cluster_state to lastmile_app, lastmile_platform;
