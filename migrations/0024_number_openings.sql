create table number_openings (
  business_id bigint not null,
  opened_on date not null,
  token text not null,
  openings bigint not null check (openings > 0),
  primary key (business_id, opened_on, token)
) with (fillfactor=80);
comment on table number_openings is
  'How often the number behind a token was opened to be charged, counted for each day before it is used. Every other opening of a stored number is a row of audit_trail.';
comment on column number_openings.opened_on is
  'By UTC, on the clock of the business.';
comment on column number_openings.openings is
  'Charges of it, and requests that were answered with an earlier payment or refused after the number was opened.';
