import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomOf } from '../campaign/random.ts';
import { honestDays, seed, testHonestDays } from './honest-days.ts';
import { testers } from './testers.ts';
import { brokenJudges, type Judge, watchOf } from './watch.ts';

/** What follows for honest payments and for people who test cards, by the judge alone. */

const payments = 20_000;
testHonestDays(payments);

/** Tries that the bank saw before the stop; all of them if there was none. */
function seenByBank(tester: (typeof testers)[number], from: number, judge?: Judge): number {
  const watch = watchOf(judge);
  let seen = 0;
  for (const event of tester.events(randomOf(from))) {
    const level = watch.meet(event.suspects, event.attempt, event.answer, event.at);
    if (event.isHonest) continue;
    if (level === 'stop') return seen;
    seen += 1;
  }
  return seen;
}

test('who tests cards is stopped after few of them', (t) => {
  for (const tester of testers) {
    const seen = Array.from({ length: 20 }, (_, i) => seenByBank(tester, seed + i));
    const worst = Math.max(...seen);
    t.diagnostic(
      `${tester.says}: ${Math.min(...seen)} to ${worst} cards, at most ${tester.atMost}`,
    );
    assert.ok(worst <= tester.atMost, `${tester.says}: ${worst} cards`);
  }
});

test('a judge for whom cards that paid count for nothing stops honest people', () => {
  const met = honestDays(payments, brokenJudges['paid cards count for nothing']);
  assert.ok(Object.values(met).some(({ stop }) => stop > 0));
});

test('a judge that counts one card only lets a walk through a bank pass', () => {
  const walker = testers[0]!;
  const seen = seenByBank(walker, seed, brokenJudges['only the same card counts']);
  assert.ok(seen > walker.atMost);
});
