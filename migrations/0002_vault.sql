create table vault_roots (
  version integer not null,
  state text not null check (state in ('active', 'retiring', 'retired')),
  wrapped bytea not null,
  kek_id text not null check (length(kek_id) between 1 and 2048),
  rotation integer not null,
  created_at timestamptz not null,
  primary key (version)
);

comment on table vault_roots is 'The keys that wrap all other keys of the vault. Reference table: a handful of rows. A row is never deleted, since a backup may need it.';

comment on column vault_roots.state is 'active: wraps every new key. retiring: a rotation is moving its keys to the active root. retired: nothing is wrapped by it any more.';

comment on column vault_roots.wrapped is 'The root key under the key-encryption key: nonce, ciphertext, tag.';

comment on column vault_roots.kek_id is 'Name of the key-encryption key, which is kept outside the database.';

comment on column vault_roots.rotation is 'Number of the root rotation that made it; 0: the first start.';

create unique index vault_roots_one_active on vault_roots (state) where state = 'active';

create table vault_named_keys (
  name text not null check (name in ('fingerprint', 'pepper', 'shuffle')),
  version integer not null check (version between 1 and 255),
  state text not null check (state in ('active', 'retired')),
  wrapped bytea not null,
  root_version integer not null,
  rotation integer not null,
  active_from timestamptz not null,
  created_at timestamptz not null,
  primary key (name, version)
);

comment on table vault_named_keys is 'Keys for keyed hashes that hold over all businesses: fingerprint (card and account numbers), pepper (API keys), shuffle (numbers that must not be guessed; has one version for ever). Reference table.';

comment on column vault_named_keys.version is 'The first byte of every fingerprint and API key hash made with it, hence at most 255.';

comment on column vault_named_keys.state is 'retired: stored values were made anew with a later version; kept to compare what could not be.';

comment on column vault_named_keys.active_from is 'New values are made with it from this moment on; it is announced some time before, so that every process knows it by then.';

comment on column vault_named_keys.rotation is 'Number of the rotation that made it; 0: the first start.';

create table vault_keys (
  business_id bigint not null,
  version integer not null check (version > 0),
  state text not null check (state in ('active', 'retiring', 'retired', 'destroyed')),
  wrapped bytea,
  root_version integer not null,
  rotation integer not null,
  created_at timestamptz not null,
  primary key (business_id, version),
  check ((wrapped is null) = (state = 'destroyed'))
);

comment on table vault_keys is 'The data keys of a business. Tenant table.';

comment on column vault_keys.state is 'active: seals new records. retiring: its records are being sealed anew under the active version. retired: no record is left under it, but a late one would still open. destroyed: shredded, together with everything sealed under it.';

comment on column vault_keys.wrapped is 'The data key under the root key: nonce, ciphertext, tag. Null once destroyed.';

comment on column vault_keys.root_version is 'The root that wraps it; 0 where there never was a key to wrap.';

comment on column vault_keys.rotation is 'Number of the data key rotation that made it; 0: first use. A business is done when its active key carries the number of the running rotation.';

create unique index vault_keys_one_active on vault_keys (business_id) where state = 'active';

create table vault_records (
  business_id bigint not null,
  owner text not null check (length(owner) between 1 and 200),
  field text not null check (length(field) between 1 and 50),
  key_version integer not null,
  sealed bytea not null check (octet_length(sealed) >= 28),
  primary key (business_id, owner, field)
);

comment on table vault_records is 'Card numbers, account numbers and other secrets, each sealed under the data key of its business. Tenant table.';

comment on column vault_records.owner is 'What the secret belongs to: a token, or kind:id as in payment:123.';

comment on column vault_records.field is 'Which secret of the owner: card_number, account_number and so on.';

comment on column vault_records.sealed is 'AES-256-GCM: nonce (12 bytes), ciphertext, tag (16 bytes). Business, owner, field and key version are authenticated with it, so a moved row does not open.';

create table vault_rotations (
  which text not null check (which in ('kek', 'root', 'data', 'fingerprint', 'pepper')),
  number integer not null check (number > 0),
  target text,
  moved bigint not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (which, number)
);

comment on table vault_rotations is 'Rotations of keys, past and running. An interrupted one is continued by the next call. Reference table.';

comment on column vault_rotations.target is 'For kek: the key-encryption key that the roots are to be wrapped under; null until it is chosen.';

comment on column vault_rotations.moved is 'Rows that were written anew so far; for people, may miss those of an interrupted batch.';

create unique index vault_rotations_one_running on vault_rotations (which) where finished_at is null;
