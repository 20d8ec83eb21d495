-- The keys (their ids) that seal anything in this database; null: nobody has looked yet.
alter table cluster_state add sealed_by text[];
grant update (sealed_by) on cluster_state to lastmile_platform;
