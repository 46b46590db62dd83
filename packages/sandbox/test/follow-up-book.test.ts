import { strict as assert } from 'node:assert';
import { appendFileSync, readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { readBook } from '../src/processor/book-view.ts';
import { type Booking, type Entry, formatEntry } from '../src/processor/entry.ts';
import { fileBook } from '../src/processor/file-book.ts';
import { bankAt, scratchFile, standingClock, testCard } from './bank.ts';
import { approved, chargeRequest, followUp } from './subject.ts';

const good = '4242424242424242';

/** What several processes wrote, each before it had read the lines of the others. */
const races: readonly [sentence: string, lines: Entry[], outcomes: Record<string, string>][] = [
  [
    'of two refunds that do not both fit the first counts',
    [charge('a1'), after('refund', 'r1', 600n), after('refund', 'r2', 600n)],
    { r1: 'approved 600', r2: 'declined 0' },
  ],
  [
    'of two captures the first counts',
    [charge('a1', false), after('capture', 'c1', 600n), after('capture', 'c2', 700n)],
    { c1: 'approved 600', c2: 'not_found 0' },
  ],
  [
    'a refund after a void counts for nothing',
    [charge('a1'), after('void', 'v1', 1000n), after('refund', 'r1', 1n)],
    { v1: 'approved 1000', r1: 'not_found 0' },
  ],
  [
    'a void after a batch was closed is declined',
    [charge('a1'), batched('a1', 'b1', 1000n), after('void', 'v1', 1000n)],
    { v1: 'declined 0' },
  ],
  [
    'a follow-up after its own tombstone is canceled',
    [charge('a1'), tombstone('r1'), after('refund', 'r1', 1000n), after('refund', 'r2', 1000n)],
    { r1: 'canceled 0', r2: 'approved 1000' },
  ],
  [
    'a follow-up after the tombstone of its charge counts for nothing',
    [charge('a1'), tombstone('a1'), after('refund', 'r1', 1n)],
    { r1: 'not_found 0' },
  ],
  [
    'a follow-up before its charge counts for nothing',
    [after('refund', 'r1', 1n), charge('a1')],
    { r1: 'not_found 0', a1: 'approved 1000' },
  ],
  [
    'the same follow-up twice is one',
    [
      charge('a1'),
      after('refund', 'r1', 400n),
      after('refund', 'r1', 400n),
      after('refund', 'r2', 600n),
    ],
    { r1: 'approved 400', r2: 'approved 600' },
  ],
];

for (const [sentence, lines, outcomes] of races) {
  test(`${sentence}, for whoever reads it and however`, async (t) => {
    const { path, open } = setUp(t);
    const reading = open(20_000);
    for (const line of lines) {
      appendFileSync(path, formatEntry(line));
      // One that follows line by line, as it is written.
      await reading.bank.inquire('never');
    }
    const others = Array.from({ length: 9 }, (_, i) => formatEntry(charge(`o${i}`)));
    appendFileSync(path, others.join(''));
    const banks = [reading, open(1), open(2), open(4), open(20_000)];
    for (const [reference, expected] of Object.entries(outcomes)) {
      for (const { bank } of banks) {
        const found = await bank.inquire(reference);
        assert.equal(found.outcome, expected.split(' ')[0], reference);
      }
      const rows = await Array.fromAsync(readBook(path, { keep: 2 }));
      const row = rows.find((one) => one.reference === reference);
      assert.equal(`${row?.standing ?? 'not_found'} ${row?.netCents ?? 0}`, expected);
    }
  });
}

test('what came of an old charge is right after a restart, with hardly any memory', async (t) => {
  const { open } = setUp(t);
  const first = open(3);
  const charge = await approved(first.bank, 'a1', good);
  await first.bank.followUp(followUp('refund', 'r1', charge, 300n));
  for (let i = 0; i < 40; i += 1) await approved(first.bank, `b${i}`, good);
  const late = await first.bank.followUp(followUp('refund', 'r2', charge, 300n));
  assert.equal(late.outcome, 'approved');
  first.book.close();

  const { bank } = open(3);
  const again = await bank.followUp(followUp('refund', 'r1', charge, 300n));
  assert.equal(again.outcome, 'approved');
  const tooMuch = await bank.followUp(followUp('refund', 'r3', charge, 401n));
  assert.equal(tooMuch.outcome, 'declined');
  const rest = await bank.followUp(followUp('refund', 'r4', charge, 400n));
  assert.equal(rest.outcome, 'approved');
});

test('a batch of many and old charges is closed with hardly any memory', async (t) => {
  const { path, open } = setUp(t);
  const { bank, book } = open(2);
  const items: { reference: string; cents: bigint }[] = [];
  for (let i = 0; i < 300; i += 1) {
    await approved(bank, `a${i}`, good);
    items.push({ reference: `a${i}`, cents: 1000n });
  }
  const closed = await bank.closeBatch({ reference: 'b1', items });
  assert.deepEqual('count' in closed && [closed.count, closed.cents], [300, 300_000n]);
  book.close();
  const again = open(2);
  assert.deepEqual(await again.bank.closeBatch({ reference: 'b1', items }), closed);
  assert.equal(readFileSync(path, 'utf8').split('"event":"batched"').length - 1, 300);
});

test('a batch that a killed process left half closed is closed by the same request', async (t) => {
  const { path, open } = setUp(t);
  const { bank } = open(20_000);
  for (const reference of ['a1', 'a2']) await approved(bank, reference, good);
  appendFileSync(path, formatEntry(batched('a1', 'b1', 1000n)));
  assert.deepEqual(await bank.inquireBatch({ reference: 'b1', items: [] }), {
    outcome: 'not_found',
  });
  const items = ['a1', 'a2'].map((reference) => ({ reference, cents: 1000n }));
  const closed = await bank.closeBatch({ reference: 'b1', items });
  assert.deepEqual('count' in closed && [closed.count, closed.cents], [2, 2000n]);
});

test('a plain charge writes one line, and nothing else', async (t) => {
  const { path, open } = setUp(t);
  const { bank } = open(20_000);
  await bank.charge(chargeRequest('a1', good));
  assert.equal(
    readFileSync(path, 'utf8').replaceAll(/\d{10,}/g, '#'),
    '{"reference":"a1","event":"approved","at":#,"cents":1000,"capture":true,' +
      '"processorId":"sim_#x#","last4":"4242","behaviour":"approve"}\n',
  );
});

test('the same seed and the same calls give the same book, byte for byte', async (t) => {
  const texts: string[] = [];
  for (const seed of [1, 1, 2]) {
    const { path, open } = setUp(t);
    const { bank } = open(20_000, seed);
    const charge = await approved(bank, 'a1', good);
    const authorized = await approved(bank, 'a2', testCard('refund_timeout_after_booking'), {
      capture: false,
    });
    await bank.followUp(followUp('capture', 'c2', authorized, 700n));
    await bank.followUp(followUp('refund', 'r1', charge, 700n));
    await bank.followUp(followUp('refund', 'r2', authorized, 300n));
    await bank.cancel('r1');
    await bank.closeBatch({ reference: 'b1', items: [{ reference: 'a1', cents: 1000n }] });
    texts.push(readFileSync(path, 'utf8'));
  }
  assert.equal(texts[0], texts[1]);
  assert.notEqual(texts[0], texts[2]);
});

function setUp(t: TestContext) {
  const path = scratchFile(t);
  const clock = standingClock();
  const open = (keep: number, seed = 1) => {
    const book = fileBook(path, { keep });
    t.after(() => book.close());
    return { book, bank: bankAt(book, clock, seed) };
  };
  return { path, open };
}

function charge(reference: string, capture = true): Booking {
  return { ...entry(reference, 1000n), kind: 'charge', of: undefined, capture };
}

function after(kind: 'capture' | 'void' | 'refund', reference: string, cents: bigint): Booking {
  return { ...entry(reference, cents), kind, of: 'a1', capture: false };
}

function entry(reference: string, cents: bigint) {
  return {
    reference,
    event: 'approved',
    code: undefined,
    at: 1000,
    bookedAt: 1000,
    cents,
    askedCents: cents,
    processorId: `sim_${reference}`,
    last4: '4242',
    behaviour: 'approve',
  } as const;
}

function batched(reference: string, batch: string, cents: bigint): Entry {
  return { reference, event: 'batched', at: 1000, of: 'a1', batch, cents };
}

function tombstone(reference: string): Entry {
  return { reference, event: 'canceled', at: 1000 };
}
