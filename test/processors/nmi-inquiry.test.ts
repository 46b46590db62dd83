import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { followUp } from '../../packages/sandbox/test/subject.ts';
import { checkInquiry } from '../../src/ports/processors/answer-check.ts';
import { classifyByCharge, classifyOwn } from '../../src/ports/processors/nmi/answers.ts';
import type { Action, Row } from '../../src/ports/processors/nmi/client.ts';

const charge = { reference: '1-a-1', processorId: '7001', amountCents: 1000n };
const at = { avs: 'Y', cvv: 'M', authorizationCode: '123456', currency: 'USD' };

function row(condition: string, actions: readonly Action[], more: Partial<Row> = {}): Row {
  return { ...at, transactionId: '7001', orderId: '1-a-1', condition, actions, ...more };
}

function action(type: string, success = '1', more: Partial<Action> = {}): Action {
  const done = { date: '20300115000000', code: '100', text: 'SUCCESS' };
  return { type, amount: '10.00', success, ...done, ...more };
}

const failed = (code: string, type = 'sale') => action(type, '0', { code, text: 'DECLINE' });

/** What the rows say of the charge, which was in US dollars. */
function told(...rows: readonly Row[]): string {
  const asked = { reference: '1-a-1', currency: 'USD' } as const;
  const found = classifyOwn({ ...asked, of: undefined }, rows);
  const answer = found && checkInquiry(asked, found);
  if (answer?.outcome === 'approved') return `approved ${answer.amountCents}`;
  return answer?.outcome === 'declined' ? answer.code : (answer?.outcome ?? 'nothing');
}

test('NMI: each condition has its meaning', () => {
  const [ok, no] = [action('sale'), failed('202')];
  for (const [condition, actions, meaning] of [
    ['pending', [action('auth')], 'approved 1000'],
    ['pendingsettlement', [ok], 'approved 1000'],
    ['complete', [ok, action('settle')], 'approved 1000'],
    ['complete', [ok, action('settle', '0')], 'approved 1000'],
    ['failed', [no], 'insufficient_funds'],
    ['failed', [failed('420')], 'unknown'],
    ['failed', [], 'unknown'],
    ['failed', [ok], 'unknown'],
    ['failed', [action('sale', '')], 'unknown'],
    ['canceled', [ok, action('void')], 'canceled'],
    ['canceled', [action('auth'), action('capture'), action('void')], 'canceled'],
    ['canceled', [ok], 'canceled'],
    ['canceled', [], 'canceled'],
    ['canceled', [failed('200')], 'canceled'],
    ['canceled', [action('void')], 'unknown'],
    ['in_progress', [ok], 'unknown'],
    ['in_progress', [], 'unknown'],
    ['unknown', [ok], 'unknown'],
    ['unknown', [], 'unknown'],
    ['abandoned', [ok], 'unknown'],
    ['abandoned', [], 'canceled'],
    ['abandoned', [no], 'canceled'],
    // Whether the action was carried out is not said.
    ['abandoned', [action('sale', '')], 'unknown'],
    ['canceled', [action('sale', '')], 'unknown'],
    ['', [ok], 'unknown'],
    ['Pending', [ok], 'unknown'],
    // Without an approval of ours nothing was approved.
    ['pendingsettlement', [], 'unknown'],
    ['pendingsettlement', [no], 'unknown'],
    ['complete', [action('refund')], 'unknown'],
    ['pendingsettlement', [ok, ok], 'unknown'],
  ] as const) {
    const types = actions.map(({ type, success }) => type + success).join();
    assert.equal(told(row(condition, actions)), meaning, `${condition} ${types}`);
  }
});

test('NMI: the amount of a charge is the authorized one, in dollars, or it is unknown', () => {
  const amounts = (amount: string) => told(row('complete', [action('sale', '1', { amount })]));
  assert.equal(amounts('7.5'), 'approved 750');
  for (const amount of ['', '-10.00', '10.001', '1,000.00', '$10']) {
    assert.equal(amounts(amount), 'unknown', amount);
  }
  const captured = [action('auth'), action('capture', '1', { amount: '6.00' })];
  assert.equal(told(row('pendingsettlement', captured)), 'approved 1000');
  assert.equal(told(row('complete', [action('sale')], { currency: 'CAD' })), 'unknown');
  assert.equal(told(row('failed', [failed('202')], { currency: 'CAD' })), 'unknown');
  assert.equal(told(row('complete', [action('sale')], { currency: 'usd' })), 'unknown');
  assert.equal(told(row('complete', [action('sale')], { currency: '' })), 'approved 1000');
  assert.equal(told(row('complete', [action('sale')], { transactionId: '' })), 'unknown');
});

test('NMI: a row is ours if its order id is ours, letter by letter', () => {
  const ok = row('complete', [action('sale')]);
  for (const orderId of ['', '1-a-10', '11-a-1', '1-A-1', ' 1-a-1', '1-a-1 ']) {
    assert.equal(told({ ...ok, orderId }), 'nothing', orderId);
    assert.equal(told({ ...ok, orderId, transactionId: '9' }, ok), 'approved 1000', orderId);
  }
});

test('NMI: the same row twice is one, and two approvals are nobody knows whose', () => {
  const ok = row('pendingsettlement', [action('sale')]);
  assert.equal(told(ok, ok), 'approved 1000');
  assert.equal(told(ok, { ...ok, condition: 'complete' }), 'approved 1000');
  assert.equal(told(ok, { ...ok, transactionId: '7002' }), 'unknown');
  const voided = { ...ok, transactionId: '7002', condition: 'canceled' };
  assert.equal(told(ok, voided), 'unknown', 'which of the two is ours is not shown');
  assert.equal(told(voided, voided), 'canceled');
  const no = row('failed', [failed('202')], { transactionId: '7002' });
  assert.equal(told(no, ok), 'approved 1000');
  assert.equal(told(no, no), 'insufficient_funds');
  assert.equal(told(ok, { ...ok, transactionId: '7002', condition: 'in_progress' }), 'unknown');
});

/** What the charge's row says of what follows it. */
function toldOf(kind: 'capture' | 'void' | 'refund', ...rows: readonly Row[]): string {
  const answer = classifyByCharge(followUp(kind, '1-a-2', charge, 600n), rows);
  return answer.outcome === 'approved' ? `approved ${answer.amountCents}` : answer.outcome;
}

const part = { amount: '6.00' };

test('NMI: a capture and a void show as actions of their charge', () => {
  for (const [kind, condition, actions, meaning] of [
    [
      'capture',
      'pendingsettlement',
      [action('auth'), action('capture', '1', part)],
      'approved 600',
    ],
    ['capture', 'pendingsettlement', [action('auth'), action('capture')], 'unknown'],
    [
      'capture',
      'pendingsettlement',
      [action('auth'), action('capture', '1', part), action('capture', '1', part)],
      'unknown',
    ],
    ['capture', 'pending', [action('auth')], 'not_found'],
    ['capture', 'pending', [action('auth'), failed('200', 'capture')], 'not_found'],
    ['capture', 'pending', [action('auth'), action('capture', '')], 'unknown'],
    [
      'capture',
      'canceled',
      [action('auth'), action('capture', '1', part), action('void')],
      'canceled',
    ],
    ['capture', 'canceled', [action('auth'), action('void')], 'canceled'],
    ['void', 'canceled', [action('sale'), action('void')], 'approved 600'],
    ['void', 'complete', [action('sale'), action('settle')], 'not_found'],
    ['void', 'pendingsettlement', [action('sale'), failed('300', 'void')], 'not_found'],
    ['void', 'in_progress', [action('sale')], 'unknown'],
    ['void', 'unknown', [action('sale'), action('void')], 'unknown'],
  ] as const) {
    const types = actions.map(({ type, success }) => type + success).join();
    assert.equal(toldOf(kind, row(condition, actions)), meaning, `${kind} ${condition} ${types}`);
  }
  assert.equal(toldOf('void'), 'unknown', 'the charge is there: that it does not show is trouble');
  const ok = row('canceled', [action('sale'), action('void')]);
  assert.equal(toldOf('void', { ...ok, transactionId: '7' }), 'unknown');
  assert.equal(toldOf('void', ok, ok), 'approved 600');
  assert.equal(toldOf('void', ok, { ...ok, condition: 'complete' }), 'unknown');
});

test('NMI: a refund is known by its own order id alone', () => {
  const refunded = [action('sale'), action('refund', '1', { amount: '-6.00' })];
  assert.equal(toldOf('refund', row('complete', refunded)), 'unknown', 'perhaps another one');
  assert.equal(toldOf('refund', row('complete', [action('sale')])), 'unknown', 'proves nothing');

  const of = followUp('refund', '1-a-2', charge, 600n);
  const own = { orderId: '1-a-2', transactionId: '7005', authorizationCode: '' };
  const asked = { reference: '1-a-2', of };
  const found = classifyOwn(asked, [row('pendingsettlement', refunded.slice(1), own)]);
  assert.deepEqual(found, {
    outcome: 'approved',
    reference: '1-a-2',
    processorId: '7005',
    amountCents: 600n,
    currency: 'USD',
    authorizationCode: '',
  });
  const no = classifyOwn(asked, [row('failed', [failed('200', 'refund')], own)]);
  assert.equal(no?.outcome, 'declined');
});

test('NMI: a charge whose order id a capture replaced tells of what follows it', () => {
  const renamed = { orderId: '1-a-3' };
  const actions = [action('auth'), action('capture', '1', part)];
  const captured = row('pendingsettlement', actions, renamed);
  assert.equal(toldOf('capture', captured), 'approved 600');
  const voided = row('canceled', [...actions, action('void')], renamed);
  assert.equal(toldOf('void', voided), 'approved 600');
});
