import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomOf } from '../campaign/random.ts';
import { honestShops } from './honest-shops.ts';
import { type Judge, watchOf } from './watch.ts';

export const seed = 20_261_123;

type Met = { tries: number; slow: number; prove: number; stop: number };

/** What follows for honest payments, by the judge alone. */
export function honestDays(payments: number, judge?: Judge): Record<string, Met> {
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

/** Tests that a judge leaves honest people alone. */
export function testHonestDays(payments: number): void {
  test('of many ordinary payments none is stopped, and few are slowed', (t) => {
    const met = honestDays(payments);
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
}
