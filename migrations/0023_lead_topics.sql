alter table lead_forms add column topics text[] not null default '{}';
comment on column lead_forms.topics is
  'What a form asks of people beside name, address and its questions: spouse, occupation, birth_date, gender.';
