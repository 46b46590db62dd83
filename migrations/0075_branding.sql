create table business_brandings (
  business_id bigint primary key,
  accent_color varchar(7),
  logo bytea,
  logo_name varchar(32),
  logo_type text,
  logo_width smallint,
  logo_height smallint,
  updated_at timestamptz not null
);
alter table business_brandings
  add constraint business_brandings_accent_color check (accent_color ~ '^#[0-9a-f]{6}$'),
  add constraint business_brandings_logo check (num_nulls(logo, logo_name, logo_type, logo_width, logo_height) in (0, 5)),
  add constraint business_brandings_logo_type check (logo_type in ('image/png', 'image/jpeg')),
  add constraint business_brandings_logo_size check (octet_length(logo) <= 300000);
comment on table business_brandings is
  'The logo and the colour of a business on pages, mails and PDFs for its payers. A business without a row has neither.';
comment on column business_brandings.accent_color is 'As it was chosen; what is shown of it holds its contrast.';
comment on column business_brandings.logo is
  'Written anew from what was sent, without metadata.';
comment on column business_brandings.logo_name is
  'The first half of the SHA-256 of its bytes, in hexadecimal: its address has it, so that a browser may keep it for ever.';
