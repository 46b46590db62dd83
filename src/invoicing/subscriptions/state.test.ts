import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { isOver, mayBecome, moves, type SubscriptionState } from './subscription.ts';

const states = Object.keys(moves) as SubscriptionState[];

test('a subscription moves as was agreed, and in no other way', () => {
  const legal = `
    scheduled>trialing scheduled>active scheduled>incomplete scheduled>canceled
    incomplete>active incomplete>incomplete_expired
    trialing>active trialing>paused trialing>canceled
    active>past_due active>paused active>canceled active>completed
    past_due>active past_due>unpaid past_due>canceled
    unpaid>active unpaid>canceled
    paused>trialing paused>active paused>unpaid paused>canceled`;
  const found = states.flatMap((from) =>
    states.filter((to) => mayBecome(from, to)).map((to) => `${from}>${to}`),
  );
  assert.deepEqual(found.toSorted(), legal.trim().split(/\s+/).toSorted());
});

test('three states are the end, and every other one can reach one of them', () => {
  assert.deepEqual(states.filter(isOver), ['incomplete_expired', 'canceled', 'completed']);
  for (const from of states) {
    if (isOver(from)) continue;
    assert.ok(mayBecome(from, from === 'incomplete' ? 'incomplete_expired' : 'canceled'), from);
  }
});
