alter table sessions add column kind text not null default 'browser';
alter table sessions add constraint sessions_kind check (kind in ('browser', 'command_line'));
comment on table sessions is
  'Where people are signed in. Only the hash of the token is stored; it has 256 random bits.';
comment on column sessions.kind is
  'A token of one kind opens nothing of the other.';

create table sign_in_guesses (
  name text not null,
  free_at timestamptz not null,
  primary key (name)
);
create index sign_in_guesses_old on sign_in_guesses (free_at);
comment on table sign_in_guesses is
  'Limits wrong passwords and codes at the command line, where each guess is a process of its own.';
comment on column sign_in_guesses.name is
  'What is counted: the guesses at one person, at links, or all of them.';
comment on column sign_in_guesses.free_at is
  'When all guesses are forgotten. Each wrong one moves it on; a guess that would move it too far is refused.';
