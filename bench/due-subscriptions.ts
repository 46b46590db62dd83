import { randomBytes } from 'node:crypto';
import { Secret } from '../src/kernel/secret.ts';
import { numberField } from '../src/payments/tokens/token.ts';
import { keyProvider } from '../src/ports/vault/key-provider.ts';
import { openVault, recordColumns } from '../src/ports/vault/vault.ts';
import { bytea, int8, text } from '../src/runtime/column.ts';
import type { Database } from '../src/runtime/sql.ts';
import { rowSet } from '../src/runtime/table.ts';
import { keysFile } from './service.ts';

const businessId = 100_001n;
const perStatement = 5000;
const firstId = 1_000_000n;

/** A month ago: the period that begins next is the second one, and the one after it a month away. */
const startsOn = Temporal.Now.plainDateISO().subtract({ months: 1 }).toString();

const rows = rowSet({
  id: int8,
  token: text,
  last4: text,
  first6: text,
  fingerprint: bytea,
  // Of the call that would have made it; all are another one.
  request: bytea,
  ...recordColumns,
});

/**
 * Stores so many customers, each with a card and an active subscription, as the service would have; none of them
 * is due. Everybody has a card of their own, sealed by the vault of the service.
 */
export async function storeSubscriptions(
  db: Database,
  folder: string,
  count: number,
): Promise<void> {
  const now = () => new Date();
  const provider = keyProvider({
    file: keysFile(folder),
    dataFolder: folder,
    live: false,
    randomBytes,
    now,
    say() {},
  });
  const vault = await openVault({ sql: db, provider, randomBytes, now });
  for (let from = 0; from < count; from += perStatement) {
    const all = [];
    for (let n = from; n < Math.min(from + perStatement, count); n += 1) {
      const number = cardNumber(n);
      const token = `card_${String(n).padStart(24, '0')}`;
      const record = { businessId, owner: token, field: numberField.card };
      all.push({
        id: firstId + BigInt(n),
        token,
        first6: number.slice(0, 6),
        last4: number.slice(-4),
        fingerprint: vault.fingerprint(new Secret(number)),
        request: randomBytes(17),
        ...(await vault.seal(record, new Secret(number))),
      });
    }
    await db.query(storing, [...rows.encode(all), startsOn]);
  }
  await db.query(
    `insert into business_ids (business_id, next) values ($1, $2)
     on conflict (business_id) do update set next = greatest(business_ids.next, $2)`,
    [businessId, firstId + BigInt(count) + 1n],
  );
  await db.query('vacuum (analyze) customers, tokens, vault_records, subscriptions');
  await db.query('checkpoint');
}

const storing = `with given as (select * from ${rows.sql}),
payers as (
  insert into customers (business_id, id, external_id, phone, email, first_name, last_name, address1, address2,
    city, state_code, postal_code, country_code, created_at)
  select business_id, id, 'member ' || id, '', '', 'Ada', 'Park',
    '1 Main Street', '', 'New York', 'NY', '10001', 'US', now()
  from given
),
cards as (
  insert into tokens (business_id, token, kind, state, customer_id, fingerprint, brand, first6, last4,
    expiry_month, expiry_year, holder, address, postal_code, created_at)
  select business_id, token, 'card', 'active', id, fingerprint, 'visa', first6, last4, 12, 2034, 'Ada Park',
    '1 Main Street', '10001', now()
  from given
),
sealed as (
  insert into vault_records (business_id, owner, field, key_version, sealed)
  select business_id, owner, field, key_version, sealed from given
)
insert into subscriptions (business_id, id, customer_id, token, plan_code, state, amount_cents, billing_interval,
  discount, tax_cents, starts_on, first_on, next_number, charged, due_at, request_fingerprint, created_at)
select business_id, id, id, token, 'gold', 'active', 1250, 'monthly', 0, 0, $${rows.nextParameter}::date,
  $${rows.nextParameter}::date, 1, 1, now() + interval '20 days', request, now()
from given`;

/** Lets so many of those that are not due begin their period now; returns when. */
export async function makeDue(db: Database, count: number): Promise<void> {
  await db.query(
    `update subscriptions set due_at = now() where (business_id, id) in (
       select business_id, id from subscriptions
       where business_id = $1 and next_number = 1 and due_at > now() order by id limit $2
     )`,
    [businessId, count],
  );
}

export type Progress = { readonly begun: number; readonly paid: number };

export async function progressOf(db: Database): Promise<Progress> {
  const [found] = await db.query<Progress>(
    `select count(*)::float8 as begun, count(*) filter (where state = 'paid')::float8 as paid
     from subscription_periods where business_id = $1`,
    [businessId],
  );
  return found!;
}

/** Whether somebody is still to be told of something. */
export async function isQuiet(db: Database): Promise<boolean> {
  const pending = await db.query(
    `select 1 from events where business_id = $1
       and (untold && '{webhook}' or untold && '{email,sms}' or untold && '{subscription}') limit 1`,
    [businessId],
  );
  return pending.length === 0;
}

/** A number of a card that approves, another one for each. */
function cardNumber(n: number): string {
  const digits = `42424${String(n).padStart(10, '0')}`;
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const doubled = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
