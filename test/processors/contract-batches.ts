import { strict as assert } from 'node:assert';
import {
  approved,
  chargeRequest,
  followUp,
  type Make,
  where,
} from '../../packages/sandbox/test/subject.ts';

/** For processors whose batches are closed by us. */
export function batchContract(make: Make): void {
  const promise = where(make, (can) => can.batches === 'manual');

  promise('a batch comes to what is in it', async (subject) => {
    const { processor, cards, refundsSettledOnly, batchesAreItsOwn } = subject;
    const charge = await approved(processor, 'a1', cards.approves);
    const authorized = await approved(processor, 'a2', cards.approves, { capture: false });
    await processor.followUp(followUp('capture', 'c2', authorized, 600n));
    const items = [
      { reference: 'a1', cents: 1000n },
      { reference: 'c2', cents: 600n },
    ];
    if (refundsSettledOnly) await processor.closeBatch!({ reference: 'b0', items });
    await processor.followUp(followUp('refund', 'r1', charge, 150n));
    items.push({ reference: 'r1', cents: -150n });
    const answer = await processor.closeBatch!({ reference: 'b1', items });
    assert.equal(answer.outcome, 'closed');
    assert.deepEqual([answer.reference, answer.count, answer.cents], ['b1', 3, 1450n]);
    assert.ok(answer.processorId);
    assert.deepEqual(await processor.inquireBatch!({ reference: 'b1', items }), answer);
    assert.deepEqual(await processor.closeBatch!({ reference: 'b1', items }), answer);
    // It does not know what was in it when it was closed first.
    if (batchesAreItsOwn) return;
    const less = await processor.closeBatch!({ reference: 'b1', items: items.slice(1) });
    assert.equal(less.outcome, 'rejected');
    assert.deepEqual(await processor.inquireBatch!({ reference: 'b1', items }), answer);
  });

  promise('a batch may be empty', async ({ processor }) => {
    const answer = await processor.closeBatch!({ reference: 'b1', items: [] });
    assert.equal(answer.outcome, 'closed');
    assert.deepEqual([answer.count, answer.cents], [0, 0n]);
  });

  promise('nothing is known of a batch that never came', async ({ processor }) => {
    for (const reference of ['b1', '', '"', '__proto__']) {
      assert.deepEqual(await processor.inquireBatch!({ reference, items: [] }), {
        outcome: 'not_found',
      });
    }
  });

  promise('the processor agrees only to what it knows as we do', async (subject) => {
    const { processor, cards, batchesAreItsOwn } = subject;
    const good = await approved(processor, 'good', cards.approves);
    await approved(processor, 'earlier', cards.approves);
    await processor.closeBatch!({
      reference: 'b1',
      items: [{ reference: 'earlier', cents: 1000n }],
    });
    if (processor.can.cancelByReference) {
      await approved(processor, 'undone', cards.approves);
      await processor.cancel!('undone');
    }
    await processor.followUp(
      followUp('void', 'void', await approved(processor, 'voided', cards.approves)),
    );
    await processor.charge(chargeRequest('declined', cards.declines));
    await processor.charge(chargeRequest('late', cards.booksLate));
    await approved(processor, 'authorized', cards.approves, { capture: false });
    await approved(processor, 'less', cards.approves);
    await processor.followUp(followUp('refund', 'refund', good, 10n));

    const names = 'good earlier undone voided void declined late authorized never refund good';
    const asked = names.split(' ').filter((name) => name !== 'earlier' || !batchesAreItsOwn);
    const items = asked.map((reference) => ({ reference, cents: 1000n }));
    items.push({ reference: 'less', cents: 999n }, { reference: 'refund', cents: 10n });
    const answer = await processor.closeBatch!({ reference: 'b2', items });
    assert.equal(answer.outcome, 'closed');
    assert.deepEqual([answer.count, answer.cents], [1, 1000n]);
  });

  promise('what is in a batch can be refunded, but no longer voided', async (subject) => {
    const { processor, cards } = subject;
    const charge = await approved(processor, 'a1', cards.approves);
    const authorized = await approved(processor, 'a2', cards.approves, { capture: false });
    await processor.followUp(followUp('capture', 'c2', authorized));
    await processor.closeBatch!({
      reference: 'b1',
      items: ['a1', 'c2'].map((reference) => ({ reference, cents: 1000n })),
    });
    for (const one of [charge, authorized]) {
      const voided = await processor.followUp(followUp('void', `v-${one.reference}`, one));
      assert.equal(voided.outcome, 'declined');
      assert.equal(voided.code, 'already_settled');
      const refund = await processor.followUp(followUp('refund', `r-${one.reference}`, one));
      assert.equal(refund.outcome, 'approved');
    }
  });

  promise('the same batch many times at once is closed once', async (subject) => {
    const { processor, cards, batchesAreItsOwn } = subject;
    await approved(processor, 'a1', cards.approves);
    const items = [{ reference: 'a1', cents: 1000n }];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => processor.closeBatch!({ reference: 'b1', items })),
    );
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    if (batchesAreItsOwn) return;
    const other = await processor.closeBatch!({ reference: 'b2', items });
    assert.equal(other.outcome, 'closed');
    assert.deepEqual([other.count, other.cents], [0, 0n]);
  });
}
