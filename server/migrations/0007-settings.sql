-- What the counter asks and how numbers are written, tenant by tenant.
alter table company_settings
  add column language text not null default 'en' check (language in ('en', 'bn')),
  add column phone_country text,
  add column decimal_separator text not null default '.' check (decimal_separator in ('.', ',')),
  add column require_confirm_above numeric(18, 3),
  add column require_otp boolean not null default false;
