-- Routers told apart and compared every night, jobs that somebody waits for, agents' tokens bound to a site.

alter table routers
  -- Login of RouterOS before 6.43 (MD5 challenge).
  add legacy_login boolean not null default false,
  -- When the router was compared with the customers last, and how many of its rows differed.
  add compared_at timestamptz,
  add differences int,
  -- The tenant's day on which the nightly comparison was asked for last.
  add compare_asked_on date,
  -- The agent that looks at it; others leave it alone until then.
  add watched_by uuid,
  add watched_until timestamptz;
drop trigger stamp_change on routers;
create trigger stamp_change before update of name, vendor, host, api_port, use_tls, tls_fingerprint, legacy_login, username,
  password_encrypted, site, is_active, status, last_seen_at, identity, ros_version, board_name, uptime_seconds, cpu_load,
  last_error, compared_at, differences on routers for each row execute function stamp_change();
-- Two records of one router would be two writers.
create unique index routers_tenant_id_host_key on routers (tenant_id, lower(host), api_port);

alter table network_sync_jobs
  -- Names what the job would write; a confirmation repeats it.
  add plan_id text,
  -- Somebody waits for it, so it goes before what is merely queued.
  add urgent boolean not null default false;

-- The name under which the router held the customer last: after a rename he is found by it.
alter table router_users add username text;

-- Only devices of this site are shown to the token's agent; null: all.
alter table api_tokens add site text;
drop trigger stamp_change on api_tokens;
create trigger stamp_change before update of name, role, site, is_active on api_tokens
  for each row execute function stamp_change();

-- RouterOS's own profiles carry everybody who was made by hand: no package may rewrite them.
alter table packages add check (router_profile not in ('default', 'default-encryption'));
