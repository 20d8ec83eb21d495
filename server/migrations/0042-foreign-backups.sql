-- A restore of a file that no key of this server signed is somebody's decision, with a reason.
alter table tenant_restores add column accept_foreign boolean not null default false, add column reason text;
