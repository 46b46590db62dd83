import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { makeFixture } from '../fixture.ts';
import { bankOf } from './returns-bank.ts';
import { type AchShop, openAchShop } from './returns-fixture.ts';

type FileRow = { name: string; state: string; direction: string; faults: string[] };

async function filesOf({ fixture, businessId }: AchShop): Promise<FileRow[]> {
  return await fixture.db.query<FileRow>(
    `select name, state, direction, faults from ach_files
     where business_id = $1 and direction = 'in' order by id`,
    [businessId],
  );
}

const back = { returns: 10_000n, sales: -10_000n };

test('the same file twice books once, and is noticed', async (t) => {
  const shop = await openAchShop(t);
  const bank = bankOf(shop);
  const id = await shop.pay('1234567');
  await shop.until('2030-01-17 09:00');
  const text = await bank.answer([[id, 'R02']]);
  await bank.post('returns-1.ach', text);
  assert.equal(await readInboxes(shop.world, shop.businessId), 1);
  assert.deepEqual(await shop.ledger(), back);
  assert.deepEqual(await bank.names('inbox'), []);
  assert.deepEqual(await bank.names('read'), ['returns-1.ach']);

  // Once more under its name, and once more under another.
  await bank.post('returns-1.ach', text);
  await bank.post('returns-2.ach', text);
  assert.equal(await readInboxes(shop.world, shop.businessId), 2);
  assert.deepEqual(await shop.ledger(), back);
  assert.deepEqual(await filesOf(shop), [
    { name: 'returns-1.ach', state: 'read', direction: 'in', faults: [] },
    {
      name: 'returns-2.ach',
      state: 'read',
      direction: 'in',
      faults: ['the same as returns-1.ach'],
    },
  ]);
  const noticed = shop.fixture.logged
    .join('')
    .split('\n')
    .filter((line) => line.includes('file_again'));
  assert.equal(noticed.length, 2);
  assert.equal((await shop.events('payment.returned')).length, 1);
  assert.deepEqual(await shop.findings(), []);
});

test('other bytes under a known name are a file of their own, and somebody is asked', async (t) => {
  const shop = await openAchShop(t);
  const bank = bankOf(shop);
  const [one, two] = [await shop.pay('1234567'), await shop.pay('7654321')];
  await shop.until('2030-01-17 09:00');
  await bank.post('returns.ach', await bank.answer([[one, 'R02']]));
  await readInboxes(shop.world, shop.businessId);
  const second = await bank.answer([[two, 'R03']]);
  for (let times = 0; times < 2; times += 1) {
    await bank.post('returns.ach', second);
    await readInboxes(shop.world, shop.businessId);
  }
  assert.equal((await shop.payment(two)).state, 'returned');
  const [first, other, ...more] = await filesOf(shop);
  assert.equal(first?.name, 'returns.ach');
  assert.match(other?.name ?? '', /^returns\.ach~[0-9a-f]{12}$/);
  assert.deepEqual(more, []);
  const [openCase, ...others] = await shop.cases();
  assert.equal(openCase?.kind, 'ach_file');
  assert.match(openCase?.evidence.why, /^a file of this name came before/);
  assert.deepEqual(others, []);
  assert.deepEqual(await shop.findings(), []);
});

test('entries of strangers are told, and keep nothing else from being booked', async (t) => {
  const fixture = await makeFixture(t);
  const shop = await openAchShop(t, { fixture });
  const other = await openAchShop(t, { fixture });
  const bank = bankOf(shop);
  const [own, theirs] = [await shop.pay('1234567'), await other.pay('1234567')];
  const second = await shop.pay('7654321', { Amount: '50.00' });
  await shop.until('2030-01-17 09:00');
  const foreign = await bankOf(other).answer([[theirs, 'R02']]);
  const good = await bank.answer([
    [own, 'R02'],
    [second, 'R02'],
  ]);
  // What the other business was sent comes to us; and an answer whose amount or trace is not that of our entry.
  await bank.post('a.ach', foreign);
  await bank.post('b.ach', withOtherAmount(good));
  await readInboxes(shop.world, shop.businessId);

  assert.equal((await other.payment(theirs)).state, 'settled');
  assert.equal((await shop.payment(own)).state, 'returned');
  assert.equal((await shop.payment(second)).state, 'settled');
  const cases = await shop.cases();
  assert.deepEqual(
    cases.map(({ kind, evidence }) => [kind, evidence.faults.length]),
    [
      ['ach_file', 1],
      ['ach_file', 1],
    ],
  );
  assert.match(cases[0]!.evidence.faults[0], /no entry of ours has its identification$/);
  assert.match(cases[1]!.evidence.faults[0], /has another amount$/);
  assert.deepEqual(
    (await filesOf(shop)).map(({ state }) => state),
    ['read', 'read'],
  );
  assert.deepEqual(await shop.findings(), []);
});

/** 50.00 becomes 60.00, and the sums with it, so that the file as such is good. */
function withOtherAmount(text: string): string {
  return text.replace('0000005000', '0000006000').replaceAll('000000015000', '000000016000');
}

test('an answer to another trace number books nothing', async (t) => {
  const shop = await openAchShop(t);
  const bank = bankOf(shop);
  const id = await shop.pay('1234567');
  await shop.until('2030-01-17 09:00');
  const [entry] = await shop.entries(id);
  const text = await bank.answer([[id, 'R02']]);
  await bank.post('a.ach', text.replace(`R02${entry!.trace_number}`, 'R02123456789999999'));
  await readInboxes(shop.world, shop.businessId);
  assert.equal((await shop.payment(id)).state, 'settled');
  assert.match((await shop.cases())[0]!.evidence.faults[0], /has another trace number$/);
  assert.deepEqual(await shop.findings(), []);
});

test('torn, faulty and foreign files are kept and asked about; nothing of them is booked', async (t) => {
  const shop = await openAchShop(t);
  const bank = bankOf(shop);
  const id = await shop.pay('1234567');
  await shop.until('2030-01-17 09:00');
  const good = await bank.answer([[id, 'R02']]);
  const bad = {
    'a-torn.ach': good.slice(0, Math.floor(good.length * 0.6)),
    'b-empty.ach': '',
    'c-garbage.ach': '\u0000\u00ff<html>not a file</html>',
    'd-wrong-sum.ach': good.replace('000000010000', '000000010001'),
    'e-cut-line.ach': good.replace('R02', 'R0'),
  };
  for (const [name, text] of Object.entries(bad)) await bank.post(name, text);
  assert.equal(await readInboxes(shop.world, shop.businessId), 5);

  assert.equal((await shop.payment(id)).state, 'settled');
  const files = await filesOf(shop);
  assert.deepEqual(
    files.map(({ name, state }) => [name, state]),
    Object.keys(bad).map((name) => [name, 'rejected']),
  );
  for (const { faults } of files) assert.match(faults[0] ?? '', /^line \d+: /);
  assert.deepEqual(await bank.names('read'), Object.keys(bad));
  const cases = await shop.cases();
  assert.deepEqual(
    cases.map(({ kind, object_kind }) => [kind, object_kind]),
    Object.keys(bad).map(() => ['ach_file', 'ach_file']),
  );

  // The bank sends it anew, whole.
  await bank.post('f-good.ach', good);
  await readInboxes(shop.world, shop.businessId);
  assert.equal((await shop.payment(id)).state, 'returned');
  assert.deepEqual(await shop.findings(), []);
});

test('a file that holds no answers is told', async (t) => {
  const shop = await openAchShop(t);
  const bank = bankOf(shop);
  const id = await shop.pay('1234567');
  await shop.until('2030-01-17 09:00');
  const [name] = await bank.names('outbox');
  const { readFile } = await import('node:fs/promises');
  const { join } = await import('node:path');
  const folder = join(shop.fixture.config.achFolder, 'sandbox', String(shop.businessId));
  await bank.post('echo.ach', await readFile(join(folder, 'outbox', name!), 'latin1'));
  await readInboxes(shop.world, shop.businessId);
  assert.equal((await shop.payment(id)).state, 'settled');
  assert.match((await shop.cases())[0]!.evidence.faults[0], /it answers nothing/);
  assert.deepEqual(await shop.findings(), []);
});

test('two workers that read one inbox at once book once', async (t) => {
  const fixture = await makeFixture(t);
  const shop = await openAchShop(t, { fixture });
  const bank = bankOf(shop);
  const ids: bigint[] = [];
  for (let i = 0; i < 8; i += 1) ids.push(await shop.pay(`123456${i}`));
  await shop.until('2030-01-17 09:00');
  for (const [i, id] of ids.entries()) {
    await bank.post(`returns-${i}.ach`, await bank.answer([[id, 'R02']]));
  }
  await bank.post('returns-all.ach', await bank.answer(ids.map((id) => [id, 'R02'] as const)));
  const others = await Promise.all([fixture.open(), fixture.open(), fixture.open()]);
  await Promise.all(others.map((world) => readInboxes(world, shop.businessId)));
  await readInboxes(shop.world, shop.businessId);

  assert.deepEqual(await shop.ledger(), { returns: 80_000n, sales: -80_000n });
  assert.equal((await shop.events('payment.returned')).length, 8);
  const files = await filesOf(shop);
  assert.equal(files.length, 9);
  assert.ok(files.every(({ state }) => state === 'read'));
  assert.deepEqual(await bank.names('inbox'), []);
  assert.deepEqual(await shop.cases(), []);
  assert.deepEqual(await shop.findings(), []);
});

test('a bank that answers before it is written down that it has the file is read later', async (t) => {
  const shop = await openAchShop(t);
  const bank = bankOf(shop);
  const id = await shop.pay('1234567');
  await shop.until('2030-01-17 09:00');
  await bank.post('early.ach', await bank.answer([[id, 'R02']]));
  const { db } = shop.fixture;
  await db.query(`update ach_entries set state = 'filed' where business_id = $1`, [
    shop.businessId,
  ]);
  assert.equal(await readInboxes(shop.world, shop.businessId), 0);
  assert.deepEqual(await bank.names('inbox'), ['early.ach']);
  await db.query(`update ach_entries set state = 'settled' where business_id = $1`, [
    shop.businessId,
  ]);
  assert.equal(await readInboxes(shop.world, shop.businessId), 1);
  assert.equal((await shop.payment(id)).state, 'returned');
  assert.deepEqual(await shop.findings(), []);
});

test('a return of what came back already, for another reason, is for a person', async (t) => {
  const shop = await openAchShop(t);
  const bank = bankOf(shop);
  const id = await shop.pay('1234567');
  await shop.until('2030-01-17 09:00');
  await bank.post('a.ach', await bank.answer([[id, 'R02']]));
  await bank.post('b.ach', await bank.answer([[id, 'R03']]));
  await readInboxes(shop.world, shop.businessId);
  assert.deepEqual(await shop.ledger(), back);
  assert.equal((await shop.entries(id))[0]!.return_code, 'R02');
  const [openCase] = await shop.cases();
  assert.deepEqual(openCase?.evidence.why, ['it came back before, as R02']);
  assert.deepEqual(await shop.findings(), []);
});
