alter table people
  add column has_passkey boolean not null default false,
  add column mail_proved boolean not null default true;
comment on column people.has_passkey is 'True while a row of passkeys is this person''s.';
comment on column people.mail_proved is
  'False while nothing but a link that its inviter saw says that the mail address is this person''s.';

create table passkeys (
  person_id uuid not null,
  credential_id bytea not null,
  id uuid not null,
  name varchar(100) not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports varchar(100) not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (person_id, credential_id)
);
comment on table passkeys is 'Public keys that people sign in with in the place of password and code (WebAuthn).';
comment on column passkeys.credential_id is 'What the authenticator calls it.';
comment on column passkeys.public_key is 'In the form of COSE.';
comment on column passkeys.sign_count is 'The last count of the authenticator, which never goes back; 0 where it does not count.';
comment on column passkeys.transports is 'How the authenticator is reached, for the browser, with blanks between the words.';

create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null,
  session_id uuid,
  expires_at timestamptz not null
);
create index passkey_challenges_old on passkey_challenges (expires_at);
alter table passkey_challenges
  add constraint passkey_challenges_purpose check (purpose in ('register', 'sign_in', 'prove')),
  add constraint passkey_challenges_session check ((session_id is null) = (purpose = 'sign_in'));
comment on table passkey_challenges is 'What an authenticator is asked to sign. A row is taken away by the first answer.';
comment on column passkey_challenges.session_id is 'The session that may answer. Null: nobody is signed in yet.';

alter table sign_in_links add column shown_to text;
comment on column sign_in_links.shown_to is
  'Keys and people (business/key) that saw the link of an invitation, with blanks between them. Null: it was mailed, or printed at the machine.';

alter table users
  add column invited_at timestamptz,
  add column origins text;
update users set invited_at = updated_at where state = 'invited';
comment on column users.invited_at is 'When the last invitation was made. It is good for seven days.';
comment on column users.origins is
  'Keys and people that saw the link by which this user joined, with blanks between them: with them it is one person where two must decide.';
