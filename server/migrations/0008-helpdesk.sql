-- Tickets, and the kinds of trouble that a company tells apart.

create table ticket_categories (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  category text not null check (category in ('NO_INTERNET', 'SLOW', 'BILLING', 'HARDWARE', 'RELOCATION', 'OTHER')),
  sla_hours int not null check (sla_hours between 1 and 8760),
  is_active boolean not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select secure_resource('ticket_categories');
