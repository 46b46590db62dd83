import { strict as assert } from 'node:assert';
import {
  approved,
  chargeRequest,
  followUp,
  type Make,
  where,
} from '../../packages/sandbox/test/subject.ts';

/** For processors that cancel what they know by our reference only, and refuse it when it comes later. */
export function cancelContract(make: Make): void {
  const promise = where(make, (can) => can.cancelByReference !== false);
  const ofAll = where(make, (can) => can.cancelByReference === 'all');

  promise('a request that comes after the cancel is refused', async ({ processor, cards }) => {
    assert.deepEqual(await processor.cancel!('a1'), { outcome: 'canceled', reference: 'a1' });
    const answer = await processor.charge(chargeRequest('a1', cards.approves));
    assert.equal(answer.outcome, 'rejected');
    assert.deepEqual(await processor.inquire('a1'), { outcome: 'canceled', reference: 'a1' });
  });

  promise('an execution that is still to come is stopped by the cancel', async (subject) => {
    const { processor, cards, passSeconds } = subject;
    await processor.charge(chargeRequest('a1', cards.booksLate));
    await processor.cancel!('a1');
    await passSeconds(processor.can.lateWindowSeconds);
    assert.equal((await processor.inquire('a1')).outcome, 'canceled');
  });

  promise('a cancel undoes an approval, and for good', async ({ processor, cards }) => {
    for (const capture of [true, false]) {
      const request = chargeRequest(`a-${capture}`, cards.approves, { capture });
      const { reference } = request;
      await processor.charge(request);
      for (let i = 0; i < 2; i += 1) {
        assert.deepEqual(await processor.cancel!(reference), { outcome: 'canceled', reference });
        assert.equal((await processor.inquire(reference)).outcome, 'canceled');
        const again = await processor.charge(request);
        // A replay may tell what was, but does nothing.
        const isReplay = processor.can.cancelByReference === 'charges';
        if (!isReplay) assert.equal(again.outcome, 'rejected');
      }
      assert.equal((await processor.inquire(reference)).outcome, 'canceled');
    }
  });

  promise('a cancel touches no other reference', async ({ processor, cards }) => {
    const other = await processor.charge(chargeRequest('a2', cards.approves));
    await processor.charge(chargeRequest('a1', cards.approves));
    await processor.cancel!('a1');
    assert.deepEqual(await processor.inquire('a2'), other);
  });

  ofAll('only what was approved and stands can be followed up', async (subject) => {
    const { processor, cards, passSeconds } = subject;
    await processor.charge(chargeRequest('declined', cards.declines));
    const undone = await approved(processor, 'undone', cards.approves);
    await processor.cancel!('undone');
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

  ofAll('a follow-up that was canceled moves nothing, then or later', async (subject) => {
    const { processor, cards } = subject;
    const charge = await approved(processor, 'a1', cards.approves);
    const refund = followUp('refund', 'r1', charge);
    assert.equal((await processor.followUp(refund)).outcome, 'approved');
    assert.equal((await processor.cancel!('r1')).outcome, 'canceled');
    assert.deepEqual(await processor.inquire('r1'), { outcome: 'canceled', reference: 'r1' });
    assert.equal((await processor.followUp(refund)).outcome, 'rejected');
    assert.equal((await processor.followUp({ ...refund, reference: 'r2' })).outcome, 'approved');

    await processor.cancel!('r3');
    assert.equal((await processor.followUp({ ...refund, reference: 'r3' })).outcome, 'rejected');
    assert.equal((await processor.inquire('r3')).outcome, 'canceled');
  });

  ofAll('a void or capture that was canceled leaves the charge as it was', async (subject) => {
    const { processor, cards } = subject;
    const charge = await approved(processor, 'a1', cards.approves, { capture: false });
    const outcomes: string[] = [];
    for (const kind of ['void', 'capture', 'capture', 'void'] as const) {
      const reference = `f${outcomes.length}`;
      const answer = await processor.followUp(followUp(kind, reference, charge));
      outcomes.push(answer.outcome);
      await processor.cancel!(reference);
    }
    assert.deepEqual(outcomes, ['approved', 'approved', 'approved', 'approved']);
    assert.deepEqual(await processor.inquire('a1'), charge);
  });

  ofAll('a refund falls with the capture that it refunded', async ({ processor, cards }) => {
    const charge = await approved(processor, 'a1', cards.approves, { capture: false });
    await processor.followUp(followUp('capture', 'c1', charge));
    await processor.followUp(followUp('refund', 'r1', charge, 600n));
    await processor.cancel!('c1');
    assert.equal((await processor.inquire('r1')).outcome, 'canceled');
    await processor.followUp(followUp('capture', 'c2', charge));
    const refund = await processor.followUp(followUp('refund', 'r2', charge));
    assert.equal(refund.outcome, 'approved');
  });

  ofAll('a charge can be canceled whatever came after it', async ({ processor, cards }) => {
    const charge = await approved(processor, 'a1', cards.approves);
    await processor.followUp(followUp('refund', 'r1', charge, 600n));
    assert.equal((await processor.cancel!('a1')).outcome, 'canceled');
    for (const reference of ['a1', 'r1']) {
      assert.deepEqual(await processor.inquire(reference), { outcome: 'canceled', reference });
    }
    assert.equal(
      (await processor.followUp(followUp('refund', 'r2', charge, 1n))).outcome,
      'rejected',
    );
  });
}
