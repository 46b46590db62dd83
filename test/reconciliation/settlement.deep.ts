import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BatchBehaviour } from '../../packages/sandbox/src/processor/script.ts';
import { closeBatch } from '../../src/settlement/close.ts';
import { advance } from '../../src/time-machine/advance.ts';
import { bankFields, cardFields } from '../caller.ts';
import type { PaymentRequest, Scenario } from '../crash/fixture.ts';
import { forgetsBatches } from '../sabotage-followups.ts';
import { type Damage, did, judgeDamages } from './damages.ts';

const charge = { ...cardFields, Amount: '12.50', OrderNumber: 'A-1' };
const bank = { ...bankFields, Amount: '12.50', OrderNumber: 'A-1' };
const of = 'where business_id = $1';

const closed = {
  fields: charge,
  before: async (scenario: Scenario, request: PaymentRequest) => {
    await did('refund', 500n)(scenario, request);
    await close()(scenario, request);
  },
};
const uneven = { fields: charge, before: close('mismatch') };
const unanswered = { fields: charge, before: close('timeout_before_booking') };

const atGateway = `with a as (
  insert into processor_accounts (business_id, name, processor, environment, state, address, key_number, created_at, checked_at)
  values ($1, 'nmi', 'nmi', 'sandbox', 'active', 'http://127.0.0.1:1', 1, '2020-01-01', '2020-01-01'))`;

const queued = { fields: bank };
const originated = { fields: bank, before: later(12) };
const settled = { fields: bank, before: later(24) };
const available = { fields: bank, before: later(8 * 24) };
const refunded = {
  fields: bank,
  before: async (scenario: Scenario, request: PaymentRequest) => {
    await later(8 * 24)(scenario, request);
    await did('refund', 500n)(scenario, request);
  },
};

const batches: Readonly<Record<string, Damage>> = {
  'nothing, after a batch': { ...closed, found: [] },
  'nothing, while a batch does not come out even': { ...uneven, found: [] },
  'nothing, while a batch is not known': { ...unanswered, found: [] },
  'a batch is over another sum': {
    ...closed,
    sql: `update batches set net_cents = 1 ${of}`,
    found: ['batch_sums', 'batch_totals'],
  },
  'what is in a settled batch is not settled': {
    ...closed,
    sql: `update payments set state = 'captured' ${of}`,
    found: ['batch_member'],
  },
  'what is settled is in no batch': {
    ...closed,
    sql: `update payments set batch_id = null ${of}`,
    found: ['batch_member', 'batch_sums'],
  },
  'the next closing begins behind what is open': {
    fields: charge,
    sql: `insert into batch_marks (business_id, processor, from_payment_id) values ($1, 'simulator', 1000)`,
    found: ['left_behind'],
  },
  'what was captured at a gateway is in no report for days': {
    fields: charge,
    before: did('refund', 500n),
    sql: `${atGateway}, p as (update payments set processor = 'nmi', finished_at = '2020-01-01' ${of}),
      f as (update followups set processor = 'nmi', finished_at = '2020-01-01' ${of})
      update transfers set debit = replace(debit, 'simulator', 'nmi'), credit = replace(credit, 'simulator', 'nmi') ${of}`,
    found: ['in_no_report', 'in_no_report'],
  },
  'nothing, while the report of a gateway is to come': {
    fields: charge,
    sql: `${atGateway}, p as (update payments set processor = 'nmi' ${of})
      update transfers set debit = replace(debit, 'simulator', 'nmi') ${of}`,
    found: [],
  },
  'the processor paid another sum, and nobody was asked': {
    ...closed,
    sql: `update batches set processor_cents = 1 ${of}`,
    found: ['batch_ledger', 'batch_totals'],
  },
  'a batch was never reconciled': {
    ...closed,
    sql: `update batches set reconciled_at = null ${of}`,
    found: ['batch_row'],
  },
  'what a batch settled is not in the ledger': {
    ...closed,
    sql: `delete from transfers ${of} and batch_id is not null`,
    found: ['batch_ledger'],
  },
  'a batch that is gone settled something': {
    ...closed,
    sql: `with p as (update payments set batch_id = null, state = 'captured' ${of}),
      f as (update followups set batch_id = null ${of}) delete from batches ${of}`,
    found: ['batch_ledger'],
  },
  'a batch was not told': {
    ...closed,
    sql: `delete from events ${of} and kind = 'batch.closed'`,
    found: ['batch_untold'],
  },
  'a batch does not come out even, and nobody was asked': {
    ...uneven,
    sql: `delete from open_questions ${of}`,
    found: ['nobody_was_asked'],
  },
  'nobody will look at a batch': {
    ...unanswered,
    sql: `update batches set resolve_at = null ${of}`,
    found: ['nobody_asks'],
  },
  'a build voids what is in a batch': {
    ...unanswered,
    tamper: async (scenario, request) =>
      await did('void', undefined, 'approve', forgetsBatches)(scenario, request),
    found: ['batch_member'],
  },
};

const transfers: Readonly<Record<string, Damage>> = {
  'nothing, while it is queued': { ...queued, found: [] },
  'nothing, while it is on its way': { ...originated, found: [] },
  'nothing, while it is held': { ...settled, found: [] },
  'nothing, when it is free': { ...available, found: [] },
  'nothing, after a refund': { ...refunded, found: [] },
  'an entry came back for nothing': {
    ...available,
    sql: `update ach_entries set return_code = 'R01' ${of}`,
    found: ['entry_not_legal'],
  },
  'a payment is ahead of its entry': {
    ...settled,
    sql: `update payments set state = 'available' ${of}`,
    found: ['entry_of_payment', 'ledger_differs'],
  },
  'an entry is lost': {
    ...queued,
    sql: `delete from ach_entries ${of}`,
    found: ['entry_of_payment'],
  },
  'a payment is presented twice': {
    ...queued,
    sql: `insert into ach_entries (business_id, id, kind, state, amount_cents, payment_id, sec_code,
        account_kind, routing_number, last4, holder, number_owner, is_same_day, next_at, created_at)
      select business_id, 900, kind, state, amount_cents, payment_id, sec_code, account_kind,
        routing_number, last4, holder, number_owner, is_same_day, next_at, created_at
      from ach_entries ${of}`,
    found: ['entry_presented'],
  },
  'a refund has no entry': {
    ...refunded,
    sql: `delete from ach_entries ${of} and kind = 'credit'`,
    found: ['credit_of_refund'],
  },
  'a refund waits though its payment came back': {
    ...refunded,
    sql: `with e as (update ach_entries set state = 'late_returned', return_code = 'R10', returned_at = created_at
        ${of} and kind = 'debit'),
      t as (insert into transfers (business_id, id, payment_id, debit, credit, cents, made_at)
        select business_id, 904, id, 'returns', 'clearing', 1250, now() from payments ${of}),
      v as (update invoices set state = 'open', payment_id = null ${of})
      update payments set state = 'returned', holds_order = false ${of}`,
    found: ['event_count', 'refund_of_returned'],
  },
  'a deposit that waits is with the bank already': {
    ...queued,
    sql: `with t as (insert into transfers (business_id, id, entry_id, debit, credit, cents, made_at)
        values ($1, 901, 902, 'bank', 'clearing', 100, now()))
      insert into ach_entries (business_id, id, kind, state, amount_cents, sec_code, account_kind,
        routing_number, last4, holder, number_owner, is_same_day, next_at, created_at)
      select business_id, 902, 'deposit', state, 100, sec_code, account_kind, routing_number, last4,
        holder, number_owner, is_same_day, next_at, created_at
      from ach_entries ${of}`,
    found: ['deposit_ledger'],
  },
  'a file is over another sum': {
    ...settled,
    sql: `update ach_files set debit_cents = 1 ${of}`,
    found: ['file_sums'],
  },
  'an entry is in a file that is not there': {
    ...settled,
    sql: `delete from ach_files ${of}`,
    found: ['file_of_entry'],
  },
  'what is with the bank is in no part of its file': {
    ...originated,
    sql: `delete from ach_file_parts ${of}`,
    found: ['part_of_entry'],
  },
  'the part of a file that was delivered was not sent': {
    ...originated,
    sql: `update ach_file_parts set state = 'filed', look_at = '2040-01-01' ${of}`,
    found: ['part_of_entry'],
  },
  'nobody will look at a part that is filed': {
    ...available,
    sql: `update ach_file_parts set state = 'filed' ${of}`,
    found: ['nobody_asks'],
  },
  'a part is rejected though its file is not': {
    ...originated,
    sql: `update ach_file_parts set state = 'rejected' ${of}`,
    found: ['part_of_entry'],
  },
  'a trace number was given twice': {
    ...settled,
    sql: `insert into ach_entries (business_id, id, kind, state, amount_cents, sec_code, account_kind,
        routing_number, last4, holder, number_owner, is_same_day, created_at, file_id, trace_number,
        effective_on, settled_at)
      select business_id, 903, 'prenote', state, 0, sec_code, account_kind, routing_number, last4, holder,
        number_owner, is_same_day, created_at, file_id, trace_number, effective_on, settled_at
      from ach_entries ${of}`,
    found: ['file_sums', 'trace_twice'],
  },
  'that it went to the bank was not told': {
    ...settled,
    sql: `delete from events ${of} and kind = 'payment.originated'`,
    found: ['origination_untold'],
  },
  'that it settled was not told': {
    ...settled,
    sql: `delete from events ${of} and kind = 'payment.settled'`,
    found: ['event_count'],
  },
  'what settled is not in the ledger': {
    ...settled,
    sql: `delete from transfers ${of} and debit = 'held'`,
    found: ['ledger_differs'],
  },
  'nobody will settle it': {
    ...originated,
    sql: `update ach_entries set next_at = null ${of}`,
    found: ['nobody_asks'],
  },
  'nobody has settled it for days, by its own clock': {
    ...originated,
    sql: `update businesses set clock_ahead_ms = clock_ahead_ms + 7 * 24 * 3600000 ${of}`,
    // The closing of its batches as well.
    found: ['overdue', 'overdue'],
  },
  'somebody waits on for what is free': {
    ...available,
    sql: `update ach_entries set next_at = '2040-01-01' ${of}`,
    found: ['asks_on'],
  },
};

test('whatever is broken by hand of batches, the reconciliation finds, and nothing else', async (t) => {
  await judgeDamages(t, batches);
});

test('whatever is broken by hand of bank transfers, the reconciliation finds, and nothing else', async (t) => {
  await judgeDamages(t, transfers);
});

function close(bankDoes?: BatchBehaviour) {
  return async ({ fixture, survivor }: Scenario, { caller }: PaymentRequest): Promise<void> => {
    if (bankDoes) fixture.bank.script({ batch: bankDoes });
    const batches = await closeBatch(await survivor(), caller.business.id, 'simulator', 'test');
    assert.equal(batches.length, 1);
  };
}

/** By the clock of this business alone. */
function later(hours: number) {
  return async ({ survivor }: Scenario, { caller }: PaymentRequest): Promise<void> => {
    await advance(await survivor(), caller.business.id, { byMs: hours * 3_600_000 }, 'test');
  };
}
