import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advanceEntries } from '../../src/ach/files/advance.ts';
import type { ClearingFile } from '../../src/ach/files/file.ts';
import { changeFile, readFile } from '../../src/ach/files/file-store.ts';
import { readLiveInbox } from '../../src/ach/files/inbox.ts';
import { makeFiles, resumeFiles } from '../../src/ach/files/make-files.ts';
import { lockPart, partOf, rejectPart } from '../../src/ach/files/part-store.ts';
import { rejectFile } from '../../src/ach/files/reject-file.ts';
import { takeBackAll } from '../../src/ach/returns/take-back.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { propose } from '../../src/records/decide-case.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { ann } from '../cases/queue.ts';
import { makeFixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { liveBankOf, liveSettings, openLiveShops, whilePutting } from './live-shops.ts';
import { lastFile, why } from './returned-payment.ts';
import { type AchShop, type CaseRow, newYork } from './returns-fixture.ts';

/** A file of two live businesses that the bank has. */
async function sentFile(scope: Scope) {
  const fixture = await makeFixture(scope, { settings: liveSettings });
  const [one, two] = await openLiveShops(scope, fixture, 2);
  const first = await one!.pay('1234567');
  const second = await two!.pay('7654321');
  await one!.until('2030-01-15 20:30');
  const file = await lastFile({ ...one!, businessId: 0n });
  return { fixture, file, one: one!, two: two!, first, second };
}

/** Noted as being rejected by a worker that died then; its lease is over at once. */
async function died({ world }: AchShop, file: ClearingFile): Promise<ClearingFile> {
  const rejecting = { state: 'rejecting', resolveAt: world.now() } as const;
  return (await changeFile(world.db, file, rejecting))!;
}

test('a file of many businesses that the bank rejected goes out anew', async (t) => {
  const { fixture, file, one, two, first, second } = await sentFile(t);
  assert.equal((await rejectFile(one.world, file, why)).state, 'rejected');
  assert.equal((await one.payment(first)).state, 'queued');
  assert.equal((await two.payment(second)).state, 'queued');
  assert.deepEqual(await partsOf(one), []);
  assert.deepEqual(await actsOf(one), ['ach_file.rejected']);
  assert.deepEqual(await one.findings(), []);
  await one.until('2030-01-17 09:00');
  assert.equal((await two.payment(second)).state, 'settled');
  assert.equal((await readFile(fixture.db, file))?.state, 'rejected');
  assert.deepEqual(await one.findings(), []);
});

test('of one that is being rejected nothing settles, and a worker goes on with it', async (t) => {
  const { file, one, two, first, second } = await sentFile(t);
  const rejecting = await died(one, file);
  await markedAsRejected(one, rejecting);
  assert.deepEqual(await one.findings(), []);
  one.fixture.clock.setTo(newYork('2030-01-16 08:30'));
  const [entry] = await one.entries(first);
  assert.ok(entry!.next_at! <= one.world.now());
  await refusesAsBusy(rejectFile(one.world, file, why));
  assert.equal(await advanceEntries(one.world, one.businessId), 0);
  await drain(one);
  assert.equal((await readFile(one.world.db, file))?.state, 'rejected');
  assert.equal((await one.payment(first)).state, 'queued');
  assert.equal((await two.payment(second)).state, 'queued');
  assert.deepEqual(await one.findings(), []);
});

test('it is rejected by no business once something of one has settled', async (t) => {
  const { file, one, two, first, second } = await sentFile(t);
  const rejecting = await died(one, file);
  await markedAsRejected(one, rejecting);
  one.fixture.clock.setTo(newYork('2030-01-16 08:30'));
  assert.equal(await advanceEntries(one.world, two.businessId), 1);
  await drain(one);
  assert.equal((await readFile(one.world.db, file))?.state, 'delivered');
  assert.equal((await one.payment(first)).state, 'settled');
  assert.equal((await two.payment(second)).state, 'settled');
  assert.deepEqual(await partsOf(one), [{ state: 'sent', look_at: null }]);
  assert.deepEqual(await actsOf(one), ['ach_file.not_rejected']);
  await assert.rejects(
    rejectFile(one.world, file, why),
    (error) => error instanceof Refusal && error.code === 'wrong_state',
  );
  assert.deepEqual(await one.findings(), []);
});

test('a part that a slow worker marked after its file was not rejected becomes what it was', async (t) => {
  const { file, one, first } = await sentFile(t);
  await markedAsRejected(one, file);
  one.fixture.clock.setTo(newYork('2030-01-16 08:30'));
  assert.equal(await advanceEntries(one.world, one.businessId), 0);
  await drain(one);
  assert.equal((await one.payment(first)).state, 'settled');
  assert.deepEqual(await partsOf(one), [{ state: 'sent', look_at: null }]);
});

test('one that was written and not sent yet is sent when it is not rejected', async (t) => {
  const { fixture, file, one, two, first, second } = await sentFile(t);
  // As before its owner told the first business that the bank has it.
  await fixture.db.query(
    `update ach_entries set state = 'filed', trace_number = null, effective_on = null, next_at = null
     where business_id = $1`,
    [one.businessId],
  );
  await fixture.db.query(`update payments set state = 'queued' where business_id = $1`, [
    one.businessId,
  ]);
  await fixture.db.query('delete from transfers where business_id = $1', [one.businessId]);
  await fixture.db.query(
    'update ach_files set put_at = null, delivered_at = null where business_id = 0',
  );
  const rejecting = await died(one, { ...file, deliveredAt: undefined });
  await markedAsRejected(one, rejecting);
  fixture.clock.setTo(newYork('2030-01-16 08:30'));
  await advanceEntries(one.world, two.businessId);
  await drain(one);
  assert.equal((await readFile(fixture.db, file))?.state, 'written');
  const [part] = await partsOf(one);
  assert.deepEqual(part?.state, 'filed');
  fixture.clock.pass(5 * 60_000);
  await drain(one);
  assert.equal((await readFile(fixture.db, file))?.state, 'delivered');
  assert.equal((await two.payment(second)).state, 'settled');
  await one.until('2030-01-17 09:00');
  assert.equal((await one.payment(first)).state, 'settled');
});

test('an owner that goes on while its file is being rejected originates nothing', async (t) => {
  const fixture = await makeFixture(t, { settings: liveSettings });
  const [one] = await openLiveShops(t, fixture, 1);
  const id = await one!.pay('1234567');
  fixture.clock.setTo(newYork('2030-01-15 20:00'));
  const last = async () => await lastFile({ ...one!, businessId: 0n });
  const owner = whilePutting(one!.world, async () => {
    await markedAsRejected(one!, await died(one!, await last()));
  });
  await makeFiles(owner);
  assert.equal((await one!.entries(id))[0]?.state, 'filed');
  assert.deepEqual((await partsOf(one!))[0]?.state, 'rejected');
  // Somebody must keep the bank from booking it: its entries go out anew.
  const { name, id: fileId, putAt } = await last();
  const [opened, ...more] = await fileCases(one!);
  assert.deepEqual(more, []);
  assert.deepEqual([opened?.object_id, opened?.evidence.file], [fileId, name]);
  assert.equal(opened?.evidence.putAt, putAt?.toISOString());
  assert.match(opened?.evidence.says, /lies in the outbox although it was rejected/);
  await drain(one!);
  assert.equal((await last()).state, 'rejected');
  assert.equal((await one!.entries(id))[0]?.state, 'queued');
});

test('a file that was rejected just before its upload is not put into the outbox', async (t) => {
  const fixture = await makeFixture(t, { settings: liveSettings });
  const [one] = await openLiveShops(t, fixture, 1);
  const id = await one!.pay('1234567');
  fixture.clock.setTo(newYork('2030-01-15 20:00'));
  const bank = liveBankOf(one!);
  await makeFiles(withoutServer(one!.world));
  const file = await lastFile({ ...one!, businessId: 0n });
  assert.deepEqual([file.state, file.putAt], ['written', undefined]);
  fixture.clock.pass(5 * 60_000);
  let rejected: string | undefined;
  // Its owner makes the bytes anew, and will upload them next.
  await resumeFiles(
    whileMaking(one!.world, async () => {
      rejected ??= (await rejectFile(one!.world, file, why)).state;
    }),
  );
  assert.equal(rejected, 'rejected', 'a file whose upload fails again and again can be rejected');
  assert.deepEqual(await bank.names('outbox'), []);
  assert.equal((await readFile(fixture.db, file))?.putAt, undefined);
  await one!.until('2030-01-16 20:30');
  assert.equal((await bank.sent()).length, 1);
  assert.equal((await one!.payment(id)).state, 'originated');
  assert.deepEqual(await fileCases(one!), []);
  assert.deepEqual(await one!.findings(), []);
});

test('who proposed to reject a file is told that it was put after all', async (t) => {
  const fixture = await makeFixture(t, { settings: liveSettings });
  const [one] = await openLiveShops(t, fixture, 1);
  await one!.pay('1234567');
  fixture.clock.setTo(newYork('2030-01-15 20:00'));
  await makeFiles(withoutServer(one!.world));
  fixture.clock.pass(5 * 60_000);
  await resumeFiles(renamed(one!.world));
  const [asked, ...more] = await fileCases(one!);
  assert.deepEqual(more, []);
  assert.deepEqual([asked?.evidence.writtenEntries, asked?.evidence.more], [1, undefined]);
  const key = { businessId: 0n, id: asked!.id };
  await propose(one!.world, key, ann, { decision: 'rejected', note: 'not there' });
  // The settings are as before.
  fixture.clock.pass(5 * 60_000);
  await drain(one!);
  const file = await lastFile({ ...one!, businessId: 0n });
  assert.equal(file.state, 'delivered');
  const [now] = await fileCases(one!);
  assert.equal(now?.state, 'open', 'nobody confirms what was proposed without knowing it');
  const [{ putAt, says }] = now!.evidence.more;
  assert.equal(putAt, file.putAt?.toISOString());
  assert.match(says, /put into the outbox/);
});

test('what comes back while its file is taken back is not taken back as well', async (t) => {
  const { file, one, two, first, second } = await sentFile(t);
  const rejecting = await died(one, file);
  for (const shop of [one, two]) await markedAsRejected(shop, rejecting);
  const bank = liveBankOf(one);
  await bank.post('1.ach', await bank.answer([[first, 'R02']]));
  const { db } = one.world;
  const begin: typeof db.begin = async (work, tenants) => {
    // The entries of the file were read.
    if ((await one.payment(first)).state === 'originated') await readLiveInbox(two.world);
    return await db.begin(work, tenants);
  };
  await takeBackAll({ ...one.world, db: { ...db, begin } }, rejecting);
  assert.equal((await one.payment(first)).state, 'returned');
  assert.equal((await two.payment(second)).state, 'queued');
  assert.deepEqual(await one.findings(), []);
});

async function markedAsRejected({ world, businessId }: AchShop, file: ClearingFile) {
  const part = partOf(file, businessId);
  await world.db.begin(async (tx) => {
    assert.ok(await lockPart(tx, part));
    await rejectPart(tx, part, world.now());
  });
}

/** A worker that cannot reach the server of the bank. */
function withoutServer(world: World): World {
  const put = async () => {
    throw new Error('the server is away');
  };
  return { ...world, mailboxes: { ...world.mailboxes, live: { ...world.mailboxes.live!, put } } };
}

/** What happens while a worker makes the bytes of a file. */
function whileMaking(world: World, meanwhile: () => Promise<void>): World {
  const openMany: World['vault']['openMany'] = async (...asked) => {
    await meanwhile();
    return await world.vault.openMany(...asked);
  };
  return { ...world, vault: { ...world.vault, openMany } };
}

/** A worker with another setting, by which no file is made as it was written. */
function renamed(world: World): World {
  return { ...world, config: { ...world.config, achOriginName: 'Another Inc.' } };
}

/** About the files of all live businesses. */
async function fileCases({ fixture }: AchShop) {
  return await fixture.db.query<CaseRow & { id: bigint; state: string }>(
    `select * from open_questions where business_id = 0 and kind = 'ach_file' order by id`,
  );
}

async function refusesAsBusy(asked: Promise<unknown>): Promise<void> {
  await assert.rejects(asked, (error) => error instanceof Refusal && error.code === 'busy');
}

async function partsOf({ fixture, businessId }: AchShop) {
  return await fixture.db.query<{ state: string; look_at: Date | null }>(
    'select state, look_at from ach_file_parts where business_id = $1',
    [businessId],
  );
}

/** About the files of all live businesses. */
async function actsOf({ fixture }: AchShop): Promise<string[]> {
  const rows = await fixture.db.query<{ act: string }>(
    `select act from audit_trail where business_id = 0 order by n`,
  );
  return rows.map(({ act }) => act);
}

async function drain({ world }: AchShop): Promise<void> {
  while ((await workOnce(world)) > 0);
}
