-- A kept answer is kept as its text: jsonb would give its members back in another order than they were first answered in.
alter table idempotency_keys alter column response_data type json using response_data::json;
