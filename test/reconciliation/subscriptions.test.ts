import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { cardFields, client } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { type Club, findingsIn, openClub } from '../subscriptions/club.ts';
import { subscriptionOf, updateCard } from '../subscriptions/member.ts';

/*
 * Damages made by hand, and the findings of the reconciliation. $1 is the business; each has one subscription of two
 * periods, the second of which was declined.
 */
const damages: Readonly<Record<string, { sql?: string; found: readonly string[] }>> = {
  'nothing at all': { found: [] },
  'a period was paid by another payment, too': {
    sql: `update payments set invoice_id = (select invoice_id from subscription_periods
        where business_id = $1 and n = 0)
      where business_id = $1 and order_number = 'mine'`,
    found: ['period_paid_twice', 'state_not_legal'],
  },
  'a period that nobody paid counts as paid': {
    sql: `update subscription_periods set state = 'paid', due_at = null, paid_at = created_at
      where business_id = $1 and n = 1`,
    found: ['period_not_paid'],
  },
  'a period that was paid counts as given up': {
    sql: `update subscription_periods set state = 'unpaid' where business_id = $1 and n = 0`,
    found: ['period_payment_unnoticed'],
  },
  'the amount of a period is another than that of its invoice': {
    sql: `update subscription_periods set amount_cents = 999 where business_id = $1 and n = 1`,
    found: ['period_invoice'],
  },
  'a period has lost its invoice': {
    sql: `delete from invoices v using subscription_periods p
      where v.business_id = $1 and p.business_id = $1 and p.n = 1 and v.id = p.invoice_id`,
    found: ['period_invoice', 'state_not_legal'],
  },
  'a period that was taken back can still be paid': {
    sql: `update subscription_periods set state = 'void', due_at = null where business_id = $1 and n = 1`,
    found: ['period_invoice'],
  },
  'a period has two invoices': {
    sql: `insert into invoices (business_id, id, customer_id, state, amount_cents, order_number, details, created_at)
      select business_id, 999999, customer_id, 'void', amount_cents, order_number, details, created_at
      from invoices where business_id = $1 and order_number like '%-2'`,
    found: ['period_invoiced_twice'],
  },
  'nobody will look at an open period': {
    sql: `update subscription_periods set due_at = null where business_id = $1 and n = 1`,
    found: ['nobody_asks'],
  },
  'somebody will look at a paid period': {
    sql: `update subscription_periods set due_at = created_at + interval '1 year' where business_id = $1 and n = 0`,
    found: ['asks_on'],
  },
  'an open period lies about': {
    sql: `update subscription_periods set due_at = created_at - interval '1 day'
      where business_id = $1 and n = 1`,
    found: ['overdue'],
  },
  'a subscription that lives begins nothing more': {
    sql: `update subscriptions set due_at = null where business_id = $1`,
    found: ['nobody_asks'],
  },
  'a subscription lies about': {
    sql: `update subscriptions set due_at = created_at where business_id = $1`,
    found: ['overdue'],
  },
  'a subscription is where no move took it': {
    sql: `update subscriptions set state = 'active' where business_id = $1`,
    found: ['history_differs'],
  },
  'a subscription came to where it is by a move that there is not': {
    sql: `update subscription_moves set from_state = 'scheduled' where business_id = $1 and n = 4`,
    found: ['history_broken', 'move_not_legal'],
  },
  'a move is lost': {
    sql: `delete from subscription_moves where business_id = $1 and n = 2`,
    found: ['history_broken'],
  },
  'a period is lost': {
    sql: `delete from subscription_periods where business_id = $1 and n = 0`,
    found: ['subscription_count'],
  },
  'a subscription is lost': {
    sql: `delete from subscriptions where business_id = $1`,
    found: ['period_without_subscription', 'period_without_subscription'],
  },
  'its credit is more than it ever cost': {
    sql: `update subscriptions set carry_cents = -2001 where business_id = $1`,
    found: ['subscription_carry'],
  },
  'its credit is all that it cost': {
    sql: `update subscriptions set carry_cents = -2000 where business_id = $1`,
    found: [],
  },
  'it ended, and its state says no such thing': {
    sql: `update subscriptions set ended_at = created_at where business_id = $1`,
    found: ['subscription_end'],
  },
};

test('the reconciliation finds what is wrong with subscriptions, and nothing where nothing is', async (t) => {
  const fixture = await makeFixture(t, { book: memoryBook() });
  const world = await fixture.open();
  const clubs = new Map<string, Club>();
  for (const name of Object.keys(damages)) {
    const club = await openClub(t, { fixture, world });
    clubs.set(name, club);
    const id = await club.join({ Interval: 'Bi-Weekly' });
    const { token } = await subscriptionOf(club, id);
    await updateCard(club, token, testCard('insufficient_funds'));
    await payMine(club);
  }
  const [any] = clubs.values();
  await any!.until('2030-01-29 09:00');
  await any!.work();
  const expected: string[] = [];
  for (const [name, { sql, found }] of Object.entries(damages)) {
    const { id } = clubs.get(name)!;
    if (sql) await fixture.db.query(sql, [id]);
    expected.push(...found.map((rule) => `${id} ${rule} (${name})`));
  }
  const names = new Map([...clubs].map(([name, { id }]) => [String(id), name]));
  const said = await findingsIn(fixture);
  const actual = said.map((line) => {
    const [, rule, business] = /^(\w+) business (\d+)/.exec(line) ?? [];
    return `${business} ${rule} (${names.get(business!)})`;
  });
  assert.deepEqual(actual.sort(), expected.sort(), said.join('\n'));
});

/** Something that no subscription paid. */
async function payMine({ baseUrl, caller }: Club): Promise<void> {
  const { call, close } = client(baseUrl, caller);
  const { status } = await call('CreatePayment', {
    ...cardFields,
    Amount: '10.00',
    OrderNumber: 'mine',
  });
  close();
  assert.equal(status, 200);
}
