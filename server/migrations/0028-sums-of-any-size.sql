-- What is added up over a company's records has no bound of its own: one amount's column would refuse to close a month.
alter table closings alter column amount type numeric;
alter table month_end_steps alter column amount type numeric;
