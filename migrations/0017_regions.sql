-- Wider only: the rows are not rewritten.
alter table customers alter column state_code type varchar(30);
comment on column customers.state_code is
  'A 2-letter code where the country is the US or Canada; free text elsewhere.';
