-- What a line to a company's mail server or gateway met is told by its kind. What the other side said was kept until now.

alter table mails drop constraint mails_reason_check;
alter table mails add constraint mails_reason_check check (reason in ('NO_SERVER', 'ADDRESS_NOT_ALLOWED',
  'CONNECTION_REFUSED', 'UNREACHABLE', 'SILENT', 'ENCRYPTION', 'NOT_THE_PROTOCOL', 'SIGN_IN', 'SENDER', 'RECIPIENT',
  'MESSAGE', 'BROKEN_OFF', 'TOO_LATE'));
update mails set last_error = coalesce(reason, 'UNREACHABLE') where last_error is not null;

alter table call_logs add column error text check (error in ('ADDRESS_NOT_ALLOWED', 'CONNECTION_REFUSED', 'UNREACHABLE',
  'SILENT', 'ENCRYPTION', 'NOT_THE_PROTOCOL', 'DECLINED', 'GATEWAY_TROUBLE'));
