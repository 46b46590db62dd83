import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { firstAttempt, referenceOf } from '../../src/payments/payment.ts';
import type { BookedCharge } from '../../src/ports/processors/booked-charge.ts';
import { bankFields, cardFields } from '../caller.ts';
import type { PaymentRequest, Scenario } from '../crash/fixture.ts';
import { type Damage, judgeDamages } from './damages.ts';

const charge = { ...cardFields, Amount: '12.50', OrderNumber: 'A-1' };
const tokenizing = { ...charge, CreateToken: true };
const unanswered = { ...charge, CCNumber: testCard('timeout_after_booking') };
const declined = { ...charge, CCNumber: testCard('card_declined') };

const damages: Readonly<Record<string, Damage>> = {
  'nothing at all': { fields: charge, found: [] },
  'nothing, for a bank payment': {
    fields: { ...bankFields, Amount: '1.00', OrderNumber: 'A-1' },
    found: [],
  },
  'a payment that the book has is lost': {
    fields: charge,
    sql: 'delete from payments where business_id = $1',
    // Who watches it, the transfer, the invoice and the event.
    found: ['charge_unknown', ...Array(4).fill('row_without_payment'), 'told_of_nothing'],
  },
  'money was taken for a decline': {
    fields: charge,
    sql: `update payments set state = 'declined' where business_id = $1`,
    found: ['charged_unnoticed', 'event_count', 'state_not_legal', 'sums_differ', 'told_wrong'],
  },
  'a declined payment counts as captured': {
    fields: declined,
    sql: `update payments set state = 'captured', approved_cents = amount_cents, captured_cents = amount_cents
      where business_id = $1`,
    found: ['event_count', 'ledger_differs', 'not_charged', 'state_not_legal', 'told_wrong'],
  },
  'another amount was taken': {
    fields: charge,
    sql: `update payments set amount_cents = 1249 where business_id = $1`,
    found: ['amount_untold', 'state_not_legal', 'told_of_another'],
  },
  'only authorized, and captured': {
    fields: charge,
    sql: 'update payments set capture = false where business_id = $1',
    found: ['capture_differs', 'event_count', 'followup_not_legal', 'sums_differ'],
  },
  'it pays a part of no invoice': {
    fields: charge,
    sql: 'update invoices set part_of = 99 where business_id = $1',
    found: ['parts_differ'],
  },
  'the bank calls it by another name': {
    fields: charge,
    sql: `update payments set processor_id = 'other' where business_id = $1`,
    found: ['processor_id_differs'],
  },
  'the bank charged another card': {
    fields: charge,
    sql: `update payments set last4 = '4444' where business_id = $1`,
    found: ['card_differs'],
  },
  'canceled at the bank afterwards': {
    fields: charge,
    tamper: cancelAtBank,
    found: ['not_charged'],
  },
  'the same was charged twice': {
    fields: charge,
    tamper: (scenario, request) => {
      scenario.slipped.push(charged(referenceTo(request)));
    },
    found: ['charged_twice', 'processor_id_differs'],
  },
  'a charge that nobody asked for': {
    fields: charge,
    tamper: (scenario) => {
      scenario.slipped.push(charged('somebody'));
    },
    found: [],
  },
  'the book does not know it': {
    fields: charge,
    sql: `
      with w as (update payment_watches set payment_ids = '{1000}' where business_id = $1),
        t as (update transfers set payment_id = 1000 where business_id = $1),
        e as (update events set object_id = 1000 where business_id = $1),
        v as (update invoices set payment_id = 1000 where business_id = $1)
      update payments set id = 1000 where business_id = $1`,
    found: ['charge_unknown', 'not_in_book', 'told_of_nothing'],
  },
  'the book does not know of a decline': {
    fields: declined,
    sql: `with w as (update payment_watches set payment_ids = '{1000}' where business_id = $1),
        e as (update events set object_id = 1000 where business_id = $1)
      update payments set id = 1000 where business_id = $1`,
    found: ['not_in_book', 'told_of_nothing'],
  },
  'the book does not know that the bank canceled it': {
    fields: declined,
    sql: `with w as (update payment_watches set payment_ids = '{1000}' where business_id = $1),
        e as (update events set object_id = 1000, kind = 'payment.canceled' where business_id = $1)
      update payments set id = 1000, state = 'canceled', outcome_code = 'canceled', processor_id = null
      where business_id = $1`,
    found: ['not_in_book', 'told_of_nothing'],
  },
  'nothing more, when it was not sent': {
    fields: declined,
    sql: `with w as (update payment_watches set payment_ids = '{1000}' where business_id = $1),
        e as (update events set object_id = 1000, kind = 'payment.canceled' where business_id = $1)
      update payments set id = 1000, state = 'canceled', outcome_code = 'not_sent', processor_id = null
      where business_id = $1`,
    found: ['told_of_nothing'],
  },
  'a row of the ledger is lost': {
    fields: charge,
    sql: 'delete from transfers where business_id = $1',
    found: ['ledger_differs'],
  },
  'the ledger debits somebody else': {
    fields: charge,
    sql: `update transfers set debit = 'receivable:other' where business_id = $1`,
    found: ['ledger_differs'],
  },
  'the bank took another amount than we booked': {
    fields: charge,
    sql: `with t as (update transfers set cents = 1249 where business_id = $1)
      update payments set approved_cents = 1249, captured_cents = 1249, amount_cents = 1249
      where business_id = $1`,
    found: ['amount_differs', 'state_not_legal', 'told_of_another'],
  },
  'tax was booked as sales': {
    fields: { ...charge, TaxAmount: '1.00' },
    sql: `update transfers set credit = 'sales' where business_id = $1 and credit = 'tax'`,
    found: ['ledger_split'],
  },
  'that it is not known was not told': {
    fields: unanswered,
    sql: 'delete from events where business_id = $1',
    found: ['unknown_untold'],
  },
  'a job lies about': {
    fields: charge,
    sql: `insert into jobs (business_id, kind, key, run_at)
      values ($1, 'declines.forget', 'x', '2020-01-01')`,
    found: ['overdue'],
  },
  'nobody will end an authorization': {
    fields: { ...charge, ChargeType: 'Authorize' },
    sql: 'delete from jobs where business_id = $1',
    found: ['never_expires'],
  },
  'somebody confirmed what they proposed': {
    fields: charge,
    sql: `insert into open_questions (business_id, id, kind, object_kind, object_id, state, evidence,
        proposed_by, closed_by, closed_at, created_at)
      values ($1, 99, 'amount_differs', 'payment', 1, 'closed', '{}', 'ann', 'ann', now(), now())`,
    found: ['question_not_legal'],
  },
  'an event is lost': {
    fields: charge,
    sql: 'delete from events where business_id = $1',
    found: ['event_count'],
  },
  'an event happened twice': {
    fields: charge,
    sql: `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
      select business_id, 'ffffffff-0000-7000-8000-000000000000', kind, object_id, happened_at, data,
        untold from events where business_id = $1`,
    found: ['event_count'],
  },
  'the order number came free': {
    fields: charge,
    sql: 'update payments set holds_order = false where business_id = $1',
    found: ['state_not_legal'],
  },
  'the invoice came free': {
    fields: charge,
    sql: `update invoices set state = 'open', payment_id = null where business_id = $1`,
    found: ['state_not_legal'],
  },
  'a key is kept of no payment': {
    fields: charge,
    sql: `insert into kept_keys (business_id, kind, key, made_id, request_fingerprint, kept_at)
      values ($1, 'payment', 'k', 1000, '', now())`,
    found: ['row_without_payment'],
  },
  'a token stayed pending': {
    fields: tokenizing,
    sql: `update tokens set state = 'pending' where business_id = $1`,
    found: ['token_state', 'token_state', 'told_of_no_token'],
  },
  'a token is lost': {
    fields: tokenizing,
    sql: 'delete from tokens where business_id = $1',
    found: ['secret_without_owner', 'token_state', 'told_of_no_token'],
  },
  'a secret is lost': {
    fields: tokenizing,
    sql: 'delete from vault_records where business_id = $1',
    found: ['token_closed'],
  },
  'a secret was changed': {
    fields: tokenizing,
    sql: `update vault_records set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1)
      where business_id = $1`,
    found: ['secret_closed', 'token_closed'],
  },
  'a token stands for another number': {
    fields: tokenizing,
    sql: `update tokens set fingerprint = set_byte(fingerprint, 5, get_byte(fingerprint, 5) # 1)
      where business_id = $1`,
    found: ['token_of_another'],
  },
  'a request was paid under two order numbers': {
    fields: charge,
    tamper: async (scenario, request) => {
      const fields = { ...request.fields, OrderNumber: 'A-2' };
      await scenario.ask(await scenario.open(), { ...request, fields });
    },
    found: ['wish_paid_twice'],
  },
  'an order number was paid twice': {
    fields: charge,
    tamper: async (scenario, request) => {
      const businessId = request.caller.business.id;
      const free = 'update payments set holds_order = false where business_id = $1';
      await scenario.fixture.db.query(free, [businessId]);
      await scenario.ask(await scenario.open(), request);
    },
    found: ['state_not_legal', 'wish_paid_twice', 'wish_paid_twice'],
  },
  'a client was told of a decline': {
    fields: charge,
    tamper: ({ said }) => {
      const last = said.pop()!;
      said.push({ ...last, did: 'heard', status: 200, state: 'declined' });
    },
    found: ['told_not_charged', 'told_wrong'],
  },
};

test('whatever is broken by hand of charges, the reconciliation finds, and nothing else', async (t) => {
  // A charge that nobody asked for is of no business.
  const findings = await judgeDamages(t, damages, ['charge_unknown of nobody']);
  const totals = findings.filter(({ rule }) => rule === 'total_differs');
  assert.equal(totals.length, 1, 'the totals differ, and that is said once');
});

async function cancelAtBank(scenario: Scenario, request: PaymentRequest): Promise<void> {
  await scenario.fixture.bank.cancel(referenceTo(request));
}

function charged(reference: string): BookedCharge {
  const row = { kind: 'charge', of: undefined, standing: 'approved', capture: true } as const;
  return { ...row, reference, netCents: 1250n, processorId: 'other', last4: '4242' };
}

/** Each has the one payment of its business. */
function referenceTo({ caller }: PaymentRequest): string {
  return referenceOf(caller.business.id, 1n, firstAttempt);
}
