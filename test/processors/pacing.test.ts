import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { charge, inquiry, noLimits, outcomeOf, page, setUp } from './paced-gateway.ts';

test('four of five places are for what moves money, and one is kept for inquiries', async () => {
  const { call, open, settle, answerAll } = setUp();
  const charges = Array.from({ length: 6 }, () => call(charge));
  await settle();
  assert.equal(open.length, 4);
  const asked = call(inquiry);
  await settle();
  assert.equal(open.length, 5);
  await answerAll();
  assert.equal(open.length, 2, 'the next ones begin once others end');
  await answerAll();
  for (const one of [...charges, asked]) assert.equal(await outcomeOf(one), 'answered');
});

test('whoever finds no place in time sent nothing', async () => {
  const { call, open, settle, answerAll, pass } = setUp();
  for (let i = 0; i < 4; i += 1) void call(charge);
  const late = call(charge);
  await settle();
  await pass(1999);
  assert.equal(open.length, 4);
  await pass(1);
  assert.deepEqual(await late, {
    kind: 'not_sent',
    reason: 'no turn in time',
  });
  await answerAll();
  assert.equal(open.length, 0, 'it is not sent later either');
});

test('in a minute eighty requests move money, and inquiries take the rest', async () => {
  const { call, answerAll, pass, settle, open } = setUp();
  for (let i = 0; i < 80; i += 1) {
    const result = call(charge);
    await answerAll();
    assert.equal(await outcomeOf(result), 'answered', String(i));
  }
  const refused = call(charge);
  await pass(2000);
  assert.equal(await outcomeOf(refused), 'not_sent');
  for (let i = 0; i < 20; i += 1) {
    const result = call(inquiry);
    await answerAll();
    assert.equal(await outcomeOf(result), 'answered', String(i));
  }
  const waiting = call(inquiry);
  await settle();
  assert.equal(open.length, 0);
  await pass(10_000);
  assert.equal(await outcomeOf(waiting), 'not_sent');
  await pass(48_000);
  const again = call(charge);
  await answerAll();
  assert.equal(await outcomeOf(again), 'answered', 'the window moved on');
});

test('an hour has its own limit', async () => {
  const { call, answerAll, pass } = setUp();
  for (let minute = 0; minute < 40; minute += 1) {
    for (let i = 0; i < 60; i += 1) {
      const result = call(charge);
      await answerAll();
      assert.equal(await outcomeOf(result), 'answered');
    }
    await pass(60_000);
  }
  const refused = call(charge);
  await pass(2000);
  assert.equal(await outcomeOf(refused), 'not_sent');
  const asked = call(inquiry);
  await answerAll();
  assert.equal(await outcomeOf(asked), 'answered');
});

test('a gateway that asks to slow down is left alone for a while, but is still asked', async () => {
  const { call, answerAll, asks429, pass } = setUp();
  asks429();
  const first = call(charge);
  await answerAll();
  assert.equal(await outcomeOf(first), 'answered');
  const second = call(charge);
  await pass(2000);
  assert.equal(await outcomeOf(second), 'not_sent');
  const asked = call(inquiry);
  await answerAll();
  assert.equal(await outcomeOf(asked), 'answered');
  await pass(20_000);
  const third = call(charge);
  await answerAll();
  assert.equal(await outcomeOf(third), 'answered');
});

test('whoever gives up while waiting sent nothing', async () => {
  const { call, settle } = setUp();
  for (let i = 0; i < 2; i += 1) void call(inquiry);
  const giveUp = new AbortController();
  const late = call({ ...inquiry, until: giveUp.signal });
  await settle();
  giveUp.abort();
  assert.equal(await outcomeOf(late), 'not_sent');
});

test('inquiries take half of each limit at most, so that the rest is for what moves money', async () => {
  const { call, open, answerAll, pass, settle } = setUp();
  for (let i = 0; i < 4; i += 1) void call(inquiry);
  await settle();
  assert.equal(open.length, 2);
  for (let i = 0; i < 4; i += 1) void call(charge);
  await settle();
  assert.equal(open.length, 5, 'of six places there are five');
  for (let i = 0; i < 3; i += 1) await answerAll();
  await pass(3_600_000);
  for (let i = 0; i < 50; i += 1) {
    const result = call(inquiry);
    await answerAll();
    assert.equal(await outcomeOf(result), 'answered', String(i));
  }
  const late = call(inquiry);
  await pass(10_000);
  assert.equal(await outcomeOf(late), 'not_sent');
  for (let i = 0; i < 50; i += 1) {
    const result = call(charge);
    await answerAll();
    assert.equal(await outcomeOf(result), 'answered', String(i));
  }
  const over = call(charge);
  await pass(2000);
  assert.equal(await outcomeOf(over), 'not_sent', 'both together keep within the limit');
});

test('of an hour inquiries take half at most', async () => {
  const { call, answerAll, pass } = setUp();
  for (let minute = 0; minute < 30; minute += 1) {
    for (let i = 0; i < 50; i += 1) {
      const result = call(inquiry);
      await answerAll();
      assert.equal(await outcomeOf(result), 'answered');
    }
    await pass(60_000);
  }
  const late = call(inquiry);
  await pass(10_000);
  assert.equal(await outcomeOf(late), 'not_sent');
  const sold = call(charge);
  await answerAll();
  assert.equal(await outcomeOf(sold), 'answered');
});

test('after a pause nothing is sent for whoever gave up, though its turn has come', async () => {
  const { call, open, answerAll, asks429, pass } = setUp();
  asks429();
  void call(charge);
  await answerAll();
  await pass(9000);
  const late = call(charge);
  // Its turn comes after a second, and nobody runs until long after both.
  await pass(600_000);
  assert.equal(open.length, 0);
  assert.equal(await outcomeOf(late), 'not_sent');
  const giveUp = new AbortController();
  giveUp.abort();
  const never = call({ ...charge, until: giveUp.signal });
  await answerAll();
  assert.equal(await outcomeOf(never), 'not_sent');
});

test('a page of a long batch waits for the next minute', async () => {
  const { call, answerAll, pass } = setUp();
  for (let i = 0; i < 100; i += 1) {
    const result = call(i < 75 ? charge : page);
    await answerAll();
    assert.equal(await outcomeOf(result), 'answered', String(i));
  }
  const next = call(page);
  await pass(59_000);
  await pass(1000);
  await answerAll();
  assert.equal(await outcomeOf(next), 'answered');
});

test('the pages of a long batch leave room for other inquiries', async () => {
  const { call, open, answerAll, settle } = setUp();
  for (let i = 0; i < 25; i += 1) {
    const result = call(page);
    await answerAll();
    assert.equal(await outcomeOf(result), 'answered', String(i));
  }
  void call(page);
  await settle();
  assert.equal(open.length, 0);
  for (let i = 0; i < 25; i += 1) {
    const result = call(inquiry);
    await answerAll();
    assert.equal(await outcomeOf(result), 'answered', String(i));
  }
});

test('where no limit is known a gateway that asks to slow down is left alone too', async () => {
  const { call, open, answerAll, asks429, pass, settle } = setUp(noLimits);
  for (let i = 0; i < 2000; i += 1) void call(charge);
  await settle();
  assert.equal(open.length, 2000);
  asks429();
  await answerAll();
  const late = call(charge);
  const asked = call({ ...charge, isInquiry: true });
  await pass(2000);
  assert.equal(await outcomeOf(late), 'not_sent');
  assert.equal(open.length, 1, 'what only asks is sent, by whatever method');
  await answerAll();
  assert.equal(await outcomeOf(asked), 'answered');
});

test('what was to be sent by a moment is not sent after it', async () => {
  const { call, open, answerAll, pass, settle } = setUp();
  await pass(1000);
  const inTime = call({ ...charge, sendBy: new Date(1000) });
  const tooLate = call({ ...charge, sendBy: new Date(999) });
  await settle();
  assert.equal(open.length, 1);
  assert.equal(await outcomeOf(tooLate), 'not_sent');
  await answerAll();
  assert.equal(await outcomeOf(inTime), 'answered');
  for (let i = 0; i < 4; i += 1) void call(charge);
  const waiting = call({ ...charge, sendBy: new Date(1500) });
  await settle();
  assert.equal(open.length, 4);
  await pass(501);
  await answerAll();
  assert.equal(open.length, 0);
  assert.equal(await outcomeOf(waiting), 'not_sent');
});
