alter table kept_answers add column token uuid;
comment on column kept_answers.token is
  'Fencing token: whoever takes the lease writes another one, and an earlier holder changes nothing any more.';
