alter table payment_watches add column seen_at timestamptz;
comment on column payment_watches.seen_at is
  'When the processor last showed it, whatever it said: what was there is never taken for absent.';
alter table payment_watches add column replay_refused_at timestamptz;
comment on column payment_watches.replay_refused_at is
  'When the processor said, in answer to a request, that it has it: as a repetition, or for a review.';
alter table followups add column seen_at timestamptz;
comment on column followups.seen_at is
  'When the processor last showed it, whatever it said: what was there is never taken for absent.';
alter table followups add column replay_refused_at timestamptz;
comment on column followups.replay_refused_at is
  'When the processor said, in answer to a request, that it has it: as a repetition, or for a review.';
