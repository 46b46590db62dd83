import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '../kernel/duration.ts';
import { createAddressLimiter, createLimiter } from './rate-limiter.ts';

/** A limiter with a burst of three and two a second, on a clock that only the test moves. */
function limiter() {
  let at = Date.UTC(2030, 0, 1);
  const limits = createLimiter({ burst: 3, perSecond: 2, now: () => new Date(at) });
  const pass = (ms: number) => {
    at += ms;
  };
  const takeAll = (key: string) => {
    while (limits.take(key).ok);
  };
  return { ...limits, pass, takeAll };
}

test('a burst is let through, and says how many are left', () => {
  const { take } = limiter();
  const taken = [take('a'), take('a'), take('a')];
  assert.deepEqual(
    taken.map(({ ok, remaining }) => [ok, remaining]),
    [
      [true, 2],
      [true, 1],
      [true, 0],
    ],
  );
});

test('beyond the burst there is none, and when to come back is said in whole seconds', () => {
  const { take, takeAll } = limiter();
  takeAll('a');
  assert.deepEqual(take('a'), { ok: false, remaining: 0, retryAfterSeconds: 1 });
});

test('who comes back when told to is let in', () => {
  const { take, takeAll, pass } = limiter();
  takeAll('a');
  pass(take('a').retryAfterSeconds * 1000);
  assert.equal(take('a').ok, true);
});

test('a bucket fills up by itself, bit by bit', () => {
  const { take, takeAll, pass } = limiter();
  takeAll('a');
  pass(499);
  assert.equal(take('a').ok, false);
  pass(1);
  assert.equal(take('a').ok, true);
  assert.equal(take('a').ok, false);
});

test('it never holds more than the burst', () => {
  const { take, pass } = limiter();
  take('a');
  pass(hourMs);
  assert.equal(take('a').remaining, 2);
});

test('a refused attempt does not put the next one off', () => {
  const { take, takeAll, pass } = limiter();
  takeAll('a');
  for (let times = 0; times < 100; times += 1) take('a');
  pass(500);
  assert.equal(take('a').ok, true);
});

test('one key takes nothing from another', () => {
  const { take, takeAll } = limiter();
  takeAll('a');
  assert.equal(take('b').remaining, 2);
});

test('a clock that is set back gives nothing', () => {
  const { take, takeAll, pass } = limiter();
  takeAll('a');
  pass(-60_000);
  assert.equal(take('a').ok, false);
});

test('when there are too many keys, full ones are forgotten and empty ones kept', () => {
  const { take, takeAll, pass } = limiter();
  for (let key = 0; key < 49_999; key += 1) take(`full ${key}`);
  pass(60_000);
  takeAll('empty');
  take('one more');
  assert.equal(take('empty').ok, false);
});

test('tokens that were put back may be taken again, and are never more than the burst', () => {
  const { take, takeAll, putBack } = limiter();
  takeAll('a');
  putBack('a');
  assert.equal(take('a').ok, true);
  assert.equal(take('a').ok, false);
  for (let i = 0; i < 10; i += 1) putBack('a');
  assert.equal(take('a').remaining, 2);
});

test('an empty bucket is kept however many others are in use', () => {
  const { take, takeAll } = limiter();
  takeAll('empty');
  for (let key = 0; key < 120_000; key += 1) take(`in use ${key}`);
  assert.equal(take('empty').ok, false);
});

test('an address limiter counts a /64 network as one', () => {
  const now = () => new Date(0);
  const { take, putBack } = createAddressLimiter({ burst: 1, perSecond: 1, now });
  assert.equal(take('2001:db8::1').ok, true);
  assert.equal(take('2001:db8::2').ok, false);
  assert.equal(take('2001:db8:0:0:ffff::').ok, false);
  assert.equal(take('2001:db8:0:1::1').ok, true);
  putBack('2001:db8::3');
  assert.equal(take('2001:db8::1').ok, true);
});
