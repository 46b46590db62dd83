import { strict as assert } from 'node:assert';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BookedCharge } from '../../../src/ports/processors/booked-charge.ts';
import { type MemoryBook, memoryBook } from '../src/processor/book.ts';
import { readBook, readBookText } from '../src/processor/book-view.ts';
import { fileBook } from '../src/processor/file-book.ts';
import { bankAt, scratchFile, standingClock, testCard } from './bank.ts';
import { slowModel } from './slow-model.ts';
import { chargeRequest } from './subject.ts';

const cards = {
  approve: '4242424242424242',
  decline: '4000000000009995',
  late: testCard('late_booking'),
};

const place = fc.nat({ max: 30 });
const kind = fc.constantFrom('capture', 'void', 'refund', 'refund', 'refund');
const part = fc.constantFrom(1n, 300n, 400n, 600n, 1000n, 1000n, 1001n);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('charge'),
      card: fc.constantFrom('approve', 'approve', 'approve', 'decline', 'late'),
      capture: fc.boolean(),
    }),
  },
  { weight: 12, arbitrary: fc.record({ does: fc.constant('follow'), kind, place, part }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('repeat'), place, more: fc.constantFrom(0n, 0n, 1n) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel'), place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancelFirst'), kind, place, part }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('inquire'), place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('batch'),
      places: fc.array(place, { maxLength: 8 }),
      more: fc.constantFrom(0n, 0n, 0n, 1n),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('sameBatch'), place, isSame: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('others') }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('restart') }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('pass') }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const history = fc.array(fc.tuple(fc.nat({ max: 1 }), step), {
  minLength: 10,
  maxLength: 60,
  size: 'max',
});
type History = (readonly [bank: number, step: Step])[];

test('in memory everything that follows a charge goes as it must', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const book = memoryBook();
      await live(
        steps,
        () => book,
        () => readBookText((book as MemoryBook).text()),
      );
    }),
    { numRuns: 300 },
  );
});

for (const keep of [1, 3, 20_000]) {
  test(`so it does over two processes with one file that remember ${keep}`, async (t) => {
    const path = scratchFile(t);
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        rmSync(path, { force: true });
        await live(
          steps,
          () => fileBook(path, { keep }),
          () => readBook(path, { keep }),
        );
      }),
      { numRuns: 100 },
    );
  });
}

async function live(
  steps: History,
  open: () => ReturnType<typeof fileBook>,
  audit: () => AsyncIterable<BookedCharge>,
): Promise<void> {
  const clock = standingClock();
  const model = slowModel();
  const enter = () => {
    const book = open();
    return { book, bank: bankAt(book, clock) };
  };
  const banks = [enter(), enter()];
  const references: string[] = ['never'];
  const batches: [string, { reference: string; cents: bigint }[]][] = [];
  let count = 0;
  const now = () => clock.now().getTime();
  const at = (place: number) => references[place % references.length]!;
  try {
    for (const [bank, one] of steps) await take(bank, one);
    clock.passSeconds(10);
    for (const reference of references) await compare(0, reference);
    await compareAudit();
  } finally {
    for (const { book } of banks) book.close();
  }

  async function take(i: number, one: Step): Promise<void> {
    const { bank, book } = banks[i]!;
    count += 1;
    switch (one.does) {
      case 'charge': {
        const { card, capture } = one as { card: keyof typeof cards; capture: boolean };
        const reference = `a${count}`;
        references.push(reference);
        const answer = await bank.charge(chargeRequest(reference, cards[card], { capture }));
        const from = card === 'late' ? now() + 2000 : now();
        const requested = { cents: 1000n, capture, declined: card === 'decline', from };
        assert.equal(told(answer), model.charge(reference, requested, now()));
        return;
      }
      case 'follow':
      case 'cancelFirst': {
        const { kind, place, part } = one as { kind: 'void'; place: number; part: bigint };
        const reference = `f${count}`;
        references.push(reference);
        if (one.does === 'cancelFirst') {
          await bank.cancel(reference);
          model.cancel(reference);
        }
        await follow(i, reference, { of: at(place), kind, cents: part });
        return;
      }
      case 'repeat': {
        const { place, more } = one as { place: number; more: bigint };
        const before = [...model.afters][place % (model.afters.size || 1)];
        if (before) await follow(i, before[0], { ...before[1], cents: before[1].cents + more });
        return;
      }
      case 'cancel': {
        const reference = at((one as { place: number }).place);
        if (reference === 'never') return;
        assert.equal((await bank.cancel(reference)).outcome, model.cancel(reference));
        return;
      }
      case 'inquire':
        return await compare(i, at((one as { place: number }).place));
      case 'batch': {
        const { places, more } = one as { places: number[]; more: bigint };
        const items = places.map(at).map((reference, n) => {
          const cents = model.net(reference, now()) || 1000n;
          return { reference, cents: n === 0 ? cents + more : cents };
        });
        batches.push([`b${count}`, items]);
        return await close(i, `b${count}`, items);
      }
      case 'sameBatch': {
        const { place, isSame } = one as { place: number; isSame: boolean };
        const [reference, items] = batches[place % (batches.length || 1)] ?? [];
        if (!reference || !items) return;
        await close(i, reference, isSame ? items : [...items, { reference: 'never', cents: 1n }]);
        const found = await bank.inquireBatch({ reference, items: [] });
        assert.equal(told(found), model.inquireBatch(reference));
        return;
      }
      case 'others': {
        const more = Array.from({ length: 6 }, (_, n) =>
          chargeRequest(`o${count}-${n}`, cards.approve),
        );
        await Promise.all(more.map((request) => bank.charge(request)));
        return;
      }
      case 'restart':
        book.close();
        banks[i] = enter();
        return;
      case 'pass':
        clock.passSeconds(1);
    }
  }

  async function follow(
    i: number,
    reference: string,
    requested: { of: string; kind: 'void' | 'capture' | 'refund'; cents: bigint },
  ) {
    const { bank } = banks[i]!;
    const found = await bank.inquire(requested.of);
    const chargeId = 'processorId' in found ? found.processorId : 'none';
    const { of: chargeReference, kind, cents: amountCents } = requested;
    const currency = 'USD' as const;
    const request = { reference, kind, chargeReference, chargeId, amountCents, currency };
    assert.equal(told(await bank.followUp(request)), model.follow(reference, requested, now()));
  }

  async function close(
    i: number,
    reference: string,
    items: { reference: string; cents: bigint }[],
  ) {
    const answer = await banks[i]!.bank.closeBatch({ reference, items });
    assert.equal(told(answer), model.closeBatch(reference, items, now()));
  }

  async function compare(i: number, reference: string): Promise<void> {
    const found = told(await banks[i]!.bank.inquire(reference));
    const expected = model.inquire(reference, now());
    assert.equal(found, expected, reference);
  }

  async function compareAudit(): Promise<void> {
    const rows = new Map<string, BookedCharge>();
    for await (const row of audit()) {
      assert.ok(!rows.has(row.reference) || row.reference.startsWith('o'), row.reference);
      rows.set(row.reference, row);
    }
    for (const reference of references) {
      const row = rows.get(reference);
      const after = model.afters.get(reference);
      const outcome = model.inquire(reference, now());
      const isNet = outcome.startsWith('approved');
      assert.equal(row?.netCents ?? 0n, isNet ? BigInt(outcome.slice(9)) : 0n, reference);
      if (isNet) assert.deepEqual([row?.kind, row?.of], [after?.kind ?? 'charge', after?.of]);
      else if (!row) assert.equal(outcome, 'not_found');
    }
  }
}

/** What is compared of an answer. */
function told(answer: {
  outcome: string;
  amountCents?: bigint;
  code?: string;
  cents?: bigint;
  count?: number;
}) {
  if (answer.outcome === 'approved') return `approved ${answer.amountCents}`;
  if (answer.outcome === 'closed') return `${answer.count} ${answer.cents}`;
  if (answer.code?.startsWith('refund_') || answer.code?.startsWith('already_')) return answer.code;
  return answer.outcome;
}
