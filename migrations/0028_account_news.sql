create table account_news (
  business_id bigint not null,
  id bigint not null,
  application_id bigint,
  created_at timestamptz not null,
  digest_id uuid,
  told_at timestamptz,
  primary key (business_id, id)
);
comment on table account_news is
  'What the account team of the operator is to hear of, by a digest: applications that were handed in, and businesses that somebody referred.';
comment on column account_news.application_id is 'Null: a business that was made without one.';
comment on column account_news.digest_id is
  'The mail that tells it; its Message-ID is made of this, so that it is the same on every try.';
create index account_news_untold on account_news (digest_id, created_at, business_id, id) where told_at is null;
