import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { checkAnswer, checkInquiry } from './answer-check.ts';
import type { Approval, ChargeAnswer, Decline } from './processor.ts';

const asked = { reference: 'a1', amountCents: 1000n, currency: 'USD' } as const;
const approval: Approval = {
  outcome: 'approved',
  reference: 'a1',
  processorId: 'p1',
  amountCents: 1000n,
  authorizationCode: 'ABC123',
};
const decline: Decline = {
  outcome: 'declined',
  reference: 'a1',
  processorId: 'p1',
  code: 'insufficient_funds',
  message: 'No.',
};

test('an answer that fits comes back as it is', () => {
  const answers: ChargeAnswer[] = [
    approval,
    decline,
    { outcome: 'rejected', message: 'No.' },
    { outcome: 'not_sent', reason: 'down' },
    { outcome: 'unknown', reason: 'late' },
  ];
  for (const answer of answers) assert.equal(checkAnswer(asked, answer), answer);
});

test('an answer in another currency counts for nothing', () => {
  const unknown = { outcome: 'unknown', reason: 'answer in another currency', isThere: true };
  for (const answer of [approval, decline]) {
    const there = { ...answer, currency: 'CAD' };
    assert.deepEqual(checkAnswer(asked, there), unknown);
    assert.deepEqual(checkInquiry(asked, there), unknown);
    const here = { ...answer, currency: 'USD' };
    assert.equal(checkAnswer(asked, here), here);
    assert.equal(checkInquiry({ ...asked, currency: 'CAD' }, there), there);
  }
});

test('an answer for another reference counts for nothing', () => {
  const reason = 'answer for another reference';
  const another = { reference: 'a2' };
  assert.deepEqual(checkAnswer(asked, { ...approval, ...another }), { outcome: 'unknown', reason });
  assert.deepEqual(checkAnswer(asked, { ...decline, ...another }), { outcome: 'unknown', reason });
  assert.deepEqual(checkInquiry(asked, { ...approval, ...another }), {
    outcome: 'unknown',
    reason,
  });
});

test('an approval of another amount is an unknown outcome', () => {
  const answer = checkAnswer(asked, { ...approval, amountCents: 1001n });
  assert.deepEqual(answer, { outcome: 'unknown', reason: 'answer for another amount' });
});

test('less is an approval only where that was welcome', () => {
  const welcome = { ...asked, allowPartial: true };
  const part = { ...approval, amountCents: 1n };
  assert.equal(checkAnswer(welcome, part), part);
  assert.equal(checkAnswer(welcome, approval), approval);
  for (const amountCents of [1001n, 0n, -1n]) {
    assert.equal(checkAnswer(welcome, { ...approval, amountCents }).outcome, 'unknown');
  }
  for (const one of [asked, { ...asked, allowPartial: false }]) {
    assert.equal(checkAnswer(one, part).outcome, 'unknown');
  }
});

test('an inquiry that finds another amount is left to the caller, since it was charged', () => {
  const found = { ...approval, amountCents: 1001n };
  assert.equal(checkInquiry(asked, found), found);
});
