import { strict as assert } from 'node:assert';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ChargeAnswer, InquiryAnswer } from '../../../src/ports/processors/processor.ts';
import { readBook } from '../src/processor/book-view.ts';
import { fileBook } from '../src/processor/file-book.ts';
import type { Simulator } from '../src/processor/simulator.ts';
import { bankAt, scratchFile, standingClock, testCard } from './bank.ts';
import { chargeRequest } from './subject.ts';

const cards = [
  '4242424242424242',
  '4000000000009995',
  testCard('timeout_before_booking'),
  testCard('timeout_after_booking'),
  testCard('late_booking'),
  testCard('connection_refused'),
];
const references = ['a1', 'a2', 'a3'];

type Step =
  | { does: 'charge'; bank: number; reference: string; card: string; cents: bigint }
  | { does: 'inquire'; bank: number; reference: string }
  | { does: 'cancel'; bank: number; reference: string }
  | { does: 'restart'; bank: number }
  | { does: 'pass'; seconds: number };

const bank = fc.nat({ max: 1 });
const reference = fc.constantFrom(...references);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('charge' as const),
      bank,
      reference,
      card: fc.constantFrom(...cards),
      cents: fc.constantFrom(1000n, 1000n, 2000n),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom('inquire', 'cancel', 'inquire'),
      bank,
      reference,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('restart' as const), bank }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('pass' as const), seconds: fc.nat({ max: 3 }) }),
  },
) as fc.Arbitrary<Step>;
/** Steps of one handful happen at once, over two processes with one book. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 12 });

type Seen = { reference: string; answer: ChargeAnswer | InquiryAnswer };

test('whatever happens in whatever order, a reference is charged at most once and a cancel is final', async (t) => {
  const path = scratchFile(t);
  await fc.assert(
    fc.asyncProperty(history, async (handfuls) => {
      rmSync(path, { force: true });
      await live(path, handfuls);
    }),
    { numRuns: 300 },
  );
});

async function live(path: string, handfuls: Step[][]): Promise<void> {
  const clock = standingClock();
  const open = () => {
    const book = fileBook(path);
    return { book, simulator: bankAt(book, clock) };
  };
  const banks = [open(), open()];
  const seen: Seen[] = [];
  const canceled = new Set<string>();
  try {
    for (const handful of handfuls) {
      const canceledBefore = new Set(canceled);
      await Promise.all(handful.map((one) => take(one, canceledBefore)));
    }
    await compare(path, banks[0]!.simulator, seen, canceled, clock.now().getTime());
  } finally {
    for (const { book } of banks) book.close();
  }

  async function take(one: Step, canceledBefore: ReadonlySet<string>): Promise<void> {
    if (one.does === 'pass') return clock.passSeconds(one.seconds);
    if (one.does === 'restart') {
      banks[one.bank]!.book.close();
      banks[one.bank] = open();
      return;
    }
    const { simulator } = banks[one.bank]!;
    if (one.does === 'cancel') {
      assert.equal((await simulator.cancel(one.reference)).outcome, 'canceled');
      canceled.add(one.reference);
      return;
    }
    const answer =
      one.does === 'inquire'
        ? await simulator.inquire(one.reference)
        : await simulator.charge(
            chargeRequest(one.reference, one.card, { amountCents: one.cents }),
          );
    if (canceledBefore.has(one.reference)) {
      assert.notEqual(answer.outcome, 'approved');
      assert.notEqual(answer.outcome, 'declined');
    }
    seen.push({ reference: one.reference, answer });
  }
}

async function compare(
  path: string,
  simulator: Simulator,
  seen: readonly Seen[],
  canceled: ReadonlySet<string>,
  asOf: number,
): Promise<void> {
  const charges = await Array.fromAsync(readBook(path, { asOf }));
  const known = new Map(charges.map((row) => [row.reference, row]));
  assert.equal(known.size, charges.length, 'a reference is in the view of the reconciliation once');

  for (const reference of references) {
    const row = known.get(reference);
    const judged = await simulator.inquire(reference);
    const inFile = !row || row.standing === 'pending' ? 'not_found' : row.standing;
    assert.equal(judged.outcome, inFile);
    assert.equal(row?.netCents ?? 0n, judged.outcome === 'approved' ? judged.amountCents : 0n);
    if (canceled.has(reference)) assert.equal(row?.standing, 'canceled');

    const approvals = seen.filter((one) => one.reference === reference).map(({ answer }) => answer);
    for (const answer of approvals) {
      if (answer.outcome !== 'approved') continue;
      assert.equal(answer.reference, reference);
      assert.equal(answer.processorId, row?.processorId);
      if (row?.standing === 'approved') assert.equal(answer.amountCents, row.netCents);
      else assert.equal(row?.standing, 'canceled', 'an approval only ends by a cancel');
    }
  }
}
