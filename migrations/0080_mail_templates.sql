create table mail_templates (
  business_id bigint not null,
  id bigint not null,
  kind varchar(50) not null,
  language text not null,
  subject varchar(150),
  opening varchar(1000),
  closing varchar(1000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (business_id, id)
);
create unique index mail_templates_kind on mail_templates (business_id, kind, language);
alter table mail_templates
  add constraint mail_templates_language check (language in ('en', 'es', 'fr')),
  add constraint mail_templates_says_something check (num_nonnulls(subject, opening, closing) > 0);
comment on table mail_templates is
  'Own words of a business in the mails to its payers, for a kind of mail and a language. Without a row the usual words stand.';
comment on column mail_templates.kind is
  'The kind of the event that the mail tells of.';
comment on column mail_templates.subject is
  'With placeholders such as {firstName}, which are filled in when a mail is written. Null: the usual words.';
comment on column mail_templates.opening is
  'What the mail begins with, in lines. Null: the usual words.';
comment on column mail_templates.closing is
  'What it ends with, above the small print. Null: nothing.';
