import { test } from 'node:test';
import { referenceOf } from '../../src/payments/payment.ts';
import type { BookedCharge } from '../../src/ports/processors/booked-charge.ts';
import { cardFields } from '../caller.ts';
import type { PaymentRequest, Scenario } from '../crash/fixture.ts';
import { type Damage, did, judgeDamages } from './damages.ts';

const charge = { ...cardFields, Amount: '12.50', OrderNumber: 'A-1' };
const authorization = { ...charge, ChargeType: 'Authorize' };
const declined = { ...charge, CCNumber: '4000000000000002' };

const captured = { fields: authorization, before: did('capture', 700n) };
const voided = { fields: charge, before: did('void') };
const refunded = { fields: charge, before: did('refund', 500n) };
const unanswered = { fields: charge, before: did('refund', 500n, 'timeout_after_booking') };
const notRefunded = { fields: charge, before: did('refund', 500n, 'card_declined') };

const of = 'where business_id = $1';
const reversal = (state: string, more = '') => `
  insert into followups (business_id, id, payment_id, n, kind, state, amount_cents, reference, processor,
    actor, remaining_cents, epoch, lease_until, created_at, sent_at, finished_at, outcome_code)
  select p.business_id, 50, p.id, 2, 'give_back', '${state}', 1250, 'given-back-2', 'simulator', 'system', 0, 1,
    p.created_at, p.created_at, p.created_at, p.created_at, 'card_declined' ${more}
  from payments p where p.business_id = $1`;
const keptOf = (id: string) => `
  insert into kept_keys (business_id, kind, key, made_id, request_fingerprint, kept_at)
  select f.business_id, 'followup', 'k', ${id}, '', now() from followups f where f.business_id = $1`;

const damages: Readonly<Record<string, Damage>> = {
  'nothing, after a capture of a part': { ...captured, found: [] },
  'nothing, after a void': { ...voided, found: [] },
  'nothing, after the void of an authorization': {
    fields: authorization,
    before: did('void'),
    found: [],
  },
  'nothing, after a refund': { ...refunded, found: [] },
  'nothing, while a refund is not known': { ...unanswered, found: [] },
  'nothing, after a refund that was declined': { ...notRefunded, found: [] },
  'a capture was not written down': {
    ...captured,
    sql: `with f as (delete from followups ${of}), t as (delete from transfers ${of})
      delete from events ${of} and kind = 'payment.captured'`,
    found: ['followup_unknown', 'followup_not_legal', 'ledger_differs', 'sums_differ'],
  },
  'a void counts as failed': {
    ...voided,
    sql: `update followups set state = 'failed' ${of}`,
    found: ['done_unnoticed', 'event_count', 'followup_not_legal', 'ledger_cause', 'ledger_cause'],
  },
  'a voided payment counts as captured': {
    ...voided,
    sql: `update payments set state = 'captured' ${of}`,
    found: ['followup_not_legal', 'ledger_differs'],
  },
  'a refund that was declined counts as done': {
    ...notRefunded,
    sql: `with t as (insert into transfers (business_id, id, payment_id, followup_id, debit, credit, cents,
          made_at)
        select business_id, 60, payment_id, id, 'refunds', 'receivable:simulator', 500, created_at
        from followups ${of}),
      e as (update events set kind = 'payment.refunded', untold = '{email,sms}' ${of} and kind like '%failed'),
      p as (update payments set refunded_cents = 500 ${of})
      update followups set state = 'succeeded' ${of}`,
    found: ['not_done'],
  },
  'a refund is over another amount': {
    ...refunded,
    sql: `with t as (update transfers set cents = 400 ${of} and followup_id is not null),
      p as (update payments set refunded_cents = 400 ${of})
      update followups set amount_cents = 400 ${of}`,
    found: ['amount_differs'],
  },
  'the bank holds a refund as a void': {
    ...refunded,
    tamper: (scenario, request) => slip(scenario, request, { kind: 'void' }),
    found: ['done_twice', 'kind_differs', 'processor_id_differs'],
  },
  'a refund is about another charge': {
    ...refunded,
    tamper: (scenario, request) =>
      slip(scenario, request, { of: 'another', netCents: 0n, standing: 'declined' }),
    found: ['not_done', 'of_another'],
  },
  'a refund that nobody asked for': {
    fields: charge,
    tamper: (scenario, request) => slip(scenario, request, {}),
    found: ['followup_unknown'],
  },
  'the bank calls a refund by another name': {
    ...refunded,
    sql: `update followups set processor_id = 'other' ${of}`,
    found: ['processor_id_differs'],
  },
  'the book knows a refund under another reference': {
    ...refunded,
    sql: `update followups set reference = 'other-2' ${of}`,
    found: ['reference_differs'],
  },
  'a refund has the reference of another one': {
    ...notRefunded,
    sql: `update followups set reference = regexp_replace(reference, '2$', '3') ${of}`,
    found: ['followup_row', 'reference_differs'],
  },
  'the book knows nothing of a refund': {
    ...refunded,
    sql: `with t as (update transfers set followup_id = 70 ${of} and followup_id is not null),
      e as (update events set data = regexp_replace(data::text, '"followUpId":"[0-9]+"', '"followUpId":"70"')::json ${of})
      update followups set id = 70, n = 3 ${of}`,
    found: ['followup_numbers', 'followup_row', 'followup_unknown', 'not_in_book'],
  },
  'more was refunded than the sums say': {
    ...refunded,
    sql: `update payments set refunded_cents = 0 ${of}`,
    found: ['ledger_differs', 'sums_differ'],
  },
  'an amount that is being refunded counts as left': {
    ...unanswered,
    sql: `update payments set refunding_cents = 0 ${of}`,
    found: ['sums_differ'],
  },
  'a payment is being captured, and nobody does': {
    fields: authorization,
    sql: `update payments set state = 'capturing' ${of}`,
    found: ['followup_not_legal'],
  },
  'a void is under way of a payment that is captured': {
    fields: charge,
    before: did('void', undefined, 'timeout_after_booking'),
    sql: `update payments set state = 'captured' ${of}`,
    found: ['followup_not_legal'],
  },
  'a refund has no end': {
    ...refunded,
    sql: `update followups set finished_at = null, remaining_cents = null ${of}`,
    found: ['followup_row'],
  },
  'nobody will look at a refund': {
    ...unanswered,
    sql: `update followups set resolve_at = null ${of}`,
    found: ['nobody_asks'],
  },
  'somebody looks on at a refund': {
    ...refunded,
    sql: `update followups set resolve_at = '2040-01-01' ${of}`,
    found: ['asks_on'],
  },
  'nobody has looked at a refund for days': {
    ...unanswered,
    sql: `update followups set resolve_at = '2020-01-01' ${of}`,
    found: ['overdue'],
  },
  'all looks at a refund were in vain, and nobody was asked': {
    ...unanswered,
    sql: `update followups set resolve_at = created_at + interval '30 days' ${of}`,
    found: ['nobody_was_asked'],
  },
  'a refund has no transfer': {
    ...refunded,
    sql: `delete from transfers ${of} and followup_id is not null`,
    found: ['ledger_differs'],
  },
  'a transfer is of a refund that failed': {
    ...refunded,
    sql: `with p as (update payments set refunded_cents = 0 ${of}),
      e as (update events set kind = 'payment.refund_failed' ${of} and kind = 'payment.refunded')
      update followups set state = 'failed' ${of}`,
    found: ['done_unnoticed', 'ledger_cause', 'ledger_cause', 'ledger_differs'],
  },
  'a refund was told twice': {
    ...refunded,
    sql: `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
      select business_id, 'fffffffe-0000-7000-8000-000000000000', kind, object_id, happened_at, data,
        untold from events ${of} and kind = 'payment.refunded'`,
    found: ['event_count'],
  },
  'a follow-up has no payment': {
    ...refunded,
    sql: `update followups set payment_id = 80 ${of}`,
    found: [
      'event_count',
      'followup_unknown',
      'ledger_cause',
      'ledger_cause',
      'not_in_book',
      'row_without_payment',
      'sums_differ',
    ],
  },
  'nothing, when a second key is kept of a refund': {
    ...refunded,
    sql: keptOf('f.id'),
    found: [],
  },
  'a key is kept of no refund': {
    ...refunded,
    sql: keptOf('f.id + 1000'),
    found: ['row_without_payment'],
  },
  'what was never charged is refunded': {
    fields: declined,
    sql: reversal('failed').replace('give_back', 'refund'),
    found: ['event_count', 'followup_not_legal'],
  },
  'a reversal that failed has no case': {
    fields: declined,
    sql: reversal('failed'),
    found: ['event_count', 'nobody_was_asked'],
  },
  'a client was told of another end of its refund': {
    ...refunded,
    tamper: (scenario, request) =>
      tell(scenario, request, { followUpState: 'failed', cents: '500' }),
    found: ['told_wrong'],
  },
  'a client was told of a refund that is not there': {
    ...refunded,
    tamper: (scenario, request) =>
      tell(scenario, request, { followUp: '99', followUpState: 'succeeded', cents: '500' }),
    found: ['told_of_nothing'],
  },
  'a client was told of a refund of another amount': {
    ...refunded,
    tamper: (scenario, request) =>
      tell(scenario, request, { followUpState: 'succeeded', cents: '400' }),
    found: ['told_of_another'],
  },
};

test('whatever is broken by hand of what follows a charge, the reconciliation finds, and nothing else', async (t) => {
  await judgeDamages(t, damages);
});

/** A client writes down what it heard of its refund, or of another. */
async function tell(
  { fixture, said }: Scenario,
  { caller, name }: PaymentRequest,
  heard: { followUp?: string; followUpState: string; cents: string },
): Promise<void> {
  const business = caller.username;
  const [row] = await fixture.db.query<{ id: bigint }>(
    'select id from followups where business_id = $1',
    [caller.business.id],
  );
  const followUp = heard.followUp ?? String(row!.id);
  said.push({ did: 'heard', business, request: `${name}, after`, status: 200, ...heard, followUp });
}

function slip(
  scenario: Scenario,
  { caller }: PaymentRequest,
  changes: Partial<BookedCharge>,
): void {
  const { id } = caller.business;
  scenario.slipped.push({
    kind: 'refund',
    reference: referenceOf(id, 1n, 2),
    of: referenceOf(id, 1n, 1),
    standing: 'approved',
    netCents: 500n,
    last4: undefined,
    processorId: 'other',
    capture: undefined,
    ...changes,
  });
}
