import { strict as assert } from 'node:assert';
import { type TestContext, test } from 'node:test';
import { Secret } from '../../src/base/secret.ts';
import type { ChargeRequest, Processor } from '../../src/processors/processor.ts';

/** A processor that is to be tried, and what the trial needs to know of it. */
export type Subject = {
  readonly processor: Processor;
  /** Card numbers with which it does a certain thing. */
  readonly cards: {
    readonly approves: string;
    readonly declines: string;
    readonly timesOutBeforeBooking: string;
    readonly timesOutAfterBooking: string;
    readonly booksLate: string;
    readonly cannotConnect: string;
  };
  readonly passSeconds: (seconds: number) => void;
  /** All that the other side keeps of us. */
  readonly written: () => Promise<string>;
};

const cvv = '739';
const holder = 'Ada Canary-Example';

export function chargeRequest(
  reference: string,
  number: string,
  more: Partial<Pick<ChargeRequest, 'amountCents' | 'capture'>> = {},
): ChargeRequest {
  return {
    reference,
    amountCents: 1000n,
    capture: true,
    statementDescriptor: 'QUITTANCE TEST',
    card: {
      number: new Secret(number),
      expiryMonth: 12,
      expiryYear: 2039,
      cvv: new Secret(cvv),
      holder,
      address: '1 Canary Street',
      postalCode: '10001',
    },
    ...more,
  };
}

/** What every processor keeps, whatever it can. One run per processor. */
export function processorContract(name: string, open: (t: TestContext) => Promise<Subject>): void {
  function promise(sentence: string, keep: (subject: Subject) => Promise<void>): void {
    test(`${name}: ${sentence}`, async (t) => await keep(await open(t)));
  }

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

  promise('the same reference again gives the first answer', async ({ processor, cards }) => {
    for (const [reference, number] of [
      ['a1', cards.approves],
      ['a2', cards.declines],
    ] as const) {
      const first = await processor.charge(chargeRequest(reference, number));
      assert.deepEqual(await processor.charge(chargeRequest(reference, number)), first);
    }
  });

  promise('the same reference many times at once is one charge', async ({ processor, cards }) => {
    const request = chargeRequest('a1', cards.approves);
    const answers = await Promise.all(Array.from({ length: 20 }, () => processor.charge(request)));
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
  });

  promise('a reference is never used for another charge', async ({ processor, cards }) => {
    const first = await processor.charge(chargeRequest('a1', cards.approves));
    for (const more of [{ amountCents: 1001n }, { capture: false }]) {
      const answer = await processor.charge(chargeRequest('a1', cards.approves, more));
      assert.equal(answer.outcome, 'rejected');
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

  promise('a refused connection is certain to have charged nothing', async (subject) => {
    const { processor, cards, passSeconds } = subject;
    const answer = await processor.charge(chargeRequest('a1', cards.cannotConnect));
    assert.equal(answer.outcome, 'not_sent');
    passSeconds(processor.can.lateWindowSeconds);
    assert.deepEqual(await processor.inquire('a1'), { outcome: 'not_found' });
  });

  promise('a time-out before the booking is unknown and never found', async (subject) => {
    const { processor, cards, passSeconds } = subject;
    const answer = await processor.charge(chargeRequest('a1', cards.timesOutBeforeBooking));
    assert.equal(answer.outcome, 'unknown');
    passSeconds(processor.can.lateWindowSeconds);
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
    passSeconds(processor.can.lateWindowSeconds);
    assert.equal((await processor.inquire('a1')).outcome, 'approved');
  });

  promise('a request that comes after the cancel is refused', async ({ processor, cards }) => {
    assert.deepEqual(await processor.cancel('a1'), { outcome: 'canceled', reference: 'a1' });
    const answer = await processor.charge(chargeRequest('a1', cards.approves));
    assert.equal(answer.outcome, 'rejected');
    assert.deepEqual(await processor.inquire('a1'), { outcome: 'canceled', reference: 'a1' });
  });

  promise('an execution that is still to come is stopped by the cancel', async (subject) => {
    const { processor, cards, passSeconds } = subject;
    await processor.charge(chargeRequest('a1', cards.booksLate));
    await processor.cancel('a1');
    passSeconds(processor.can.lateWindowSeconds);
    assert.equal((await processor.inquire('a1')).outcome, 'canceled');
  });

  promise('a cancel undoes an approval, and for good', async ({ processor, cards }) => {
    await processor.charge(chargeRequest('a1', cards.approves));
    for (let i = 0; i < 2; i += 1) {
      assert.deepEqual(await processor.cancel('a1'), { outcome: 'canceled', reference: 'a1' });
      assert.equal((await processor.inquire('a1')).outcome, 'canceled');
      const again = await processor.charge(chargeRequest('a1', cards.approves));
      assert.equal(again.outcome, 'rejected');
    }
  });

  promise('a cancel touches no other reference', async ({ processor, cards }) => {
    const other = await processor.charge(chargeRequest('a2', cards.approves));
    await processor.charge(chargeRequest('a1', cards.approves));
    await processor.cancel('a1');
    assert.deepEqual(await processor.inquire('a2'), other);
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
      assert.equal((await processor.cancel(reference)).outcome, 'canceled');
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
