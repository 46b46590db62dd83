import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followUp } from '../../src/payments/follow-ups/carry-out.ts';
import { openCase } from '../../src/records/case-store.ts';
import { offered } from '../../src/records/decisions.ts';
import { type Asked, ann, type Desk, decide, makeDesk } from './queue.ts';

/** The bank takes a dollar more than it was asked for. */
async function tookTooMuch(desk: Desk): Promise<Asked> {
  desk.fixture.bank.script({ next: 1 }, 'wrong_amount_booked');
  const asked = await desk.pay();
  await desk.wait(0.1);
  assert.equal((await desk.payment(asked)).capturedCents, 1350n);
  return asked;
}

test('the amount that was taken too much is refunded once', async (t) => {
  const desk = await makeDesk(t);
  const asked = await tookTooMuch(desk);
  const opened = await desk.caseAbout(asked);
  assert.equal(opened.kind, 'amount_differs');
  assert.deepEqual(offered(opened), {
    accept: 'The $13.50 that the processor took stay booked; $12.50 was asked for.',
    refund_difference: '$1.00 is refunded: $13.50 was taken where $12.50 was asked for.',
    void: 'All $13.50 is voided, as long as it is not settled.',
  });
  const canadian = offered({ ...opened, evidence: { ...opened.evidence, currency: 'CAD' } });
  assert.match(canadian.refund_difference!, /^CA\$1\.00 is refunded/);
  const closed = await decide(await desk.open(), opened, 'refund_difference');
  assert.deepEqual([closed.state, closed.outcome], ['closed', 'Refunded.']);
  const { state, refundedCents } = await desk.payment(asked);
  assert.deepEqual([state, refundedCents], ['captured', 100n]);
  assert.deepEqual(await desk.ledger(asked), {
    'receivable:simulator': 1250n,
    refunds: 100n,
    sales: -1350n,
  });
  const [refund] = await desk.followUps(asked);
  assert.deepEqual([refund?.kind, refund?.amountCents], ['refund', 100n]);
  const told = await desk.fixture.db.query(
    'select actor, reason from followups where business_id = $1 and payment_id = $2',
    [asked.businessId, asked.id],
  );
  const reason = 'Proposed by operator:ann: asked the bank by phone';
  assert.deepEqual(told, [{ actor: 'operator:ben', reason }]);
});

test('what nobody knows to be done closes no case, and what was not done opens it again', async (t) => {
  const desk = await makeDesk(t);
  const asked = await tookTooMuch(desk);
  const opened = await desk.caseAbout(asked);
  // The refund is lost, and after a day it is certain that it was not done.
  Object.assign(desk.mood, { loses: true, hides: 'what follows', repeats: false, proves: true });
  const decided = decide(await desk.open(), opened, 'refund_difference');
  await assert.rejects(decided, { code: 'payment_busy' });
  assert.equal((await desk.reread(opened)).state, 'confirmed');
  await desk.wait(2);
  const { state, outcome } = await desk.reread(opened);
  assert.deepEqual(
    [state, outcome],
    ['open', 'This could not be sent and was not done; it may be tried again.'],
  );
  const { refundedCents, refundingCents } = await desk.payment(asked);
  assert.deepEqual([refundedCents, refundingCents], [0n, 0n]);
});

test('or all of it is voided, or it stays as it is', async (t) => {
  const desk = await makeDesk(t);
  const voided = await tookTooMuch(desk);
  const world = await desk.open();
  assert.equal((await decide(world, await desk.caseAbout(voided), 'void')).outcome, 'Voided.');
  assert.equal((await desk.payment(voided)).state, 'voided');
  assert.deepEqual(await desk.ledger(voided), {});

  const accepted = await tookTooMuch(desk);
  await decide(world, await desk.caseAbout(accepted), 'accept');
  assert.equal((await desk.payment(accepted)).capturedCents, 1350n);
});

test('an impossible decision reopens the case with the reason', async (t) => {
  const desk = await makeDesk(t);
  const asked = await tookTooMuch(desk);
  const opened = await desk.caseAbout(asked);
  const world = await desk.open();
  const request = { kind: 'refund', amountCents: 50n, idempotencyKey: undefined } as const;
  const { businessId, id: paymentId } = asked;
  await followUp(world, { ...request, businessId, paymentId, actor: 'system', reason: undefined });
  const open = await decide(world, opened, 'void');
  assert.deepEqual(
    [open.state, open.proposal, open.outcome],
    ['open', undefined, 'This payment can no longer be voided; it can be refunded.'],
  );
  const closed = await decide(world, open, 'accept');
  assert.equal(closed.state, 'closed');
});

/** A refund of which the bank says nothing, and later knows nothing. */
async function refundUnknown(desk: Desk): Promise<Asked> {
  Object.assign(desk.mood, { loses: false, hides: false });
  const asked = await desk.pay();
  Object.assign(desk.mood, { loses: true, hides: true, repeats: false });
  const { businessId, id: paymentId } = asked;
  const refund = await followUp(await desk.open(), {
    kind: 'refund',
    amountCents: 500n,
    businessId,
    paymentId,
    idempotencyKey: undefined,
    actor: 'system',
    reason: undefined,
  });
  assert.equal(refund.state, 'unknown');
  await desk.wait(0.5);
  return asked;
}

test('a refund that nobody can find out was done, or was not', async (t) => {
  const desk = await makeDesk(t);
  const done = await refundUnknown(desk);
  const world = await desk.open();
  const opened = await desk.caseAbout(done);
  assert.deepEqual([opened.kind, opened.object.kind], ['followup_unknown', 'followup']);
  const closed = await decide(world, opened, 'done');
  assert.deepEqual([closed.state, closed.outcome], ['closed', 'The refund has succeeded.']);
  const after = await desk.payment(done);
  assert.deepEqual([after.refundedCents, after.refundingCents], [500n, 0n]);
  assert.equal((await desk.ledger(done)).refunds, 500n);
  assert.equal(await desk.times(done, 'payment.refunded'), 1);

  const not = await refundUnknown(desk);
  const ended = await decide(world, await desk.caseAbout(not), 'not_done');
  assert.deepEqual([ended.state, ended.outcome], ['closed', 'The refund has failed.']);
  const left = await desk.payment(not);
  assert.deepEqual([left.refundedCents, left.refundingCents], [0n, 0n]);
  assert.equal((await desk.ledger(not)).refunds, undefined);
});

/** Money came after we had said no, and the bank does not take it back. */
async function failedReversal(desk: Desk): Promise<Asked> {
  Object.assign(desk.mood, { loses: true, hides: true, refuses: true });
  const asked = await desk.pay();
  await desk.wait(1);
  await decide(await desk.open(), await desk.caseAbout(asked), 'not_charged');
  Object.assign(desk.mood, { loses: false, hides: false });
  await desk.wait(2);
  return asked;
}

test('a reversal that failed is tried again, or was made elsewhere', async (t) => {
  const desk = await makeDesk(t);
  const asked = await failedReversal(desk);
  const opened = await desk.caseAbout(asked);
  assert.equal(opened.kind, 'not_given_back');
  const world = await desk.open();
  const open = await decide(world, opened, 'try_again');
  assert.equal(open.state, 'open', 'the bank said no once more');
  assert.ok(open.outcome);
  assert.equal((await desk.followUps(asked)).length, 2);
  const closed = await decide(world, open, 'given_back_elsewhere');
  assert.deepEqual([closed.state, closed.outcome], ['closed', 'Noted.']);
});

test('a reversal that is tried again and not answered leaves its case confirmed until it is known', async (t) => {
  const desk = await makeDesk(t);
  const asked = await failedReversal(desk);
  const opened = await desk.caseAbout(asked);
  Object.assign(desk.mood, { loses: true, hides: 'what follows', refuses: false });
  const again = decide(await desk.open(), opened, 'try_again');
  await assert.rejects(again, { code: 'payment_busy' });
  assert.equal((await desk.reread(opened)).state, 'confirmed');
  Object.assign(desk.mood, { loses: false, hides: false });
  for (let day = 0; day < 2; day += 1) await desk.wait(1);
  const { state, outcome } = await desk.reread(opened);
  assert.deepEqual([state, outcome], ['closed', 'The give back has succeeded.']);
});

test('one decision is one try, also where only a later inquiry tells that it was in vain', async (t) => {
  const desk = await makeDesk(t);
  const asked = await failedReversal(desk);
  const opened = await desk.caseAbout(asked);
  Object.assign(desk.mood, { loses: true, hides: 'what follows', refuses: false });
  Object.assign(desk.mood, { repeats: false, proves: true });
  const again = decide(await desk.open(), opened, 'try_again');
  await assert.rejects(again, { code: 'payment_busy' });
  for (let day = 0; day < 4; day += 1) await desk.wait(1);
  assert.equal((await desk.reread(opened)).state, 'open');
  assert.equal((await desk.followUps(asked)).length, 2);
});

/** Money came after we had said no, and the bank says nothing about giving it back. */
async function silentReversal(desk: Desk): Promise<Asked> {
  Object.assign(desk.mood, { loses: true, hides: true, repeats: false });
  const asked = await desk.pay();
  await desk.wait(1);
  await decide(await desk.open(), await desk.caseAbout(asked), 'not_charged');
  desk.mood.hides = 'what follows';
  await desk.wait(2);
  const [first] = await desk.followUps(asked);
  assert.deepEqual([first?.kind, first?.state], ['give_back', 'unknown']);
  Object.assign(desk.mood, { loses: false, hides: true });
  return asked;
}

test('a give-back of which the bank says nothing is tried again under its own name', async (t) => {
  const desk = await makeDesk(t);
  const asked = await silentReversal(desk);
  const opened = await desk.caseAbout(asked);
  assert.deepEqual([opened.kind, opened.object.kind], ['not_given_back', 'followup']);
  const unsafe = await decide(await desk.open(), opened, 'try_again');
  assert.equal(unsafe.state, 'open');
  assert.match(unsafe.outcome!, /a second time/);
  desk.mood.repeats = true;
  desk.fixture.clock.pass(60_000);
  const open = await decide(await desk.open(), unsafe, 'try_again');
  const says = 'The processor does not tell of the charge now.';
  assert.deepEqual([open.state, open.outcome], ['open', says]);
  desk.mood.hides = false;
  desk.fixture.clock.pass(60_000);
  const closed = await decide(await desk.open(), open, 'try_again');
  assert.deepEqual([closed.state, closed.outcome], ['closed', 'The give back has succeeded.']);
  assert.equal((await desk.followUps(asked)).length, 1);
  assert.equal(await desk.times(asked, 'payment.given_back'), 1);
});

test('or a person knows that it was reversed', async (t) => {
  const desk = await makeDesk(t);
  const asked = await silentReversal(desk);
  const opened = await desk.caseAbout(asked);
  const closed = await decide(await desk.open(), opened, 'given_back_elsewhere');
  assert.deepEqual([closed.state, closed.outcome], ['closed', 'The give back has succeeded.']);
  assert.equal(await desk.times(asked, 'payment.given_back'), 1);
});

test('a batch that a person takes for right is paid as the processor says', async (t) => {
  const desk = await makeDesk(t);
  const world = await desk.open();
  const { businessId } = await desk.pay();
  const at = desk.fixture.clock.now();
  await world.db.query(
    `insert into batches (business_id, id, processor, state, reference, first_payment_id,
       last_payment_id, item_count, net_cents, fee_cents, processor_id, processor_count,
       processor_cents, actor, epoch, lease_until, created_at, sent_at, closed_at)
     values ($1, 900, 'simulator', 'mismatch', 'b', 1, 1, 1, 1250, 0, 'x', 1, 1200, 'system', 1, $2,
       $2, $2, $2)`,
    [businessId, at],
  );
  const object = { kind: 'batch', id: 900n } as const;
  const evidence = { ourCents: '1250', theirCents: '1200' };
  await openCase(world, { businessId, kind: 'batch_mismatch', object, evidence });
  const opened = await desk.caseAbout({ businessId } as Asked);
  const open = await decide(world, opened, 'keep_open');
  assert.deepEqual([open.state, open.outcome], ['open', 'Kept open: the batch is mismatch.']);
  const closed = await decide(world, open, 'accept_theirs');
  assert.deepEqual([closed.state, closed.outcome], ['closed', 'The batch is reconciled.']);
  const [moved] = await world.db.query<{ cents: bigint }>(
    `select sum(cents)::int8 as cents from transfers where business_id = $1 and batch_id = 900
       and debit = 'clearing'`,
    [businessId],
  );
  assert.equal(moved?.cents, 1200n);
  assert.equal(closed.proposedBy, ann.name);
});
