/** Copies of a scenario: each as a business of its own, or within the first of those, which so becomes a large one. */
export type Place = 'apart' | 'within';

export type Column = { readonly name: string; readonly type: string };

/** By how far the ids of copy `k` lie from those of the scenario, where they share a business. */
export type Stride = bigint;

/** Copies `$1` to `$2` of all rows of a table that the business `$3` has. */
export function copyOf(
  table: string,
  columns: readonly Column[],
  place: Place,
  stride: Stride,
): string {
  const shift = place === 'within' ? `k * ${stride}` : '0';
  const business = `t.business_id + ${place === 'apart' ? 'k' : '1'}`;
  const values = columns.map((column) => copiedValue(table, column, { shift, business }));
  return `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
    select ${values.join(', ')} from ${table} t cross join generate_series($1::bigint, $2::bigint) k
    where t.business_id = $3::bigint`;
}

type How = { readonly shift: string; readonly business: string };

/** What names something in a business is another name in every copy; everything else stays. */
function copiedValue(table: string, { name, type }: Column, { shift, business }: How): string {
  const column = `t.${name}`;
  if (name === 'business_id') return business;
  if (table === 'subscriptions' && name === 'request_fingerprint')
    return `${column} || int8send(k)`;
  if (name === 'submission') return `${column} || int8send(k)`;
  if (type === 'uuid') return `(lpad(to_hex(k), 8, '0') || substr(${column}::text, 9))::uuid`;
  if (type === 'int8' && (name === 'id' || name.endsWith('_id'))) return `${column} + ${shift}`;
  if (type === '_int8' && name === 'payment_ids') {
    return `array(select one + ${shift} from unnest(${column}) one)`;
  }
  switch (`${table}.${name}`) {
    case 'followups.reference':
      return `base36(${business}) || '-' || base36(t.payment_id + ${shift}) || '-' || t.n`;
    case 'batches.reference':
      return `base36(${business}) || '-b' || base36(t.id + ${shift})`;
    case 'sandbox_inbox.reference':
    case 'ach_files.name':
    case 'kept_keys.key':
      return `${column} || '/' || k`;
    case 'businesses.username':
    case 'usernames.username':
      return `(${business})::text`;
    case 'customers.email':
      return `k || '.' || ${column}`;
    case 'conversations.phone':
      return `lpad(((${column}::bigint + k) % 10000000000)::text, 10, '0')`;
    case 'jobs.key':
      return `case when ${column} ~ '^[0-9]+$' then (${column}::bigint + ${shift})::text else ${column} end`;
    case 'invoices.details':
      return withId(column, `{period,subscriptionId}`, shift);
    case 'events.data':
      return withId(withId(column, '{followUpId}', shift), '{subscriptionId}', shift);
  }
  switch (name) {
    case 'order_number':
      return `case when ${column} like 'SUB-%'
        then format('SUB-%s-%s', split_part(${column}, '-', 2)::bigint + ${shift}, split_part(${column}, '-', 3))
        else ${column} || '/' || k end`;
    case 'idempotency_key':
    case 'external_id':
    case 'carrier_id':
      return `${column} || '/' || k`;
    case 'token':
    case 'number_owner':
      return `case when ${column} like 'payment:%' then 'payment:' || (substr(${column}, 9)::bigint + ${shift})
        when ${column} ~ ':|^application$' then ${column}
        else overlay(${column} placing lpad(k::text, 8, '0') from length(${column}) - 7) end`;
  }
  return column;
}

/** The same as `copiedValue` says of a token and the owner of a number, for what is sealed by the vault. */
export function ownerOf(owner: string, n: number, shift: bigint): string {
  if (owner.startsWith('payment:')) return `payment:${BigInt(owner.slice(8)) + shift}`;
  if (/:|^application$/.test(owner)) return owner;
  return `${owner.slice(0, -8)}${String(n).padStart(8, '0')}`;
}

function withId(json: string, path: string, shift: string): string {
  return `case when ${json} #>> '${path}' is null then ${json} else jsonb_set(${json}::jsonb, '${path}',
    to_jsonb(((${json} #>> '${path}')::bigint + ${shift})::text))::json end`;
}

export const base36 = `create function base36(n bigint) returns text language sql immutable as $$
  with recursive digits(rest, text) as (
    select n, ''
    union all
    select rest / 36, substr('0123456789abcdefghijklmnopqrstuvwxyz', (rest % 36)::integer + 1, 1) || text
    from digits where rest > 0
  )
  select text from digits where rest = 0
$$`;
