-- Companies of before have what their keys are made of from now on, so that a copy of this database has it as well.
insert into sync_keys (tenant_id, root)
select id, sha256(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')) from tenants;
alter table sync_keys add foreign key (tenant_id) references tenants (id);
