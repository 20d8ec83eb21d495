-- What came to each holder of cash and what went, by method: what was held on a day is that, less what moved since. It is
-- summed up anew.
drop table cash_held;
create table cash_held (
  tenant_id uuid not null,
  holder text not null,
  method text not null,
  debit numeric not null,
  credit numeric not null,
  primary key (tenant_id, holder, method)
);
select secure_tenant_table('cash_held');
delete from sums_kept where sums = 'cash';
