-- What is asked each minute, of every company: when the next customer's access ends, and whether a backup or a restore waits. With
-- these that is one entry each. By the days of expiry alone all who ended long ago were gone through, and each backup there is.
create index customers_ending on customers (tenant_id, (greatest(expiry_date, grace_period_until)))
  where status = 'ACTIVE' and expiry_date is not null;
create index on database_backups (created_at) where status in ('QUEUED', 'RUNNING');
create index on tenant_restores (created_at) where status in ('QUEUED', 'RUNNING');
