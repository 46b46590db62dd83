import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { cardFields } from '../caller.ts';
import type { Scenario } from '../crash/fixture.ts';
import { type Damage, judgeDamages } from './damages.ts';

const charge = { ...cardFields, Amount: '12.50', OrderNumber: 'A-1' };
const unanswered = { ...charge, CCNumber: testCard('timeout_after_booking') };
const declined = { ...charge, CCNumber: testCard('card_declined') };

/** Of the one payment of its business. */
function watch(kind: 'unknown' | 'decided'): string {
  return `insert into payment_watches (business_id, kind, id, payment_ids, asked_at, look_at)
    select business_id, '${kind}', id, array[id], created_at, created_at + interval '1 day'
    from payments
    where business_id = $1`;
}

/** That it was not charged. */
const decided = `with v as (update invoices set state = 'open', payment_id = null where business_id = $1),
    e as (update events set kind = 'payment.canceled' where business_id = $1),
    w as (delete from payment_watches where business_id = $1 and kind = 'unknown'),
    p as (update payments set state = 'canceled', holds_order = false, finished_at = created_at
      where business_id = $1)`;

const damages: Readonly<Record<string, Damage>> = {
  'nothing, while the outcome is not known': { fields: unanswered, found: [] },
  'a charge is under way, and nobody watches it': {
    fields: unanswered,
    sql: `with e as (delete from events where business_id = $1),
        w as (delete from payment_watches where business_id = $1)
      update payments set state = 'processing' where business_id = $1`,
    tamper: diesUnheard,
    found: ['nobody_asks', 'state_not_legal'],
  },
  'nothing, while a charge is under way with those that began with it': {
    fields: unanswered,
    sql: `with e as (delete from events where business_id = $1),
        w as (delete from payment_watches where business_id = $1 and kind = 'unknown')
      update payments set state = 'processing' where business_id = $1`,
    tamper: diesUnheard,
    found: [],
  },
  'it is not known, and only those that began with it are watched': {
    fields: unanswered,
    sql: `delete from payment_watches where business_id = $1 and kind = 'unknown'`,
    found: ['nobody_asks', 'state_not_legal'],
  },
  'somebody watches a payment that is not there': {
    fields: charge,
    sql: `insert into payment_watches (business_id, kind, id, payment_ids, asked_at, look_at)
      values ($1, 'unknown', 999, '{999}', '2040-01-01', '2040-01-02')`,
    found: ['row_without_payment'],
  },
  'of those that began together, one is not there': {
    fields: charge,
    sql: `update payment_watches set payment_ids = payment_ids || 999::bigint where business_id = $1`,
    found: ['row_without_payment'],
  },
  'all looks were in vain, and nobody was asked': {
    fields: unanswered,
    sql: `update payment_watches set look_at = asked_at + interval '30 days'
      where business_id = $1 and kind = 'unknown'`,
    found: ['nobody_was_asked'],
  },
  'nobody has looked by the clock of a business that is ahead': {
    fields: unanswered,
    sql: `update businesses set clock_ahead_ms = 7 * 24 * 3600000 where business_id = $1`,
    // At it, and at those that began with it.
    found: ['overdue', 'overdue'],
  },
  'a person decided, and somebody looks once more': {
    fields: declined,
    sql: `with p as (update payments set state = 'canceled' where business_id = $1),
        e as (update events set kind = 'payment.canceled' where business_id = $1)
      ${watch('decided')}`,
    found: ['told_wrong'],
  },
  'charged, though a person decided otherwise, and somebody looks once more': {
    fields: unanswered,
    sql: `${decided} ${watch('decided')}`,
    found: [],
  },
  'charged, though a person decided otherwise, and nobody looks': {
    fields: unanswered,
    sql: `${decided} select`,
    found: ['charged_unnoticed'],
  },
  'nobody has looked for days': {
    fields: unanswered,
    sql: `update payment_watches set look_at = '2020-01-01' where business_id = $1 and kind = 'unknown'`,
    found: ['overdue'],
  },
  'nobody has looked for days at those that began together': {
    fields: charge,
    sql: `update payment_watches set look_at = '2020-01-01' where business_id = $1`,
    found: ['overdue'],
  },
  'nothing, while the watch of one that ended just now waits for its look': {
    fields: charge,
    sql: watch('unknown'),
    found: [],
  },
  'nobody has looked for days at one that ended': {
    fields: charge,
    sql: watch('unknown').replace("created_at + interval '1 day'", "timestamptz '2020-01-01'"),
    found: ['overdue'],
  },
  'somebody watches a decision that nobody made': {
    fields: charge,
    sql: watch('decided'),
    found: ['state_not_legal'],
  },
};

test('whatever is broken by hand of who watches a charge, the reconciliation finds, and nothing else', async (t) => {
  await judgeDamages(t, damages);
});

/** No answer came. */
function diesUnheard({ said }: Scenario): void {
  said.pop();
}
