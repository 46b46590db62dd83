import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dispute } from './dispute.ts';
import { centsAfter, type DisputeState, disputeStates, effectOf, inOrder, moves } from './moves.ts';

const at = (day: number) => new Date(Date.UTC(2030, 0, day));
const row = (state: DisputeState, day: number, cents = 1000n) => ({
  ...{ state, cents, at: at(day), answerUntil: undefined },
});
const known = (state: DisputeState, day: number): Dispute => ({
  ...{
    businessId: 1n,
    id: 2n,
    processor: 'p',
    processorId: 'd',
    chargeReference: '',
    chargeId: 'c',
  },
  ...{ paymentId: 3n, state, amountCents: 1000n, takenCents: state === 'inquiry' ? 0n : 1000n },
  ...{ reasonCode: '', reason: '', answerUntil: undefined, toldAt: at(day), createdAt: at(1) },
});

test('from each state a later row leads where the table says, and else it is a contradiction', () => {
  for (const from of disputeStates) {
    for (const to of disputeStates) {
      const isMove = (moves[from] as readonly DisputeState[]).includes(to);
      const wanted = from === to ? 'old' : isMove ? 'moved' : 'contradiction';
      assert.equal(effectOf(known(from, 5), row(to, 6)), wanted, `${from} to ${to}`);
      assert.equal(effectOf(known(from, 5), row(to, 4)), 'old', `${from} to ${to}, and older`);
    }
    assert.equal(effectOf(undefined, row(from, 1)), 'new');
  }
});

test('of two rows of one moment the one further along counts, whatever their order', () => {
  for (const [from, to, wanted] of [
    ['inquiry', 'open', 'moved'],
    ['open', 'inquiry', 'old'],
    ['open', 'won', 'moved'],
    ['won', 'open', 'old'],
    ['open', 'lost', 'moved'],
    ['lost', 'open', 'old'],
    ['won', 'lost', 'old'],
    ['lost', 'won', 'old'],
  ] as const) {
    assert.equal(effectOf(known(from, 5), row(to, 5)), wanted, `${from} and ${to}`);
  }
  const shuffled = [row('won', 3), row('open', 3), row('lost', 9), row('inquiry', 1)];
  const states = inOrder(shuffled).map(({ state }) => state);
  assert.deepEqual(states, ['inquiry', 'open', 'won', 'lost']);
});

test('another amount or last day is a change, until the dispute is over', () => {
  const until = { answerUntil: at(20) };
  assert.equal(effectOf(known('open', 5), row('open', 6, 900n)), 'changed');
  assert.equal(effectOf(known('open', 5), row('open', 5, 900n)), 'old');
  assert.equal(effectOf(known('inquiry', 5), { ...row('inquiry', 6), ...until }), 'changed');
  for (const state of ['won', 'lost'] as const) {
    assert.equal(effectOf(known(state, 5), { ...row(state, 6, 900n), ...until }), 'old');
  }
});

test('what was won may be a part of what was taken, and an inquiry took nothing', () => {
  const taken = { amountCents: 1000n, takenCents: 1000n };
  const asked = { amountCents: 1000n, takenCents: 0n };
  assert.deepEqual(centsAfter(undefined, row('inquiry', 1)), asked);
  assert.deepEqual(centsAfter(undefined, row('open', 1)), taken);
  assert.deepEqual(centsAfter(undefined, row('won', 1)), asked);
  assert.deepEqual(centsAfter(asked, row('lost', 2)), taken);
  assert.deepEqual(centsAfter(asked, row('won', 2, 400n)), asked);
  assert.deepEqual(centsAfter(taken, row('won', 2, 400n)), { ...taken, takenCents: 600n });
  assert.deepEqual(centsAfter(taken, row('won', 2, 5000n)), asked);
});
