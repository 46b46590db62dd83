create table users (
  business_id bigint not null,
  id bigint not null,
  email varchar(254) not null,
  name varchar(100) not null,
  role varchar(30) not null,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  disabled_at timestamptz,
  primary key (business_id, id)
);
create unique index users_email on users (business_id, email);
alter table users add constraint users_state check (state in ('invited', 'active', 'disabled'));
alter table users add constraint users_disabled check ((disabled_at is not null) = (state = 'disabled'));
comment on table users is 'People who work for a business. How they sign in is not stored here.';
comment on column users.email is 'In lower case: they sign in with it.';
comment on column users.role is 'A bundle of rights (src/parties/users/roles.ts).';
comment on column users.state is 'invited: has not signed in yet. disabled: may not sign in.';

create index api_keys_of_business on api_keys (business_id, id);
