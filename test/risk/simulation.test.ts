import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomOf } from '../campaign/random.ts';
import { honestShops } from './honest-shops.ts';
import { testers } from './testers.ts';
import { brokenJudges, type Judge, watchOf } from './watch.ts';

/** What follows for honest payments and for people who test cards, by the judge alone. */

const seed = 20_261_123;
const payments = 100_000;

type Met = { tries: number; slow: number; prove: number; stop: number };

function honestDays(judge?: Judge): Record<string, Met> {
  const met: Record<string, Met> = {};
  for (const { says, events } of honestShops) {
    const watch = watchOf(judge);
    const counts = { none: 0, slow: 0, prove: 0, stop: 0 };
    for (const event of events(randomOf(seed), Math.ceil(payments / honestShops.length))) {
      counts[watch.meet(event.suspects, event.attempt, event.answer, event.at)] += 1;
    }
    const { none, ...raised } = counts;
    met[says] = { tries: none + raised.slow + raised.prove + raised.stop, ...raised };
  }
  return met;
}

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

test('of a hundred thousand ordinary payments none is stopped, and few are slowed', (t) => {
  const met = honestDays();
  let [tries, slow, prove] = [0, 0, 0];
  for (const [says, one] of Object.entries(met)) {
    t.diagnostic(`${says}: ${JSON.stringify(one)}`);
    assert.equal(one.stop, 0, says);
    [tries, slow, prove] = [tries + one.tries, slow + one.slow, prove + one.prove];
  }
  assert.ok(tries >= payments);
  assert.ok(slow < tries / 200, `${slow} of ${tries} were slowed`);
  assert.ok(prove < tries / 1000, `${prove} of ${tries} had to prove something`);
});

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
  const met = honestDays(brokenJudges['paid cards count for nothing']);
  assert.ok(Object.values(met).some(({ stop }) => stop > 0));
});

test('a judge that counts one card only lets a walk through a bank pass', () => {
  const walker = testers[0]!;
  const seen = seenByBank(walker, seed, brokenJudges['only the same card counts']);
  assert.ok(seen > walker.atMost);
});
