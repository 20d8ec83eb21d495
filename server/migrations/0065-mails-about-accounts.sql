-- Whoever holds an account is told of changes to what they sign in with.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('TEST', 'REPORT', 'REMINDER', 'BILL', 'ACCOUNT'));
