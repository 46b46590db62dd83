import { strict as assert } from 'node:assert';
import { appendFileSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { BookedCharge } from '../../../src/ports/processors/booked-charge.ts';
import { readBook } from '../src/processor/book-view.ts';
import { type Booking, formatEntry, type Tombstone } from '../src/processor/entry.ts';
import { fileBook } from '../src/processor/file-book.ts';
import { appendBook } from '../src/processor/shared-file.ts';
import { scratchFile } from './bank.ts';

test('what was recorded is in the file before the answer', async (t) => {
  const { path, open } = setUp(t);
  const book = open();
  await book.record(booking('a1', 500n));
  assert.match(readFileSync(path, 'utf8'), /^\{"reference":"a1".*"cents":500.*\}\n$/);
});

test('the book may be read by its owner alone', async (t) => {
  const { path, open } = setUp(t);
  open();
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('a book that is opened again knows what was written before', async (t) => {
  const { open } = setUp(t);
  const first = open();
  await first.record(booking('a1', 500n));
  await first.record(booking('a2', 600n));
  await first.record(tombstone('a2'));
  first.close();

  const again = open();
  const known = await again.record(booking('a1', 501n));
  assert.equal(known.booked?.cents, 500n);
  const { booked, canceled } = await again.record(booking('a2', 600n));
  assert.deepEqual([booked?.cents, canceled], [600n, true]);
});

test('a decline, a late booking and a wrong amount come back from the file as they were', async (t) => {
  const { open } = setUp(t);
  const entries = [
    { ...booking('a1', 500n), event: 'declined', code: 'insufficient_funds' } as const,
    { ...booking('a2', 500n), bookedAt: 99_000 },
    { ...booking('a3', 600n), askedCents: 500n, capture: false },
  ];
  const book = open();
  for (const entry of entries) await book.record(entry);
  for (const entry of entries) {
    assert.deepEqual(await open().find(entry.reference), { booked: entry, canceled: false });
  }
});

test('a book that is appended beside others stays whole, however long it is', async (t) => {
  const { path, open } = setUp(t);
  const book = open();
  const lines = Array.from({ length: 5000 }, (_, i) => formatEntry(booking(`b${i}`, 500n)));
  const text = lines.join('');
  // A write in pieces of half a megabyte would let others in between.
  assert.ok(text.length > 600_000);
  const all = [appendBook(path, text)] as unknown[];
  for (let i = 0; i < 50; i += 1) all.push(await book.record(booking(`a${i}`, 600n)));
  await Promise.all(all);
  assert.ok(readFileSync(path, 'utf8').startsWith(text));
  const [last, own] = [await open().find('b4999'), await open().find('a49')];
  assert.deepEqual([last?.booked?.cents, own?.booked?.cents], [500n, 600n]);
});

test('of two processes the one whose line comes first wins, and both say so', async (t) => {
  const { path, open } = setUp(t);
  const [left, right] = [open(), open()];
  const answers = await Promise.all([
    left.record(booking('a1', 500n)),
    right.record(booking('a1', 600n)),
  ]);
  assert.deepEqual(answers[1].booked, answers[0].booked);
  assert.deepEqual(
    (await audit(path)).map(({ netCents }) => netCents),
    [answers[0].booked?.cents],
  );
});

test('a process recognizes its own booking also when another wrote at the same moment', async (t) => {
  const { open } = setUp(t);
  const [left, right] = [open(), open()];
  const [mine, theirs] = [booking('a1', 500n), booking('a2', 600n)];
  const answers = await Promise.all([left.record(mine), right.record(theirs)]);
  assert.equal(answers[0].booked, mine);
  assert.equal(answers[1].booked, theirs);
});

test('a tombstone by another process stops an execution', async (t) => {
  const { path, open } = setUp(t);
  const [left, right] = [open(), open()];
  await left.record(tombstone('a1'));
  const { booked, canceled } = await right.record(booking('a1', 500n));
  assert.deepEqual([booked, canceled], [undefined, true]);
  assert.equal((await audit(path))[0]?.netCents, 0n);
});

test('a tombstone is found however much another process wrote meanwhile', async (t) => {
  const { open } = setUp(t);
  const [busy, paused] = [open(4), open(4)];
  await busy.record(tombstone('a1'));
  for (let i = 0; i < 50; i += 1) await busy.record(booking(`b${i}`, 100n));
  assert.equal((await paused.record(booking('a1', 500n))).canceled, true);
});

test('a tombstone outlives in memory the references that came after it', async (t) => {
  const { open } = setUp(t);
  const [busy, paused] = [open(4), open(4)];
  await busy.record(tombstone('a1'));
  for (let i = 0; i < 50; i += 1) await busy.record(booking(`b${i}`, 100n));
  await paused.find('b49');
  assert.equal((await paused.record(booking('a1', 500n))).canceled, true);
});

test('an entry that a killed process left torn is skipped, and the next one is not', async (t) => {
  const { path, open } = setUp(t);
  const [book, other] = [open(), open()];
  await book.record(booking('a1', 500n));
  const line = readFileSync(path, 'utf8').replace('a1', 'a2');
  // Killed at every byte of the line, also just before its newline.
  for (let length = 1; length < line.length; length += 1) {
    appendFileSync(path, line.slice(0, length));
    await book.record(booking(`b${length}`, 500n));
    await other.record(booking(`c${length}`, 600n));
    for (const asked of [book, other]) {
      assert.equal((await asked.find(`b${length}`))?.booked?.reference, `b${length}`);
      assert.equal((await asked.find(`c${length}`))?.booked?.reference, `c${length}`);
    }
  }
  const again = open();
  for (let length = 1; length < line.length; length += 1) {
    assert.equal((await again.find(`c${length}`))?.booked?.reference, `c${length}`);
  }
  assert.equal(await again.find('a2'), undefined);
  assert.equal(await open(2).find('a2'), undefined);
  assert.equal((await audit(path)).length, 2 * line.length - 1);
});

test('a torn entry at the very end is nothing yet', async (t) => {
  const { path, open } = setUp(t);
  await open().record(booking('a1', 500n));
  const line = readFileSync(path, 'utf8').replace('a1', 'a2');
  appendFileSync(path, line.slice(0, -1));
  const book = open();
  assert.equal(await book.find('a2'), undefined);
  assert.equal((await audit(path)).length, 1);
  appendFileSync(path, '\n');
  assert.equal((await book.find('a2'))?.booked?.cents, 500n);
});

test('an inquiry about an old reference is answered from the file', async (t) => {
  const { open } = setUp(t);
  const book = open(3);
  for (let i = 0; i < 40; i += 1) await book.record(booking(`a${i}`, BigInt(100 + i)));
  await book.record(tombstone('a5'));
  for (let i = 0; i < 20; i += 1) await book.record(booking(`b${i}`, 100n));

  for (const asked of [book, open(3)]) {
    const found = await Promise.all(Array.from({ length: 40 }, (_, i) => asked.find(`a${i}`)));
    found.forEach((judgement, i) => {
      assert.equal(judgement?.canceled, i === 5);
      if (!judgement?.canceled) assert.equal(judgement?.booked?.cents, BigInt(100 + i));
    });
    assert.equal(await asked.find('a40'), undefined);
  }
});

test('a long book is searched to its end, for one reference or for many', async (t) => {
  const { path, open } = setUp(t);
  const book = open(3);
  const all = Array.from({ length: 5000 }, (_, i) => `a${i}`);
  await Promise.all(all.map((reference) => book.record(booking(reference, 100n))));
  for (const every of [2000, 701, 97]) {
    const asked = all.filter((_, i) => i % every === 0);
    const found = await Promise.all(asked.map((reference) => book.find(reference)));
    assert.deepEqual(
      found.map((judgement) => judgement?.booked?.reference),
      asked,
    );
  }
  assert.equal((await audit(path)).length, all.length);
});

test('a book that was opened at its tail loses no line at the seam', async (t) => {
  const { path, open } = setUp(t);
  const book = open();
  await Promise.all(Array.from({ length: 60 }, (_, i) => book.record(booking(`a${i}`, 100n))));
  for (let keep = 1; keep < 60; keep += 1) {
    const tail = open(keep);
    for (let i = 0; i < 60; i += 7) assert.ok(await tail.find(`a${i}`), `a${i} of ${keep}`);
    tail.close();
  }
  assert.equal((await audit(path)).length, 60);
});

test('a book that cannot be written says so to everyone who waits', async (t) => {
  const { path, open } = setUp(t);
  const book = open();
  await book.record(booking('a1', 500n));
  truncateSync(path, 0);
  await assert.rejects(book.record(booking('a2', 500n)), /cut short/);
  book.close();
  await assert.rejects(book.record(booking('a3', 500n)), /closed/);
});

test('the reconciliation sees every reference once, with what the payer lost in the end', async (t) => {
  const { path, open } = setUp(t);
  const book = open();
  await book.record(booking('approved', 500n));
  await book.record({ ...booking('declined', 500n), event: 'declined', code: 'card_declined' });
  await book.record(booking('undone', 500n));
  await book.record({ ...booking('late', 500n), bookedAt: 5000 });
  await book.record(tombstone('stopped'));
  await book.record(tombstone('undone'));

  const seen = async (asOf: number) =>
    (await audit(path, asOf)).map((row) => `${row.reference} ${row.standing} ${row.netCents}`);
  const always = ['approved approved 500', 'declined declined 0', 'undone canceled 0'];
  assert.deepEqual(await seen(4999), [...always, 'late pending 0', 'stopped canceled 0']);
  assert.deepEqual(await seen(5000), [...always, 'late approved 500', 'stopped canceled 0']);
});

test('the reconciliation sees a charge once that was undone long after', async (t) => {
  const { path, open } = setUp(t);
  const book = open();
  await book.record(booking('a1', 500n));
  for (let i = 0; i < 10; i += 1) await book.record(booking(`b${i}`, 100n));
  await book.record(tombstone('a1'));
  const rows = (await Array.fromAsync(readBook(path, { keep: 2 }))).filter(
    ({ reference }) => reference === 'a1',
  );
  assert.deepEqual(
    rows.map(({ standing, netCents }) => [standing, netCents]),
    [['canceled', 0n]],
  );
});

test('a bank that charged one reference twice, long apart, does not hide it', async (t) => {
  const { path, open } = setUp(t);
  const book = open(2);
  await book.record(booking('a1', 500n));
  for (let i = 0; i < 10; i += 1) await book.record(booking(`b${i}`, 100n));
  await book.record(booking('a1', 500n));
  const rows = await Array.fromAsync(readBook(path, { keep: 2 }));
  assert.equal(rows.filter(({ reference }) => reference === 'a1').length, 2);
});

function setUp(t: TestContext) {
  const path = scratchFile(t);
  const open = (keep = 20_000) => {
    const book = fileBook(path, { keep });
    t.after(() => book.close());
    return book;
  };
  return { path, open };
}

async function audit(path: string, asOf?: number): Promise<BookedCharge[]> {
  return await Array.fromAsync(readBook(path, asOf === undefined ? {} : { asOf }));
}

function booking(reference: string, cents: bigint): Booking {
  return {
    reference,
    event: 'approved',
    kind: 'charge',
    of: undefined,
    code: undefined,
    at: 1000,
    bookedAt: 1000,
    cents,
    askedCents: cents,
    capture: true,
    processorId: `sim_${reference}`,
    last4: '4242',
    behaviour: 'approve',
  };
}

function tombstone(reference: string): Tombstone {
  return { reference, event: 'canceled', at: 2000 };
}
