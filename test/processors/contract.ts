import { strict as assert } from 'node:assert';
import {
  assertReused,
  chargeRequest,
  cvv,
  followUp,
  holder,
  isIdempotent,
  type Open,
  promises,
  where,
} from '../../packages/sandbox/test/subject.ts';
import { checkAnswer } from '../../src/ports/processors/answer-check.ts';
import { batchContract } from './contract-batches.ts';
import { cancelContract } from './contract-cancels.ts';
import { followUpContract } from './contract-follow-ups.ts';
import { proofContract } from './contract-proof.ts';
import { referenceContract } from './contract-references.ts';
import { tokenContract } from './contract-tokens.ts';

/** What every processor keeps, whatever it can. One run per processor. */
export function processorContract(name: string, open: Open): void {
  const promise = promises(name, open);
  const idempotent = where(promise, isIdempotent);
  followUpContract(promise);
  batchContract(promise);
  cancelContract(promise);
  proofContract(promise);
  referenceContract(promise);
  tokenContract(promise);

  promise('an approval carries the reference and the amount', async ({ processor, cards }) => {
    const answer = await processor.charge(chargeRequest('a1', cards.approves));
    assert.equal(answer.outcome, 'approved');
    assert.equal(answer.reference, 'a1');
    assert.equal(answer.amountCents, 1000n);
    assert.ok(answer.processorId && answer.authorizationCode);
  });

  promise(
    'a decline carries the reference, a code and a sentence',
    async ({ processor, cards }) => {
      const answer = await processor.charge(chargeRequest('a1', cards.declines));
      assert.equal(answer.outcome, 'declined');
      assert.equal(answer.reference, 'a1');
      assert.match(answer.code, /^[a-z_]+$/);
      assert.match(answer.message, /\.$/);
    },
  );

  idempotent('the same reference again gives the first answer', async ({ processor, cards }) => {
    for (const [reference, number] of [
      ['a1', cards.approves],
      ...(processor.can.replay?.by === 'key' ? [['a2', cards.declines] as const] : []),
    ] as const) {
      const first = await processor.charge(chargeRequest(reference, number));
      assert.deepEqual(await processor.charge(chargeRequest(reference, number)), first);
    }
  });

  idempotent(
    'the same reference many times at once is one charge',
    async ({ processor, cards }) => {
      const request = chargeRequest('a1', cards.approves);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => processor.charge(request)),
      );
      for (const answer of answers) assert.deepEqual(answer, answers[0]);
    },
  );

  idempotent('a reference is never used for another charge', async (subject) => {
    const { processor, cards } = subject;
    const first = await processor.charge(chargeRequest('a1', cards.approves));
    for (const more of [{ amountCents: 1001n }, { capture: false }]) {
      const answer = await processor.charge(chargeRequest('a1', cards.approves, more));
      assertReused(subject, answer);
    }
    assert.deepEqual(await processor.inquire('a1'), first);
  });

  idempotent('a reference is never used for another card', async (subject) => {
    const { processor, cards } = subject;
    const first = await processor.charge(chargeRequest('a1', cards.approves));
    for (const other of [cards.declines, cards.approvesAPart]) {
      assertReused(subject, await processor.charge(chargeRequest('a1', other)));
    }
    assert.deepEqual(await processor.inquire('a1'), first);
  });

  promise('an inquiry finds what was approved or declined', async ({ processor, cards }) => {
    for (const [reference, number] of [
      ['a1', cards.approves],
      ['a2', cards.declines],
    ] as const) {
      const answer = await processor.charge(chargeRequest(reference, number));
      assert.deepEqual(await processor.inquire(reference), answer);
    }
  });

  promise('an inquiry finds nothing of what never came', async ({ processor }) => {
    assert.deepEqual(await processor.inquire('a1'), { outcome: 'not_found' });
  });

  promise('where nobody answers, it is certain that nothing was sent', async (subject) => {
    const { processor, unreachable, cards, passSeconds } = subject;
    const { can } = processor;
    const charge = { reference: 'a1', processorId: '1', amountCents: 1000n };
    const items = [{ reference: 'a1', cents: 1000n, processorId: '1' }];
    const batch = { reference: 'b1', items };
    const answers = await Promise.all([
      unreachable.charge(chargeRequest('a1', cards.approves)),
      unreachable.followUp(followUp('refund', 'a2', charge)),
      ...(can.batches === 'manual' ? [unreachable.closeBatch!(batch)] : []),
      ...(can.customerSearch ? [unreachable.findCustomer!(subject.customer)] : []),
    ]);
    for (const { outcome } of answers) assert.equal(outcome, 'not_sent');
    const inquiries = [
      unreachable.inquire('a1'),
      unreachable.cancel?.('a1'),
      unreachable.inquireBatch?.(batch),
    ];
    for (const found of await Promise.all(inquiries.filter((one) => one !== undefined)))
      assert.equal(found.outcome, 'unknown');
    await passSeconds(can.lateWindowSeconds);
    for (const reference of ['a1', 'a2']) {
      assert.deepEqual(await processor.inquire(reference), { outcome: 'not_found' });
    }
  });

  promise('a time-out before the booking is unknown and never found', async (subject) => {
    const { processor, cards, passSeconds } = subject;
    const answer = await processor.charge(chargeRequest('a1', cards.timesOutBeforeBooking));
    assert.equal(answer.outcome, 'unknown');
    await passSeconds(processor.can.lateWindowSeconds);
    assert.deepEqual(await processor.inquire('a1'), { outcome: 'not_found' });
  });

  promise('a time-out after the booking is unknown and found at once', async (subject) => {
    const { processor, cards } = subject;
    const answer = await processor.charge(chargeRequest('a1', cards.timesOutAfterBooking));
    assert.equal(answer.outcome, 'unknown');
    const found = await processor.inquire('a1');
    assert.equal(found.outcome, 'approved');
    assert.equal(found.amountCents, 1000n);
  });

  promise('a late execution is found within the late window', async (subject) => {
    const { processor, cards, passSeconds } = subject;
    const answer = await processor.charge(chargeRequest('a1', cards.booksLate));
    assert.equal(answer.outcome, 'unknown');
    assert.deepEqual(await processor.inquire('a1'), { outcome: 'not_found' });
    await passSeconds(processor.can.lateWindowSeconds);
    assert.equal((await processor.inquire('a1')).outcome, 'approved');
  });

  promise('what it cannot do is absent', async ({ processor }) => {
    const { can, cancel, closeBatch, inquireBatch, findCustomer } = processor;
    const isManual = can.batches === 'manual';
    assert.deepEqual(
      [!!cancel, !!closeBatch, !!inquireBatch, !!findCustomer],
      [!!can.cancelByReference, isManual, isManual, can.customerSearch],
    );
  });

  promise('a part is approved only where that is welcome', async ({ processor, cards }) => {
    if (!processor.can.partialApproval) return;
    const request = chargeRequest('a1', cards.approvesAPart, { allowPartial: true });
    const part = await processor.charge(request);
    assert.equal(part.outcome, 'approved');
    assert.ok(part.amountCents > 0n && part.amountCents < 1000n);
    if (processor.can.replay) assert.deepEqual(await processor.charge(request), part);
    assert.deepEqual(await processor.inquire('a1'), part);
    assert.equal(checkAnswer(request, part), part);

    const unasked = await processor.charge(chargeRequest('a2', cards.approvesAPart));
    assert.equal(unasked.outcome, 'declined');
    assert.equal(unasked.code, 'insufficient_funds');
  });

  promise('a customer is found by its code, or is not there', async ({ processor, customer }) => {
    if (!processor.can.customerSearch) return;
    const found = await processor.findCustomer!(customer);
    assert.equal(found.outcome, 'found');
    assert.equal(found.code, customer);
    assert.ok(found.firstName && found.lastName);
    for (const code of ['nobody', '', '__proto__', '\u0000', 'é'.repeat(100)]) {
      assert.deepEqual(await processor.findCustomer!(code), { outcome: 'not_found' });
    }
  });

  promise('nothing that comes from outside makes it throw', async ({ processor, cards }) => {
    const references = [
      '',
      'x'.repeat(21),
      '"',
      '{',
      'a\nb',
      '\\',
      '__proto__',
      'é',
      ' ',
      '\u0000',
    ];
    for (const reference of references) {
      const answer = await processor.charge(chargeRequest(reference, cards.approves));
      const found = await processor.inquire(reference);
      if (answer.outcome === 'rejected') assert.notEqual(found.outcome, 'approved', reference);
      const canceled = await processor.cancel?.(reference);
      if (canceled) assert.equal(canceled.outcome, 'canceled', reference);
    }
    for (const number of ['', 'x', '4', '4242 4242 4242 4242', '\u0000', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢']) {
      const answer = await processor.charge(chargeRequest('a1', number));
      assert.notEqual(answer.outcome, 'approved', number);
    }
  });

  promise('no card number, CVV or name of a payer stays behind', async (subject) => {
    const { processor, cards, written } = subject;
    for (const [i, number] of Object.values(cards).entries()) {
      await processor.charge(chargeRequest(`a${i}`, number));
    }
    for (const [i, number] of ['739', '"}\n{"not-a-card', 'not-a-card-739'].entries()) {
      await processor.charge(chargeRequest(`b${i}`, number));
    }
    const text = await written();
    assert.match(text, /b2/, 'something was written at all');
    for (const number of Object.values(cards)) assert.ok(!text.includes(number.slice(0, -4)));
    for (const secret of [cvv, holder, 'Canary', 'not-a-card']) assert.ok(!text.includes(secret));
  });
}
