create table card_testing_suspects (
  name text not null,
  business_id bigint not null,
  kind text not null,
  object_id bigint not null,
  watched json not null,
  raised_until timestamptz not null,
  changed_at timestamptz not null
);
alter table card_testing_suspects add constraint card_testing_suspects_pkey primary key (name);
alter table card_testing_suspects
  add constraint card_testing_suspects_kind check (kind in ('caller', 'link', 'network', 'pages'));
comment on table card_testing_suspects is
  'Callers, pay links and networks of whom a card was refused lately: what was tried, and what follows. Ordinary payments write nothing here.';
comment on column card_testing_suspects.name is
  'Such as caller:100002, link:100002/17, network:203.0.113.0/24 and pages:100002.';
comment on column card_testing_suspects.business_id is
  '0 for a network, which tries cards at any business.';
comment on column card_testing_suspects.object_id is
  'The business, the link, or the number of the network.';
comment on column card_testing_suspects.watched is
  'Scores, parts of fingerprints, dates that were tried, and the levels that follow. No card number and no security code.';
comment on column card_testing_suspects.raised_until is
  'Until when tries are slowed, must be proved or are refused; not after the last change if nothing follows.';

create table spent_proofs (
  drawn bytea not null,
  expires_at timestamptz not null
);
alter table spent_proofs add constraint spent_proofs_pkey primary key (drawn);
comment on table spent_proofs is
  'Challenges of pay pages that were answered: each is good for one try. Only browsers under suspicion get one.';

alter table open_questions drop constraint open_questions_object_kind_check;
alter table open_questions add constraint open_questions_object_kind_check
  check (object_kind in (
    'payment', 'followup', 'batch', 'ach_entry', 'ach_file', 'dispute', 'business', 'pay_link', 'network'
  ))
  not valid;
alter table open_questions validate constraint open_questions_object_kind_check;
