import assert from 'node:assert/strict';
import { chargeRequest, followUp, type Make } from '../../packages/sandbox/test/subject.ts';
import { referenceOf } from '../../src/payments/payment.ts';
import { fits } from '../../src/ports/processors/request-terms.ts';
import { batchReference } from '../../src/settlement/batch.ts';

/** Of the flows: short ones, and the longest that they make. */
const ours = [
  referenceOf(1n, 1n, 1),
  referenceOf(100_002n, 36n ** 9n - 1n, 99_999),
  referenceOf(36n ** 6n - 1n, 36n ** 6n - 1n, 99_999),
  batchReference({ businessId: 1n, id: 1n }),
  batchReference({ businessId: 36n ** 6n - 1n, id: 36n ** 12n - 1n }),
];

/** What every processor keeps about the names of requests. */
export function referenceContract(promise: Make): void {
  promise('each reference that our flows make fits', async ({ processor }) => {
    const isReference = fits(processor.can.references);
    for (const reference of ours) assert.ok(isReference(reference), reference);
    assert.ok(ours.some(({ length }) => length === 20));
  });

  promise('the longest reference comes back letter by letter', async ({ processor, cards }) => {
    const { longest } = processor.can.references;
    const reference = 'a-Z9'.repeat(longest).slice(0, longest);
    const answer = await processor.charge(chargeRequest(reference, cards.approves));
    assert.equal(answer.outcome, 'approved');
    assert.deepEqual(await processor.inquire(reference), answer);
  });

  promise('a reference that does not fit is refused, and nothing is sent', async (subject) => {
    const { processor, unreachable, cards } = subject;
    const { longest } = processor.can.references;
    const charge = { reference: 'a1', processorId: '1', amountCents: 1000n };
    for (const reference of ['x'.repeat(longest + 1), '', 'x y', 'x"', 'xé']) {
      // Where nobody answers, what is sent is told as not sent.
      for (const answer of [
        await unreachable.charge(chargeRequest(reference, cards.approves)),
        await unreachable.followUp(followUp('refund', reference, charge)),
      ])
        assert.equal(answer.outcome, 'rejected', reference);
      assert.deepEqual(await processor.inquire(reference), { outcome: 'not_found' }, reference);
    }
  });
}
