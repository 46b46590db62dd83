import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomOf } from '../../test/campaign/random.ts';
import {
  asked,
  at,
  blind,
  patient,
  replays,
  replaysAtOnce,
  tombstones,
} from '../../test/payments/evidence-samples.ts';
import { drawing } from '../../test/size.ts';
import { dayMs } from '../kernel/duration.ts';
import { nextInquiry } from './asking.ts';
import { afterCancel, afterInquiry, afterReplay, conclude, type Statement } from './evidence.ts';

const toldAtRandom: readonly Statement[] = [
  ...(['approved', 'declined', 'undone', 'there', 'held', 'differs', 'nothing'] as const),
  ...Array.from({ length: 14 }, () => 'not_found' as const),
];

/** Lives a history of inquiries, cancels and replays at random, to its end or for some weeks. */
function* history(seed: number) {
  const { pick, whole, chance } = randomOf(seed);
  const means = pick([patient, tombstones, replays, replaysAtOnce, blind]);
  let known = asked;
  let now = at(0);
  /** What is true, whatever was kept of it. */
  const truth = { wasSeen: false, wasUndone: false, sentAt: now };
  for (let inquiries = 1; inquiries < 40; inquiries += 1) {
    known = { ...known, inquiries };
    const told = pick(toldAtRandom);
    if (known.undone) known = afterCancel(known, chance(0.3) ? 'undone' : 'nothing');
    else known = afterInquiry(means, known, told, now);
    // The cancel is asked for only while nothing is known.
    truth.wasUndone ||= known.undone === 'confirmed' || (!known.undone && told === 'undone');
    const verdict = conclude(means, known, now);
    yield { means, known, now, verdict, truth: { ...truth } };
    if (!('next' in verdict)) return;
    truth.wasSeen ||= !['nothing', 'not_found', 'undone'].includes(known.told) && !known.undone;
    if (verdict.next === 'cancel' && !known.undone) known = { ...known, undone: 'asked' };
    if (verdict.next === 'replay') {
      truth.sentAt = now;
      const answer = pick(['nothing', 'there'] as const);
      truth.wasSeen ||= answer === 'there';
      known = afterReplay(known, answer, now);
    }
    assert.ok(verdict.lookAt > now && verdict.lookAt <= nextInquiry(now, inquiries), `${seed}`);
    now = chance(0.8) ? verdict.lookAt : new Date(now.getTime() + whole(1, 2 * dayMs));
  }
}

test('nothing is told as not charged before both windows, nor what was seen, unless it is undone', async () => {
  await drawing({ name: 'payments/evidence-property' }, async (seed) => judgeHistories(seed));
});

function judgeHistories(first: number): void {
  const ends = new Map<string, number>();
  for (let seed = first; seed < first + 5000; seed += 1) {
    for (const { means, known, now, verdict, truth } of history(seed)) {
      const what = `${seed}: ${JSON.stringify(known)}`;
      if (verdict.is === 'person') ends.set('person', (ends.get('person') ?? 0) + 1);
      if ('next' in verdict) continue;
      ends.set(verdict.is, (ends.get(verdict.is) ?? 0) + 1);
      if (verdict.is !== 'not_charged' || truth.wasUndone) continue;
      assert.ok(!truth.wasSeen, `was there: ${what}`);
      const opensMs = (means.lateWindowSeconds + means.visibilityDelaySeconds) * 1000;
      assert.ok(now.getTime() - truth.sentAt.getTime() > opensMs + dayMs, `too soon: ${what}`);
      assert.ok(means.absence === 'after_a_day', `never proved: ${what}`);
      ends.set('by absence', (ends.get('by absence') ?? 0) + 1);
    }
  }
  for (const end of ['approved', 'declined', 'not_charged', 'by absence', 'person'])
    assert.ok((ends.get(end) ?? 0) > 50, `${end}: ${ends.get(end)}`);
}
