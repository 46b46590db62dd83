import { strict as assert } from 'node:assert';
import { approved, chargeRequest, followUp, type Make } from './subject.ts';

/** What becomes of a charge after it was approved. */
export function followUpContract(promise: Make): void {
  promise('a follow-up carries its reference and the amount', async ({ processor, cards }) => {
    for (const [kind, capture] of [
      ['capture', false],
      ['void', true],
      ['void', false],
      ['refund', true],
    ] as const) {
      const reference = `${kind}-${capture}`;
      const charge = await approved(processor, `of-${reference}`, cards.approves, { capture });
      const answer = await processor.followUp(followUp(kind, reference, charge));
      assert.equal(answer.outcome, 'approved', reference);
      assert.equal(answer.reference, reference);
      assert.equal(answer.amountCents, 1000n);
      assert.ok(answer.processorId && answer.authorizationCode);
      assert.notEqual(answer.processorId, charge.processorId);
      assert.deepEqual(await processor.inquire(reference), answer);
      assert.deepEqual(await processor.inquire(charge.reference), charge);
    }
  });

  promise('a follow-up again under its reference gives the first answer', async (subject) => {
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
    assert.deepEqual(await processor.inquire('r2'), declined);
  });

  promise('the reference of a follow-up is never used for anything else', async (subject) => {
    const { processor, cards } = subject;
    const charge = await approved(processor, 'a1', cards.approves);
    const other = await approved(processor, 'a2', cards.approves);
    const first = await processor.followUp(followUp('refund', 'r1', charge, 500n));
    const attempts = [
      processor.followUp(followUp('refund', 'r1', charge, 501n)),
      processor.followUp(followUp('void', 'r1', charge, 500n)),
      processor.followUp(followUp('refund', 'r1', other, 500n)),
      processor.followUp(followUp('refund', 'a1', charge, 500n)),
      processor.charge(chargeRequest('r1', cards.approves, { amountCents: 500n })),
    ];
    for (const attempt of attempts) assert.equal((await attempt).outcome, 'rejected');
    assert.deepEqual(await processor.inquire('r1'), first);
    assert.deepEqual(await processor.inquire('a1'), charge);
  });

  promise('only what was approved and stands can be followed up', async (subject) => {
    const { processor, cards, passSeconds } = subject;
    await processor.charge(chargeRequest('declined', cards.declines));
    const undone = await approved(processor, 'undone', cards.approves);
    await processor.cancel('undone');
    await processor.charge(chargeRequest('late', cards.booksLate));
    const known = { processorId: undone.processorId, amountCents: 1000n };
    for (const reference of ['declined', 'undone', 'late', 'never', '', '"', '__proto__']) {
      for (const kind of ['capture', 'void', 'refund'] as const) {
        const answer = await processor.followUp(followUp(kind, 'f1', { ...known, reference }));
        assert.equal(answer.outcome, 'rejected', `${kind} of ${reference}`);
      }
    }
    assert.deepEqual(await processor.inquire('f1'), { outcome: 'not_found' });

    await passSeconds(processor.can.lateWindowSeconds);
    const late = await processor.inquire('late');
    assert.equal(late.outcome, 'approved');
    assert.equal((await processor.followUp(followUp('refund', 'f1', late))).outcome, 'approved');
  });

  promise("a charge is known by its reference and the processor's name", async (subject) => {
    const { processor, cards } = subject;
    const charge = await approved(processor, 'a1', cards.approves);
    const other = { ...charge, processorId: `${charge.processorId}0` };
    assert.equal((await processor.followUp(followUp('refund', 'r1', other))).outcome, 'rejected');
  });

  promise('a capture takes at most what was authorized, and once', async (subject) => {
    const { processor, cards } = subject;
    const charge = await approved(processor, 'a1', cards.approves, { capture: false });
    for (const cents of [1001n, 0n, -1n]) {
      const answer = await processor.followUp(followUp('capture', 'c1', charge, cents));
      assert.equal(answer.outcome, 'rejected', String(cents));
    }
    const captured = await processor.followUp(followUp('capture', 'c1', charge, 600n));
    assert.equal(captured.outcome, 'approved');
    const again = await processor.followUp(followUp('capture', 'c2', charge, 400n));
    assert.equal(again.outcome, 'rejected');
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
  });

  promise('nothing can be given back of what was only authorized', async (subject) => {
    const { processor, cards } = subject;
    const charge = await approved(processor, 'a1', cards.approves, { capture: false });
    const answer = await processor.followUp(followUp('refund', 'r1', charge, 1n));
    assert.equal(answer.outcome, 'declined');
    assert.equal(answer.code, 'refund_too_large');
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

  promise('a void undoes all, and nothing can follow it', async ({ processor, cards }) => {
    for (const capture of [true, false]) {
      const charge = await approved(processor, `a-${capture}`, cards.approves, { capture });
      const part = await processor.followUp(followUp('void', `v1-${capture}`, charge, 999n));
      assert.equal(part.outcome, 'rejected');
      const voided = await processor.followUp(followUp('void', `v2-${capture}`, charge));
      assert.equal(voided.outcome, 'approved');
      for (const kind of ['capture', 'void', 'refund'] as const) {
        const answer = await processor.followUp(followUp(kind, `${kind}-${capture}`, charge));
        assert.equal(answer.outcome, 'rejected', kind);
      }
    }
  });

  promise('what was given back in part can no longer be voided', async ({ processor, cards }) => {
    const charge = await approved(processor, 'a1', cards.approves);
    await processor.followUp(followUp('refund', 'r1', charge, 1n));
    const answer = await processor.followUp(followUp('void', 'v1', charge));
    assert.equal(answer.outcome, 'declined');
    assert.equal(answer.code, 'already_settled');
  });

  promise('a follow-up that was canceled moves nothing, then or later', async (subject) => {
    const { processor, cards } = subject;
    const charge = await approved(processor, 'a1', cards.approves);
    const refund = followUp('refund', 'r1', charge);
    assert.equal((await processor.followUp(refund)).outcome, 'approved');
    assert.equal((await processor.cancel('r1')).outcome, 'canceled');
    assert.deepEqual(await processor.inquire('r1'), { outcome: 'canceled', reference: 'r1' });
    assert.equal((await processor.followUp(refund)).outcome, 'rejected');
    assert.equal((await processor.followUp({ ...refund, reference: 'r2' })).outcome, 'approved');

    await processor.cancel('r3');
    assert.equal((await processor.followUp({ ...refund, reference: 'r3' })).outcome, 'rejected');
    assert.equal((await processor.inquire('r3')).outcome, 'canceled');
  });

  promise('a void or capture that was canceled leaves the charge as it was', async (subject) => {
    const { processor, cards } = subject;
    const charge = await approved(processor, 'a1', cards.approves, { capture: false });
    const outcomes: string[] = [];
    for (const kind of ['void', 'capture', 'capture', 'void'] as const) {
      const reference = `f${outcomes.length}`;
      const answer = await processor.followUp(followUp(kind, reference, charge));
      outcomes.push(answer.outcome);
      await processor.cancel(reference);
    }
    assert.deepEqual(outcomes, ['approved', 'approved', 'approved', 'approved']);
    assert.deepEqual(await processor.inquire('a1'), charge);
  });

  promise('a refund falls with the capture that it gave back', async ({ processor, cards }) => {
    const charge = await approved(processor, 'a1', cards.approves, { capture: false });
    await processor.followUp(followUp('capture', 'c1', charge));
    await processor.followUp(followUp('refund', 'r1', charge, 600n));
    await processor.cancel('c1');
    assert.equal((await processor.inquire('r1')).outcome, 'canceled');
    await processor.followUp(followUp('capture', 'c2', charge));
    const refund = await processor.followUp(followUp('refund', 'r2', charge));
    assert.equal(refund.outcome, 'approved');
  });

  promise('a charge can be canceled whatever came after it', async ({ processor, cards }) => {
    const charge = await approved(processor, 'a1', cards.approves);
    await processor.followUp(followUp('refund', 'r1', charge, 600n));
    assert.equal((await processor.cancel('a1')).outcome, 'canceled');
    for (const reference of ['a1', 'r1']) {
      assert.deepEqual(await processor.inquire(reference), { outcome: 'canceled', reference });
    }
    assert.equal(
      (await processor.followUp(followUp('refund', 'r2', charge, 1n))).outcome,
      'rejected',
    );
  });

  promise('a follow-up without an answer is found if it happened', async (subject) => {
    const { processor, cards, passSeconds } = subject;
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
      assert.equal((await processor.inquire(reference)).outcome, found, reference);
    }
  });

  promise('a follow-up may be declined', async ({ processor, cards }) => {
    for (const [kind, number] of [
      ['capture', cards.captureDeclines],
      ['refund', cards.refundDeclines],
    ] as const) {
      const charge = await approved(processor, `of-${kind}`, number, {
        capture: kind === 'refund',
      });
      const answer = await processor.followUp(followUp(kind, kind, charge));
      assert.equal(answer.outcome, 'declined', kind);
      assert.match(answer.message, /\.$/);
      assert.deepEqual(await processor.inquire(kind), answer);
    }
  });
}
