alter table api_keys add column made_by text;
alter table api_keys add column origins text;
alter table external_keys add column made_by text;
alter table external_keys add column origins text;
comment on column api_keys.made_by is 'The key, person or account that made it; null: made before this was noted.';
comment on column api_keys.origins is
  'Keys (business/key) and people from whom it comes, with blanks between them; null: from nobody but itself. Two keys with a common origin are one person where two must decide.';
comment on column external_keys.made_by is 'As in api_keys.';
comment on column external_keys.origins is 'As in api_keys.';

alter table open_questions add column proposed_origins text;
comment on column open_questions.proposed_origins is
  'Origins of who proposed, as in api_keys; null: somebody at the command line. Who confirms has none of them.';
