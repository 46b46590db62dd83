create index businesses_live on businesses (business_id) where environment = 'live' and state <> 'closed';
comment on index businesses_live is
  'Whether there is any: while there is one, no webhook leads to this machine.';
