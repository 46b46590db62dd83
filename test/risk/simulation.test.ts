import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomOf } from '../campaign/random.ts';
import { sizeOf } from '../size.ts';
import {
  again,
  honestDays,
  refusedInScenes,
  seed,
  testHonestDays,
  testHonestScenes,
} from './honest-days.ts';
import { honestScenes } from './honest-scenes.ts';
import { testers } from './testers.ts';
import { brokenJudges, type Judge, watchOf } from './watch.ts';

/** What follows for honest payments and for people who test cards, by the judge alone. */

const payments = 20_000;
testHonestDays(payments);
testHonestScenes(1);

/** Tries that the bank saw before the stop; all of them if there was none. */
function seenByBank(tester: (typeof testers)[number], from: number, judge?: Judge): number {
  const watch = watchOf(judge);
  let seen = 0;
  for (const event of tester.events(randomOf(from))) {
    const level = watch.meet(event);
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
    assert.ok(worst <= tester.atMost, `${tester.says}: ${worst} cards\n${again}`);
  }
});

/** Cards that the bank sees on each of the days after the first stop. */
function seenAfterStop(tester: (typeof testers)[number]): number[] {
  const watch = watchOf();
  const days = [0, 0, 0];
  let stoppedAt: number | undefined;
  for (const event of tester.events(randomOf(seed))) {
    const day = Math.floor((event.at - (stoppedAt ?? event.at)) / 86_400_000);
    if (day >= days.length) break;
    const level = watch.meet(event);
    if (event.isHonest) continue;
    if (level === 'stop') stoppedAt ??= event.at;
    if (level === 'probe' && stoppedAt !== undefined) days[day]! += 1;
  }
  return days;
}

test('a stop lets few single tries pass, and stolen cards do not end it', (t) => {
  // Those who have the patience.
  const patient = testers.filter(({ says }) => /pace|ten minutes|five a day for each/.test(says));
  for (const tester of sizeOf({ gate: patient, usual: testers, full: testers })) {
    const days = seenAfterStop(tester);
    t.diagnostic(`${tester.says}: ${days.join(', ')} cards on the days after the stop`);
    assert.ok(Math.max(...days) <= 20, `${tester.says}\n${again}`);
  }
});

test('a judge who sees no outage stops honest people', () => {
  const met = refusedInScenes(1, honestScenes.slice(0, 4), brokenJudges['no outage is seen']);
  assert.ok(Object.values(met).filter(({ refused }) => refused > 0).length >= 3);
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
