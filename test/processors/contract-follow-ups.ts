import { strict as assert } from 'node:assert';
import {
  approved,
  assertReused,
  chargeRequest,
  followUp,
  isIdempotent,
  type Make,
  where,
} from '../../packages/sandbox/test/subject.ts';

/** What becomes of a charge after it was approved. */
export function followUpContract(promise: Make): void {
  const idempotent = where(promise, isIdempotent);

  promise('a follow-up carries its reference and the amount', async (subject) => {
    const { processor, cards, recordsFollowUps, tellsVoided, tellsRefunded, voidsAuthorizedOnly } =
      subject;
    for (const [kind, capture] of [
      ['capture', false],
      ...(voidsAuthorizedOnly ? [] : [['void', true] as const]),
      ['void', false],
      ['refund', true],
    ] as const) {
      const reference = `${kind}-${capture}`;
      const charge = await approved(processor, `of-${reference}`, cards.approves, { capture });
      const request = followUp(kind, reference, charge);
      const answer = await processor.followUp(request);
      assert.equal(answer.outcome, 'approved', reference);
      assert.equal(answer.reference, reference);
      assert.equal(answer.amountCents, 1000n);
      assert.ok(answer.processorId);
      if (recordsFollowUps) assert.ok(answer.authorizationCode);
      const isOwn = recordsFollowUps || kind === 'refund';
      assert.equal(answer.processorId !== charge.processorId, isOwn);
      assert.deepEqual(await processor.inquire(reference, request), answer);
      const isTold = (kind === 'void' && tellsVoided) || (kind === 'refund' && tellsRefunded);
      const { reference: ofCharge, processorId } = charge;
      const told = isTold ? { outcome: 'canceled', reference: ofCharge, processorId } : charge;
      assert.deepEqual(await processor.inquire(charge.reference), told);
    }
  });

  idempotent('a follow-up again under its reference gives the first answer', async (subject) => {
    const { processor, cards } = subject;
    const charge = await approved(processor, 'a1', cards.approves);
    const request = followUp('refund', 'r1', charge, 700n);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => processor.followUp(request)),
    );
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    const tooMuch = followUp('refund', 'r2', charge, 301n);
    const declined = await processor.followUp(tooMuch);
    assert.deepEqual(await processor.followUp(tooMuch), declined);
    const isFound = subject.recordsFollowUps && !subject.findsFollowUpsByCharge;
    if (isFound) assert.deepEqual(await processor.inquire('r2'), declined);
  });

  idempotent('the reference of a follow-up is never used for anything else', async (subject) => {
    const { processor, cards } = subject;
    const charge = await approved(processor, 'a1', cards.approves);
    const other = await approved(processor, 'a2', cards.approves);
    const first = await processor.followUp(followUp('refund', 'r1', charge, 600n));
    const attempts = [
      processor.followUp(followUp('refund', 'r1', charge, 601n)),
      processor.followUp(followUp('void', 'r1', charge, 600n)),
      processor.followUp(followUp('refund', 'r1', other, 600n)),
      processor.followUp(followUp('refund', 'a1', charge, 600n)),
      processor.charge(chargeRequest('r1', cards.approves, { amountCents: 600n })),
    ];
    for (const attempt of attempts) assertReused(subject, await attempt);
    const asked = followUp('refund', 'r1', charge, 600n);
    assert.deepEqual(await processor.inquire('r1', asked), first);
    assert.deepEqual(await processor.inquire('a1'), charge);
  });

  promise('what was declined, or never came, cannot be followed up', async (subject) => {
    const { processor, cards } = subject;
    const declined = await processor.charge(chargeRequest('declined', cards.declines));
    assert.equal(declined.outcome, 'declined');
    for (const { reference, processorId } of [declined, { reference: 'a', processorId: '1' }]) {
      for (const kind of ['capture', 'void', 'refund'] as const) {
        const charge = { reference, processorId, amountCents: 1000n };
        const answer = await processor.followUp(followUp(kind, `${kind}-${reference}`, charge));
        // Of a void it may only be told that there is nothing to void.
        const refusals = kind === 'void' ? ['rejected', 'declined'] : ['rejected'];
        assert.ok(refusals.includes(answer.outcome), `${kind} of ${reference}`);
      }
    }
  });

  promise("a charge is known by its reference and the processor's name", async (subject) => {
    const { processor, cards } = subject;
    const charge = await approved(processor, 'a1', cards.approves);
    const other = { ...charge, processorId: `${charge.processorId}0` };
    assert.equal((await processor.followUp(followUp('refund', 'r1', other))).outcome, 'rejected');
  });

  promise(
    'a capture takes at most what was authorized, and once where that is the rule',
    async (subject) => {
      const { processor, cards } = subject;
      const charge = await approved(processor, 'a1', cards.approves, { capture: false });
      for (const cents of [1001n, 0n, -1n]) {
        const answer = await processor.followUp(followUp('capture', `c${cents}`, charge, cents));
        assert.equal(answer.outcome, 'rejected', String(cents));
      }
      const captured = await processor.followUp(followUp('capture', 'c1', charge, 600n));
      assert.equal(captured.outcome, 'approved');
      const more = subject.capturesInParts ? 401n : 400n;
      const again = await processor.followUp(followUp('capture', 'c2', charge, more));
      // That it was captured may be a reason to look, where it is no record of its own.
      const refusals = subject.recordsFollowUps ? ['rejected'] : ['rejected', 'unknown'];
      assert.ok(refusals.includes(again.outcome));
      assert.equal(
        (await outcomeOf(followUp('refund', 'r1', charge, 601n))).code,
        'refund_too_large',
      );
      assert.equal((await outcomeOf(followUp('refund', 'r2', charge, 600n))).outcome, 'approved');

      const direct = await approved(processor, 'a2', cards.approves);
      assert.equal((await outcomeOf(followUp('capture', 'c3', direct))).outcome, 'rejected');

      async function outcomeOf(request: Parameters<typeof processor.followUp>[0]) {
        return (await processor.followUp(request)) as { outcome: string; code?: string };
      }
    },
  );

  promise('what was only authorized cannot be refunded', async (subject) => {
    const { processor, cards } = subject;
    const charge = await approved(processor, 'a1', cards.approves, { capture: false });
    const answer = await processor.followUp(followUp('refund', 'r1', charge, 1n));
    const told = answer.outcome === 'declined' ? answer.code : answer.outcome;
    assert.equal(told, subject.refundsSettledOnly ? 'rejected' : 'refund_too_large');
  });

  promise('refunds never exceed what was taken', async ({ processor, cards }) => {
    const charge = await approved(processor, 'a1', cards.approves);
    const outcomes: string[] = [];
    for (const [reference, cents] of Object.entries({ r1: 400n, r2: 601n, r3: 600n, r4: 1n })) {
      const answer = await processor.followUp(followUp('refund', reference, charge, cents));
      outcomes.push(answer.outcome === 'declined' ? answer.code : answer.outcome);
    }
    assert.deepEqual(outcomes, ['approved', 'refund_too_large', 'approved', 'refund_too_large']);
  });

  promise('of fifty refunds at once as many are given as there is money', async (subject) => {
    const { processor, cards } = subject;
    const charge = await approved(processor, 'a1', cards.approves);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        processor.followUp(followUp('refund', `r${i}`, charge, 70n)),
      ),
    );
    const count = (outcome: string) =>
      answers.filter((answer) => answer.outcome === outcome).length;
    assert.deepEqual([count('approved'), count('declined')], [14, 36]);
    assert.equal(
      (await processor.followUp(followUp('refund', 's1', charge, 21n))).outcome,
      'declined',
    );
    assert.equal(
      (await processor.followUp(followUp('refund', 's2', charge, 20n))).outcome,
      'approved',
    );
  });

  promise('a void undoes all, and nothing can follow it', async (subject) => {
    const { processor, cards, comparesVoids, recordsFollowUps, voidsAuthorizedOnly } = subject;
    for (const capture of voidsAuthorizedOnly ? [false] : [true, false]) {
      const charge = await approved(processor, `a-${capture}`, cards.approves, { capture });
      if (comparesVoids) {
        const part = await processor.followUp(followUp('void', `v1-${capture}`, charge, 999n));
        assert.equal(part.outcome, 'rejected');
      }
      const voided = await processor.followUp(followUp('void', `v2-${capture}`, charge));
      assert.equal(voided.outcome, 'approved');
      for (const kind of ['capture', 'void', 'refund'] as const) {
        const answer = await processor.followUp(followUp(kind, `${kind}-${capture}`, charge));
        const told = answer.outcome === 'declined' ? answer.code : answer.outcome;
        // A void may be told that it comes too late, whatever it is too late for, or that a look will tell.
        const tooLate = ['already_settled', 'not_released'];
        const ofVoid = [...tooLate, ...(recordsFollowUps ? [] : ['unknown'])];
        const refusals = ['rejected', ...(kind === 'void' ? ofVoid : [])];
        assert.ok(refusals.includes(told), `${kind} ${told}`);
      }
    }
  });

  promise(
    'what was taken is refunded in place of a void, where only that is possible',
    async (subject) => {
      const { processor, cards, voidsAuthorizedOnly } = subject;
      if (!voidsAuthorizedOnly) return;
      const charge = await approved(processor, 'a1', cards.approves);
      const answer = await processor.followUp(followUp('void', 'v1', charge));
      assert.equal(answer.outcome, 'declined');
      assert.equal(answer.code, 'already_settled');
      assert.equal(
        (await processor.followUp(followUp('refund', 'r1', charge))).outcome,
        'approved',
      );
    },
  );

  promise('what was refunded in part can no longer be voided', async ({ processor, cards }) => {
    const charge = await approved(processor, 'a1', cards.approves);
    await processor.followUp(followUp('refund', 'r1', charge, 1n));
    const answer = await processor.followUp(followUp('void', 'v1', charge));
    assert.equal(answer.outcome, 'declined');
    assert.equal(answer.code, 'already_settled');
  });

  promise('a follow-up without an answer is found if it happened', async (subject) => {
    const { processor, cards, passSeconds, recordsFollowUps } = subject;
    for (const [kind, number, found] of [
      ['capture', cards.captureTimesOutAfterBooking, 'approved'],
      ['void', cards.voidTimesOutAfterBooking, 'approved'],
      ['refund', cards.refundTimesOutAfterBooking, 'approved'],
      ['refund', cards.refundTimesOutBeforeBooking, 'not_found'],
    ] as const) {
      const reference = `${kind}-${found}`;
      const charge = await approved(processor, `of-${reference}`, number, {
        capture: kind === 'refund',
      });
      const request = followUp(kind, reference, charge);
      assert.equal((await processor.followUp(request)).outcome, 'unknown', reference);
      if (found === 'not_found') await passSeconds(processor.can.lateWindowSeconds);
      const { outcome } = await processor.inquire(reference, request);
      const isUncertain = !recordsFollowUps && found === 'not_found';
      assert.ok(outcome === found || (isUncertain && outcome === 'unknown'), reference);
    }
  });

  promise('a follow-up may be declined', async (subject) => {
    const { processor, cards, recordsFollowUps, forgetsDeclinedFollowUps } = subject;
    for (const [kind, number] of [
      ['capture', cards.captureDeclines],
      ['refund', cards.refundDeclines],
    ] as const) {
      const charge = await approved(processor, `of-${kind}`, number, {
        capture: kind === 'refund',
      });
      const request = followUp(kind, kind, charge);
      const answer = await processor.followUp(request);
      assert.equal(answer.outcome, 'declined', kind);
      assert.match(answer.message, /\.$/);
      const found = await processor.inquire(kind, request);
      // A capture that failed is none.
      const isOwn = !forgetsDeclinedFollowUps && (recordsFollowUps || kind === 'refund');
      assert.deepEqual(found, isOwn ? answer : { outcome: 'not_found' });
    }
  });
}
