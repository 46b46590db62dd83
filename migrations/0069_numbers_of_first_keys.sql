-- The first key of an installation, and keys of early versions, had no number of their own.
insert into business_ids as b (business_id, next)
  select business_id, 1 + count(*) from api_keys where id = 0 group by business_id
  on conflict (business_id) do update set next = b.next + excluded.next - 1;
-- What comes from such a key names it by the number that it had.
update api_keys k
  set id = b.next - u.n, origins = coalesce(k.origins, 'key:' || k.business_id || '/0')
  from (select key_hash, business_id,
      row_number() over (partition by business_id order by created_at desc, key_hash) as n
    from api_keys where id = 0) u
  join business_ids b on b.business_id = u.business_id
  where k.key_hash = u.key_hash and k.business_id = u.business_id;
