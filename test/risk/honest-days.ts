import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomOf } from '../campaign/random.ts';
import { repeating, seedOf } from '../size.ts';
import { honestScenes } from './honest-scenes.ts';
import { honestShops } from './honest-shops.ts';
import { type Judge, watchOf } from './watch.ts';

const name = 'risk/simulation';
/**
 * Chosen by hand, as `npm test` has time for one draw: what share of good cards a scene refuses differs from draw to draw,
 * and one may refuse more than many together.
 */
export const seed = process.env.TEST_SEED === undefined ? 20_261_123 : seedOf(name);
export const again = repeating({ name }, seed);

type Met = { tries: number; slow: number; prove: number; stop: number };

/** What follows for honest payments, by the judge alone. */
export function honestDays(payments: number, judge?: Judge): Record<string, Met> {
  const met: Record<string, Met> = {};
  for (const { says, events } of honestShops) {
    const watch = watchOf(judge);
    const counts = { none: 0, slow: 0, prove: 0, stop: 0, probe: 0 };
    for (const event of events(randomOf(seed), Math.ceil(payments / honestShops.length))) {
      counts[watch.meet(event)] += 1;
    }
    const { none, probe, ...raised } = counts;
    const tries = none + probe + raised.slow + raised.prove + raised.stop;
    met[says] = { tries, ...raised };
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
      assert.equal(one.stop, 0, `${says}\n${again}`);
      [tries, slow, prove] = [tries + one.tries, slow + one.slow, prove + one.prove];
    }
    assert.ok(tries >= payments);
    assert.ok(slow < tries / 200, `${slow} of ${tries} were slowed\n${again}`);
    assert.ok(prove < tries / 1000, `${prove} of ${tries} had to prove something\n${again}`);
  });
}

/** Honest tries that were refused, by scene. */
export function refusedInScenes(
  draws: number,
  scenes = honestScenes,
  judge?: Judge,
): Record<string, Refused> {
  return Object.fromEntries(
    scenes.map(({ says, startsAt, events }) => {
      const refused = { tries: 0, refused: 0, good: 0, goodRefused: 0 };
      for (let draw = 0; draw < draws; draw += 1) {
        const watch = watchOf(judge);
        let isYoung = false;
        for (const event of events(randomOf(seed + draw))) {
          if (!isYoung && event.at >= (startsAt ?? Number.POSITIVE_INFINITY)) {
            watch.restart();
            isYoung = true;
          }
          const isRefused = watch.meet(event) === 'stop';
          const isGood = event.answer === 'paid';
          refused.tries += 1;
          if (isRefused) refused.refused += 1;
          if (isGood) refused.good += 1;
          if (isRefused && isGood) refused.goodRefused += 1;
        }
      }
      return [says, refused];
    }),
  );
}
type Refused = { tries: number; refused: number; good: number; goodRefused: number };

/** Tests that an outage, a crowd and a shared address refuse nobody. */
export function testHonestScenes(draws: number): void {
  test('outages of banks and gateways, crowds and shared addresses refuse no honest payer', (t) => {
    const met = refusedInScenes(draws);
    for (const { says, mayRefuse = 0 } of honestScenes) {
      const one = met[says]!;
      t.diagnostic(`${says}: ${JSON.stringify(one)}`);
      if (mayRefuse === 0) assert.equal(one.refused, 0, `${says}\n${again}`);
      const most = one.good * mayRefuse;
      assert.ok(one.goodRefused <= most, `${says}: ${one.goodRefused} good cards\n${again}`);
    }
  });
}
