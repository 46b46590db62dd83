create table text_templates (
  business_id bigint not null,
  id bigint not null,
  name varchar(100) not null,
  body varchar(1600) not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id)
);
create unique index text_templates_name on text_templates (business_id, lower(name));
comment on table text_templates is
  'Texts that the people of a business write again and again.';
comment on column text_templates.body is
  'With placeholders such as {firstName}, which are filled where the text is written, and [PBTLINK] for the address of a pay link.';
