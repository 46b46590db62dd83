import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileBook } from '../../packages/sandbox/src/processor/file-book.ts';
import { scratchFile } from '../../packages/sandbox/test/bank.ts';
import { resolveDue } from '../../src/payments/resolve.ts';
import { cardFields, client, gist, openDoor } from '../caller.ts';
import { envOver, officeOf } from '../cli/office.ts';
import { type Fixture, makeFixture } from '../fixture.ts';

const fields = { ...cardFields, Amount: '12.50', OrderNumber: 'A-1', ExternalID: 'request-1' };

test('reconcile ends well when book, tables and clients agree, and with 1 when they do not', async (t) => {
  const bookPath = scratchFile(t);
  // Reconcile goes by the clock on the wall; for it these payments must have been made.
  const startsAt = new Date('2026-01-15T15:00:00Z');
  const fixture = await makeFixture(t, { book: fileBook(bookPath), startsAt });
  const { business, ...heard } = await pay(fixture);
  // A worker has been there since; else nobody would have looked for months.
  fixture.clock.pass(3_600_000);
  assert.equal(await resolveDue(await fixture.open()), 0);
  const log = join(dirname(bookPath), 'clients.jsonl');
  const line = { business, wish: 'request-1', order: 'A-1', cents: '1250' };
  const said = [
    { did: 'sent', ...line },
    { did: 'heard', ...line, ...heard },
  ];
  await writeFile(log, `${said.map((one) => JSON.stringify(one)).join('\n')}\n{"did":"sen`);
  const words = ['--book', bookPath, '--client-log', log];
  const run = () => reconcile(fixture, dirname(bookPath), words);

  assert.deepEqual(await run(), { code: 0, output: '0 findings.\n' });
  const opened = await fixture.db.query<{ actor: string; facts: { records: string } }>(
    `select actor, facts from audit_trail where business_id = 0 and act = 'number.opened'`,
  );
  assert.equal(opened.length, 1);
  assert.match(opened[0]!.actor, /^operator/);
  assert.match(opened[0]!.facts.records, /^\d+$/);

  await fixture.db.query('update transfers set cents = 1249');
  const { code, output } = await run();
  assert.equal(code, 1);
  assert.deepEqual(output.split('\n'), [
    'total_differs: the ledger claims 1249 cents, the book took 1250',
    `ledger_differs business ${business} payment 1: it is captured over 1250 cents, 1250 captured and 0 refunded, and the ledger has -1249 cents at income, not -1250, 1249 cents at receivable, not 1250`,
    '2 findings.',
    '',
  ]);
});

test('reconcile names each account at a gateway that cannot be read, and ends with 1', async (t) => {
  const fixture = await makeFixture(t);
  const { business } = await fixture.addBusiness();
  for (const [name, processor] of [
    ['first', 'nmi'],
    ['second', 'nmi'],
    ['third', 'helcim'],
  ]) {
    await fixture.db.query(
      `insert into processor_accounts (business_id, name, processor, environment, currency, state,
         address, key_number, created_at, checked_at)
       values ($1, $2, $3, 'sandbox', 'USD', 'active', 'http://127.0.0.1:1', 1, '2020-01-01', now())`,
      [business.id, name, processor],
    );
  }
  await fixture.db.query(
    `insert into batch_marks (business_id, processor, from_payment_id, reported_until)
     values ($1, 'first', 1, '2020-02-03T04:05:06Z')`,
    [business.id],
  );
  await fixture.db.query(
    `insert into batches (business_id, id, processor, state, reference, first_payment_id, last_payment_id, item_count,
       net_cents, fee_cents, processor_count, processor_cents, actor, epoch, lease_until, created_at, sent_at, closed_at,
       reconciled_at)
     values ($1, 1, 'third', 'reconciled', 'b1', 1, 1, 0, 0, 0, 0, 0, 'system', 1, now(), now(), now(), now(), now())`,
    [business.id],
  );
  const folder = dirname(scratchFile(t));
  await writeFile(join(folder, 'book.jsonl'), '');
  const words = ['--book', join(folder, 'book.jsonl')];
  const { code, output } = await reconcile(fixture, folder, words);
  assert.equal(code, 1);
  const lines = output.trimEnd().split('\n');
  const of = (name: string) => lines.find((line) => line.includes(`account ${name} at `))!;
  for (const name of ['first', 'second'])
    assert.match(of(name), / at nmi in USD: NOT COMPARED: its key does not open: \w+\.$/);
  assert.match(of('third'), / 0 differ\. NOT COMPARED: 1 batches: its key does not open: \w+\.$/);
  assert.match(output, /3 of 3 accounts could not be read whole\.\n/);
});

test('reconcile says which of its words it does not know', async (t) => {
  const fixture = await makeFixture(t);
  const { code, output } = await reconcile(fixture, dirname(scratchFile(t)), ['--bok', 'file']);
  assert.equal(code, 2);
  assert.match(output, /^quittance: .*--bok/);
});

test('reconcile without a book to read says so in a sentence, and never ends like one that found something', async (t) => {
  const fixture = await begunFixture(t);
  const folder = dirname(scratchFile(t));
  const elsewhere = { SIMULATOR_URL: 'http://127.0.0.1:9' };
  const none = await reconcile(fixture, folder, [], elsewhere);
  assert.deepEqual(none, {
    code: 2,
    output:
      'quittance: there is no book of the bank in the data folder: name it with --book, such as that of quittance simulate\n',
  });
  const missing = join(folder, 'missing.jsonl');
  for (const [word, what] of [
    ['--book', 'book'],
    ['--client-log', 'client log'],
  ] as const) {
    const output = `quittance: there is no ${what} ${missing}\n`;
    assert.deepEqual(await reconcile(fixture, folder, [word, missing]), { code: 2, output });
  }
  // A bank in the process itself begins its book at once.
  assert.deepEqual(await reconcile(fixture, folder, []), { code: 0, output: '0 findings.\n' });
});

test('ledger verify says when it judged without the book', async (t) => {
  const fixture = await begunFixture(t);
  const folder = dirname(scratchFile(t));
  const elsewhere = { SIMULATOR_URL: 'http://127.0.0.1:9' };
  const without =
    "Judged without the bank's book: there is none in the data folder, and --book names none.\n";
  const verify = (...words: string[]) =>
    quittance(fixture, folder, ['ledger', 'verify', ...words], elsewhere);
  assert.deepEqual(await verify(), { code: 0, output: `0 findings.\n${without}` });
  assert.deepEqual(await verify('--json'), { code: 0, output: `[]\n${without}` });
  const book = join(folder, 'book.jsonl');
  await writeFile(book, '');
  assert.deepEqual(await verify('--book', book), { code: 0, output: '0 findings.\n' });
  assert.equal((await verify('--book', `${book}.gone`)).code, 2);
});

/** Where a service was started once: no command begins a vault. */
async function begunFixture(t: Parameters<typeof makeFixture>[0]): Promise<Fixture> {
  const fixture = await makeFixture(t);
  await fixture.open();
  return fixture;
}

async function pay(fixture: Fixture) {
  const caller = await fixture.addBusiness();
  const door = await openDoor(await fixture.open());
  const { call, close } = client(door.baseUrl, caller);
  const reply = await call('CreatePayment', fields);
  close();
  await door.close();
  assert.equal(reply.headers['x-payment-state'], 'captured');
  return { business: caller.username, ...gist(reply) };
}

async function reconcile(
  fixture: Fixture,
  folder: string,
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
) {
  return await quittance(fixture, folder, ['reconcile', ...words], settings);
}

async function quittance(
  fixture: Fixture,
  folder: string,
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
) {
  const env = envOver(fixture, { QUITTANCE_DATA: folder, ...settings });
  const { code, out, err } = await officeOf(env).run(...words);
  return { code, output: out + err };
}
