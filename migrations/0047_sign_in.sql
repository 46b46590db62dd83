create table people (
  id uuid primary key,
  email varchar(254) not null,
  home_id bigint not null,
  salt bytea,
  password_hash bytea,
  second_factor boolean not null,
  last_code_step bigint not null,
  recovery_hashes text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table people add constraint people_password check ((salt is null) = (password_hash is null));
comment on table people is
  'Who signs in to the portal. One person may be a user of several businesses; what signs it in is here and once.';
comment on column people.id is 'Derived from the mail address: one address is one person.';
comment on column people.email is 'In lower case.';
comment on column people.home_id is 'The business under whose key the seed of its codes is sealed.';
comment on column people.password_hash is 'Argon2id. Null: signed in by a link and chose no password yet.';
comment on column people.second_factor is 'True once a code of its app was confirmed.';
comment on column people.last_code_step is 'The time step of the last code: no code is good twice.';
comment on column people.recovery_hashes is 'SHA-256 of the recovery codes that are left, with blanks between them; each code has 80 random bits.';

create table memberships (
  person_id uuid not null,
  business_id bigint not null,
  user_id bigint not null,
  primary key (person_id, business_id)
);
comment on table memberships is 'Which user of which business a person is. The role, and whether it holds, is that of the user.';

create table sessions (
  token_hash bytea primary key,
  id uuid not null,
  person_id uuid not null,
  stage text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  proved_at timestamptz not null,
  address varchar(64) not null,
  browser varchar(200) not null,
  ended_at timestamptz
);
create index sessions_of_person on sessions (person_id, created_at);
create index sessions_old on sessions (created_at);
alter table sessions add constraint sessions_stage check (stage in ('password', 'whole'));
comment on table sessions is 'Signed-in browsers. Only the hash of the token is stored; it has 256 random bits.';
comment on column sessions.stage is 'password: the second factor is still missing. whole: signed in.';
comment on column sessions.seen_at is 'The last request, to the minute. The session ends 15 minutes after it.';
comment on column sessions.proved_at is 'When the person last proved who it is: money leaves only shortly after that.';

create table sign_in_links (
  token_hash bytea primary key,
  id uuid not null,
  kind text not null,
  email varchar(254) not null,
  business_id bigint not null,
  user_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_links_old on sign_in_links (expires_at);
alter table sign_in_links add constraint sign_in_links_kind check (kind in ('invitation', 'reset', 'login'));
comment on table sign_in_links is 'Links that sign in once: an invitation, a new password, the first start.';
comment on column sign_in_links.user_id is 'The user that an invitation or login is for. Null: a new password of the person.';
