import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { reconcile } from '../../src/backoffice/reconciliation/reconcile.ts';
import { followUp } from '../../src/payments/follow-ups/carry-out.ts';
import type { FollowUpTerms } from '../../src/payments/follow-ups/decide.ts';
import type { FollowUp } from '../../src/payments/follow-ups/follow-up.ts';
import type { Fields } from '../caller.ts';
import { plannedOnce } from '../planned-once.ts';
import { type Asked, type Desk, decide, makeDesk } from './queue.ts';

/*
 * A gateway that does not show what it did, for longer than it ever should: after a day that is taken for not done. When
 * it is shown after all, within a week, it is booked, and a person hears of it.
 */

const refund = { kind: 'refund', amountCents: 500n } as const;
const capture = { kind: 'capture', amountCents: undefined } as const;

async function send(desk: Desk, asked: Asked, terms: FollowUpTerms): Promise<FollowUp> {
  const { businessId, id: paymentId } = asked;
  return await followUp(await desk.open(), {
    ...terms,
    businessId,
    paymentId,
    idempotencyKey: undefined,
    actor: 'system',
    reason: undefined,
  });
}

/** It was done, and its caller was told that it was not. */
async function takenForNotDone(
  desk: Desk,
  terms: FollowUpTerms,
  fields: Fields = {},
): Promise<Asked> {
  Object.assign(desk.mood, { loses: false, hides: false });
  const asked = await desk.pay(fields);
  Object.assign(desk.mood, { loses: true, hides: 'what follows', repeats: false, proves: true });
  assert.equal((await send(desk, asked, terms)).state, 'unknown');
  await desk.wait(3);
  const [told] = await desk.followUps(asked);
  assert.deepEqual([told?.state, told?.outcomeCode], ['failed', 'not_sent']);
  Object.assign(desk.mood, { loses: false, hides: false });
  return asked;
}

async function watches({ fixture }: Desk): Promise<readonly unknown[]> {
  return await fixture.db.query(`select from jobs where kind = 'followup.watch'`);
}

async function findings(desk: Desk): Promise<string[]> {
  const { fixture } = desk;
  const db = plannedOnce(fixture.db);
  const { vault } = await desk.open();
  // Of our own tables alone.
  const found = reconcile({
    db,
    vault,
    processor: 'no book',
    readBook: async function* () {},
    now: fixture.clock.now(),
  });
  return (await Array.fromAsync(found)).map(formatFinding);
}

test('a refund that is shown after all is booked, and a person hears of it', async (t) => {
  const desk = await makeDesk(t);
  const asked = await takenForNotDone(desk, refund);
  await desk.wait(2);
  const { refundedCents, refundingCents } = await desk.payment(asked);
  assert.deepEqual([refundedCents, refundingCents], [500n, 0n]);
  assert.equal((await desk.ledger(asked)).refunds, 500n);
  assert.equal(await desk.times(asked, 'payment.refund_failed'), 1);
  assert.equal(await desk.times(asked, 'payment.refunded'), 1);
  const opened = await desk.caseAbout(asked);
  assert.equal(opened.kind, 'followup_contradicted');
  const { isBooked, askedCents, kind } = opened.evidence;
  assert.deepEqual([isBooked, askedCents, kind], [true, '500', 'refund']);
  assert.deepEqual(await findings(desk), []);
  assert.equal((await decide(await desk.open(), opened, 'noted')).state, 'closed');
  assert.deepEqual(await findings(desk), []);
});

test('one that was made anew meanwhile as well is booked beside it', async (t) => {
  const desk = await makeDesk(t);
  const asked = await takenForNotDone(desk, refund);
  assert.equal((await send(desk, asked, refund)).state, 'succeeded');
  await desk.wait(2);
  assert.equal((await desk.payment(asked)).refundedCents, 1000n);
  assert.equal((await desk.caseAbout(asked)).kind, 'followup_contradicted');
});

test('one for which there is no room any more is for a person alone', async (t) => {
  const desk = await makeDesk(t);
  const asked = await takenForNotDone(desk, capture, { ChargeType: 'Authorize' });
  desk.mood.hides = 'what follows';
  await desk.wait(5);
  assert.equal((await desk.payment(asked)).state, 'expired');
  desk.mood.hides = false;
  await desk.wait(2);
  assert.equal((await desk.payment(asked)).state, 'expired');
  const { kind, evidence } = await desk.caseAbout(asked);
  assert.deepEqual([kind, evidence.isBooked], ['followup_contradicted', false]);
});

test('while something else is under way at its payment it waits for that', async (t) => {
  const desk = await makeDesk(t);
  const asked = await takenForNotDone(desk, refund);
  const { db } = desk.fixture;
  const { businessId } = asked;
  // As if another refund of everything were sent just now, by somebody who never comes back.
  const reserve = async (cents: bigint) =>
    await db.query('update payments set refunding_cents = $2 where business_id = $1', [
      businessId,
      cents,
    ]);
  await reserve(1250n);
  await desk.wait(1.5);
  assert.equal((await desk.followUps(asked))[0]?.state, 'failed');
  await reserve(0n);
  await desk.wait(2);
  assert.equal((await desk.payment(asked)).refundedCents, 500n);
  assert.equal((await desk.caseAbout(asked)).kind, 'followup_contradicted');
});

test('a void and a capture that are shown after all are booked too', async (t) => {
  const desk = await makeDesk(t);
  const voided = await takenForNotDone(desk, { kind: 'void', amountCents: undefined });
  await desk.wait(2);
  assert.equal((await desk.payment(voided)).state, 'voided');
  assert.deepEqual(await desk.ledger(voided), {});

  const captured = await takenForNotDone(desk, capture, { ChargeType: 'Authorize' });
  await desk.wait(2);
  assert.equal((await desk.payment(captured)).state, 'captured');
  assert.deepEqual(await findings(desk), []);
});

test('a charge that persons decided was not done is watched for a week', async (t) => {
  const desk = await makeDesk(t);
  const asked = await desk.pay();
  Object.assign(desk.mood, { loses: true, hides: 'what follows', repeats: false });
  await send(desk, asked, refund);
  await desk.wait(9);
  await decide(await desk.open(), await desk.caseAbout(asked), 'not_done');
  await desk.wait(2);
  assert.equal((await desk.payment(asked)).refundedCents, 0n);
  desk.mood.hides = false;
  await desk.wait(2);
  assert.equal((await desk.payment(asked)).refundedCents, 500n);
  assert.equal((await desk.caseAbout(asked)).kind, 'followup_contradicted');
});

test('a watch that is not answered at its end goes on until it is', async (t) => {
  const desk = await makeDesk(t);
  const asked = await takenForNotDone(desk, refund);
  desk.mood.mute = true;
  await desk.wait(12);
  assert.equal((await desk.followUps(asked))[0]?.state, 'failed');
  desk.mood.mute = false;
  await desk.wait(2);
  assert.equal((await desk.payment(asked)).refundedCents, 500n);
  assert.equal((await desk.caseAbout(asked)).kind, 'followup_contradicted');
  assert.equal((await watches(desk)).length, 0);
});

test('a charge that somebody else reversed is reversed, by nobody of a name', async (t) => {
  const desk = await makeDesk(t);
  Object.assign(desk.mood, { loses: true, hides: true, repeats: false });
  const asked = await desk.pay();
  await desk.wait(1);
  await decide(await desk.open(), await desk.caseAbout(asked), 'not_charged');
  desk.mood.hides = 'what follows';
  await desk.wait(2);
  assert.equal((await desk.followUps(asked))[0]?.state, 'unknown');
  desk.mood.undid = true;
  await desk.wait(2);
  const [reversal] = await desk.followUps(asked);
  assert.deepEqual([reversal?.kind, reversal?.state], ['give_back', 'succeeded']);
  assert.deepEqual(await findings(desk), []);
});

test('a charge that the processor does not show for a week was not done', async (t) => {
  const desk = await makeDesk(t);
  const asked = await takenForNotDone(desk, refund);
  desk.mood.hides = 'what follows';
  await desk.wait(10);
  desk.mood.hides = false;
  await desk.wait(3);
  assert.equal((await desk.payment(asked)).refundedCents, 0n);
  assert.equal((await watches(desk)).length, 0, 'nobody looks any more');
});
