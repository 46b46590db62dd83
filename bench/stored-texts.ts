import type { Database } from '../src/runtime/sql.ts';

/*
 * What the staff of two businesses work with all day, beside the rows of `stored-lists.ts` and after them: customers who never
 * paid, conversations with their texts and notes, pay links with their invoices, subscriptions, mails, templates and users.
 * The second business has a tenth of the first.
 */
export type Sizes = {
  /** Payments, which are stored already, with a customer for every five of them. */
  readonly rows: number;
  /** Customers in all. */
  readonly customers: number;
  readonly texts: number;
};

const perStatement = 50_000;
const first = 1_000_000;

/** How many there are of each for so many texts, and the id of the first of each. */
export function partsOf({ rows, customers, texts }: Sizes) {
  const payers = Math.ceil(rows / 5);
  const start = first + rows * 4 + 4;
  const counts = {
    others: Math.max(0, customers - payers),
    users: 6,
    templates: 50,
    conversations: Math.ceil(texts * 0.06),
    texts,
    notes: Math.ceil(texts * 0.006),
    links: Math.ceil(texts / 25),
    invoices: Math.ceil(texts / 25),
    subscriptions: Math.ceil(texts * 0.02),
    debts: Math.ceil(texts * 0.02),
    mails: Math.ceil(texts * 0.2),
  };
  let next = start;
  const ids = {} as Record<keyof typeof counts, number>;
  for (const [name, count] of Object.entries(counts)) {
    ids[name as keyof typeof counts] = next;
    next += count;
  }
  return { payers, counts, ids, next };
}

type Parts = ReturnType<typeof partsOf>;

const names = `array['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara']`;
const hash = (n: string) => `(((${n}) * 7919 % 1000003) / 1000003.0)`;

/** The id and the phone of a customer by its number among all. */
function customer(parts: Parts, i: string) {
  const { payers, ids } = parts;
  return {
    id: `(case when ${i} < ${payers} then ${first} + (${i}) * 20 + 1 else ${ids.others} + (${i}) - ${payers} end)`,
    phone: `(case when ${i} < ${payers} then 3000000000 + (${i}) * 5 else 4000000000 + (${i}) - ${payers} end)::text`,
  };
}

/** Statements with the business as $1, each with the number of rows that `n` counts, from $2 to before $3. */
function statementsOf(parts: Parts, rows: number): readonly (readonly [number, string])[] {
  const { payers, counts, ids } = parts;
  const people = payers + counts.others;
  const of = (count: number) =>
    `generate_series($2::bigint, $3::bigint - 1) n, lateral (select date_trunc('milliseconds', now())
      - (${count} - n) * interval '2 years' / ${count} as at) t`;
  const spread = (n: string, count: number) => `((${n}) * ${people}::bigint / ${count})`;
  const ofConversation = customer(parts, spread('n', counts.conversations));
  const ofLink = customer(parts, spread('n', counts.links));
  const ofSubscription = customer(parts, spread('n', counts.subscriptions));
  // Most texts are of a time; a quarter goes to conversations that last, the first of which have thousands.
  const conversation = `${ids.conversations} + floor(case when n % 4 = 0 then power(${hash('n')}, 2)
    else 0.3 * ${hash('n')} + 0.7 * n / ${counts.texts} end * ${counts.conversations})::bigint`;
  const isIn = '(n % 25 > 0 and n * 31 % 10 < 4)';
  // Of three in five the payment is one of the stored ones.
  const isPaid = `(n % 5 < 3 and n * ${step(parts, rows)} < ${rows})`;
  const linkState = `case when n % 20 in (3, 8, 13) then 'revoked' when n % 20 = 4 or n % 20 = 18 then 'open' else 'expired' end`;
  const order = `case when ${isPaid} then 'order-' || n * ${step(parts, rows)} else 'link-' || n end`;
  const states = `(array['active', 'active', 'active', 'active', 'active', 'active', 'canceled', 'canceled', 'completed',
    'past_due', 'unpaid', 'paused', 'trialing', 'scheduled', 'incomplete', 'incomplete_expired', 'active', 'active', 'active',
    'active'])[1 + n * 7 % 20]`;
  const owes = `n * 7 % 20 in (9, 10)`;
  return [
    [
      counts.others,
      `insert into customers (business_id, id, external_id, phone, email, first_name, last_name, address1, address2, city,
         state_code, postal_code, country_code, created_at)
       select $1::bigint, ${ids.others} + n, 'guest ' || n, (4000000000 + n)::text, 'guest' || n || '@example.com',
         (${names})[1 + n % 5], 'Park' || n % 9973, '1 Main Street', '', 'New York', 'NY', '10001', 'US', at
       from ${of(counts.others)}`,
    ],
    [
      counts.users,
      `insert into users (business_id, id, email, name, role, state, created_at, updated_at)
       select $1::bigint, ${ids.users} + n, 'desk' || n || '@example.com', 'Desk ' || n, 'cashier', 'active', at, at
       from ${of(counts.users)}`,
    ],
    [
      counts.templates,
      `insert into text_templates (business_id, id, name, body, created_at, updated_at)
       select $1::bigint, ${ids.templates} + n, 'Template ' || n, 'Hello {firstName}, your table is ready. ' || n, at, at
       from ${of(counts.templates)}`,
    ],
    [
      counts.texts,
      `insert into messages (business_id, id, conversation_id, direction, kind, state, body, link_id, carrier, carrier_id,
         created_at, sent_at, finished_at, actor)
       select $1::bigint, ${ids.texts} + n, ${conversation}, case when ${isIn} then 'in' else 'out' end,
         case when n % 25 = 0 then 'pay_link' when ${isIn} then 'chat' else (array['chat', 'receipt', 'notice'])[1 + n % 3] end,
         case when ${isIn} then 'received' when n % 100 = 7 then 'failed' when n % 100 = 8 then 'undelivered' else 'delivered' end,
         'Thank you for your visit; we are glad to tell you that number ' || n || ' is ready for you now.',
         case when n % 25 = 0 then ${ids.links} + n / 25 end, 'simulator', 'sms_' || n, at, at, at,
         case when not ${isIn} then 'user ' || ${ids.users} + n % 6 end
       from ${of(counts.texts)}`,
    ],
    [
      counts.notes,
      `insert into conversation_notes (business_id, id, conversation_id, actor, body, created_at)
       select $1::bigint, ${ids.notes} + n, ${ids.conversations} + case when n % 10 = 0 then n % 50 else n * 10 end,
         'user ' || ${ids.users} + n % 6, 'Prefers to be called in the morning. ' || n, at
       from ${of(counts.notes)}`,
    ],
    [
      counts.links,
      `insert into invoices (business_id, id, customer_id, state, amount_cents, order_number, details, created_at)
       select $1::bigint, ${ids.invoices} + n, ${ofLink.id}, case ${linkState} when 'revoked' then 'void' else ${linkState} end,
         500 + n * 31 % 20000, 'link-' || n,
         json_build_object('lines', '[]'::json, 'billTo', json_build_object('firstName', 'Ada', 'lastName', 'Park',
           'address1', '1 Main Street', 'city', 'New York', 'stateCode', 'NY', 'postalCode', '10001'),
           'email', 'payer' || n || '@example.com', 'phone', (3000000000 + n)::text, 'description', 'Order ' || n,
           'bill', case when n % 10 < 9 then json_build_object('dueOn', to_char(at + interval '14 days', 'YYYY-MM-DD'))
             else '{}'::json end), at
       from ${of(counts.links)} where not ${isPaid}`,
    ],
    [
      counts.links,
      `insert into pay_links (business_id, id, invoice_id, customer_id, order_number, state, token_hash, request_fingerprint,
         message_id, created_at, opened_at)
       select $1::bigint, ${ids.links} + n,
         case when ${isPaid} then ${first} + n * ${step(parts, rows)} * 4 else ${ids.invoices} + n end,
         case when ${isPaid} then ${first} + (n * ${step(parts, rows)} - n * ${step(parts, rows)} % 5) * 4 + 1 else ${ofLink.id} end,
         ${order}, case when ${isPaid} then 'open' else ${linkState} end, sha256(($1::bigint || '-' || n)::bytea),
         decode(md5(n::text), 'hex'), ${ids.texts} + n * 25, at,
         case when n % 3 > 0 then at end
       from ${of(counts.links)}`,
    ],
    [
      counts.subscriptions,
      `insert into subscriptions (business_id, id, customer_id, token, plan_code, state, amount_cents, billing_interval, discount,
         tax_cents, starts_on, first_on, next_number, charged, due_at, request_fingerprint, created_at, ended_at)
       select $1::bigint, ${ids.subscriptions} + n, ${ofSubscription.id}, 'card_' || lpad(n::text, 24, '0'), 'plan-' || n % 20, state,
         1000 + n % 20 * 100, 'monthly', 0, 0, at::date, at::date, 1, 1,
         case when state in ('active', 'trialing', 'scheduled', 'past_due') then now() + n % 30 * interval '1 day' end,
         decode(md5(n::text), 'hex'), at,
         case when state in ('canceled', 'completed', 'incomplete_expired') then at + interval '1 day' end
       from ${of(counts.subscriptions)}, lateral (select ${states} as state) s`,
    ],
    [
      counts.debts,
      `insert into invoices (business_id, id, customer_id, state, amount_cents, order_number, details, created_at)
       select $1::bigint, ${ids.debts} + n, ${ofSubscription.id}, 'open', 1000 + n % 20 * 100,
         'SUB-' || ${ids.subscriptions} + n || '-1', json_build_object('lines', '[]'::json, 'period',
           json_build_object('subscriptionId', (${ids.subscriptions} + n)::text, 'number', 0)), at
       from ${of(counts.debts)} where ${owes}`,
    ],
    [
      counts.subscriptions,
      `insert into subscription_periods (business_id, subscription_id, n, invoice_id, state, amount_cents, price_cents, starts_on,
         ends_on, created_at, paid_at)
       select $1::bigint, ${ids.subscriptions} + n, 0, case when ${owes} then ${ids.debts} + n end,
         case when n * 7 % 20 = 9 then 'open' when n * 7 % 20 = 10 then 'unpaid' else 'paid' end,
         case when ${owes} then 1000 + n % 20 * 100 else 0 end, 1000 + n % 20 * 100, at::date, at::date + 30, at,
         case when ${owes} then null else at end
       from ${of(counts.subscriptions)}`,
    ],
    [
      counts.conversations,
      `insert into conversations (business_id, id, own_number, phone, customer_id, consent, created_at, heard_at, last_at,
         read_at, assignee_id)
       select $1::bigint, ${ids.conversations} + n, '2125550100', ${ofConversation.phone}, ${ofConversation.id},
         case when n % 40 = 7 then 'opted_out' when n % 3 = 0 then 'opted_in' else 'none' end, m.begun, m.heard, m.last,
         case when m.heard < m.last or n % 10 > 0 then m.last end, case when n % 12 < 1 then ${ids.users} + n / 12 % 6 end
       from generate_series($2::bigint, $3::bigint - 1) n join (
         select conversation_id, min(created_at) as begun, max(created_at) as last,
           max(created_at) filter (where direction = 'in') as heard
         from messages where business_id = $1
           and conversation_id >= ${ids.conversations} + $2::bigint and conversation_id < ${ids.conversations} + $3::bigint
         group by conversation_id) m on m.conversation_id = ${ids.conversations} + n`,
    ],
  ];
}

/** Payments between those that links are paid by. */
function step({ counts }: Parts, rows: number): number {
  return Math.max(1, Math.floor(rows / counts.links));
}

/** Four mailboxes for each event, one of them the payer's, until there are enough. */
const mails = `insert into mails (business_id, id, kind, event_id, recipient, customer_id, state, tries, error_code, created_at, sent_at,
    finished_at)
  select $1::bigint, $2::bigint + n, kind, id, case when n % 4 = 0 then 'payer' || ltrim(data ->> 'orderNumber', 'order-') || '@example.com'
      else (array['office', 'books', 'owner'])[n % 4] || '@example.com' end,
    case when n % 4 = 0 then object_id - (object_id - 1000000) / 4 % 5 * 4 + 1 end,
    case when n % 200 = 3 then 'failed' else 'sent' end, 1, case when n % 200 = 3 then 'mailbox_refused' end, happened_at,
    case when n % 200 <> 3 then happened_at end, happened_at
  from (select e.*, (row_number() over (order by e.id, k)) - 1 as n from (select * from events where business_id = $1
    order by id desc limit $3::bigint / 4) e, generate_series(0, 3) k) m`;

export async function storeTexts(db: Database, sizes: Sizes): Promise<void> {
  const { rows } = sizes;
  const small = { rows, customers: rows / 5, texts: Math.ceil(sizes.texts / 10) };
  const businesses = [
    { business: 100_001, parts: partsOf(sizes) },
    { business: 100_002, parts: partsOf(small) },
  ] as const;
  const all = businesses.map((one) => statementsOf(one.parts, rows));
  for (const [i] of all[0]!.entries()) {
    const begun = performance.now();
    const most = Math.max(...all.map((statements) => statements[i]![0]));
    for (let from = 0; from < most; from += perStatement) {
      for (const [b, { business }] of businesses.entries()) {
        const [count, statement] = all[b]![i]!;
        // Each a part as large of its own rows, so that they lie beside each other.
        const [low, high] = [from, Math.min(from + perStatement, most)].map((n) =>
          Math.ceil((n * count) / most),
        );
        if (high! > low!) await db.query(statement, [business, low, high]);
      }
    }
    const table = /insert into (\w+)/.exec(all[0]![i]![1])?.[1];
    console.log(`${table} stored in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  }
  for (const { business, parts } of businesses) {
    await db.query(mails, [business, parts.ids.mails, parts.counts.mails]);
    await db.query(
      'update business_ids set next = greatest(next, $2::bigint) where business_id = $1',
      [business, parts.next],
    );
  }
  // Without a setting, which would need a transaction.
  await db.query('vacuum (analyze)', [], []);
}
