import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { charge, inquiry, noLimits, outcomeOf, setUp } from './paced-gateway.ts';

test('a gateway that says how long to wait is left alone so long, within reason', async () => {
  for (const [after, quietSeconds] of [
    ['60', 60],
    ['Thu, 01 Jan 1970 00:01:00 GMT', 60],
    ['300', 300],
    // No account stands still for a day by one header.
    ['86400', 300],
    // Less than is waited anyway, and what cannot be read.
    ...['0', '5', '-60', '1e3', 'soon', '', 'Thu, 01 Jan 1969 00:00:00 GMT'].map(
      (text) => [text, 10] as const,
    ),
  ] as const) {
    const { call, answerAll, asks429, pass } = setUp(noLimits);
    asks429(after);
    void call(charge);
    await answerAll();
    await pass(quietSeconds * 1000 - 3000);
    const early = call(charge);
    await pass(2000);
    assert.equal(await outcomeOf(early), 'not_sent', after);
    await pass(1000);
    const inTime = call(charge);
    await answerAll();
    assert.equal(await outcomeOf(inTime), 'answered', after);
  }
});

test('a shorter time that is told later takes nothing back', async () => {
  const { call, answerAll, asks429, pass } = setUp(noLimits);
  asks429('60');
  void call(charge);
  await answerAll();
  asks429();
  void call(inquiry);
  await answerAll();
  await pass(50_000);
  const early = call(charge);
  await pass(2000);
  assert.equal(await outcomeOf(early), 'not_sent');
});
