import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFiles, resumeFiles } from '../../src/ach/files/make-files.ts';
import { rejectFile } from '../../src/ach/files/reject-file.ts';
import { nextCutoff } from '../../src/kernel/ach-windows.ts';
import { usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { everyLife } from '../crash-world.ts';
import { type Fixture, makeFixture } from '../fixture.ts';
import type { Size } from '../size.ts';
import { type Desk, entriesOf, openDesk, tuesday, tuesdayEvening } from './desk.ts';
import { collectorOf } from './live-shops.ts';

export function testFilingDeaths(size?: Size): void {
  const campaign = { name: 'ach/filing-deaths', size };

  test('whoever makes a file may die at every moment: each entry stands in one file, once', async (t) => {
    const fixture = await makeFixture(t, { startsAt: new Date(tuesday) });
    await everyLife(campaign, {
      open: fixture.open,
      async before(_, scope) {
        const desk = await openDesk(scope, { fixture });
        await desk.debit('10.00');
        await desk.debit('20.00', { AccountType: 'Savings' });
        fixture.clock.setTo(nextCutoff(fixture.clock.now(), false));
        return desk;
      },
      act: (crashing) => makeFiles(crashing),
      async others(desk) {
        await nothingIsSaidTooSoon(desk);
        passMinutes(fixture, 5);
        await drain(fixture);
      },
      judge: isWhole,
    });
  });

  test('a file that the bank collects at once is put there once, unless its maker dies before it notes that', async (t) => {
    const fixture = await makeFixture(t, { startsAt: new Date(tuesday) });
    let unnoted = 0;
    await everyLife(campaign, {
      open: fixture.open,
      async before(_, scope) {
        const desk = await openDesk(scope, { fixture });
        await desk.debit('10.00');
        fixture.clock.setTo(nextCutoff(fixture.clock.now(), false));
        const { id } = desk.caller.business;
        const bank = collectorOf(join(fixture.config.achFolder, 'sandbox', String(id)));
        return { desk, bank, isUnnoted: false };
      },
      act: (crashing, { bank }) => makeFiles(bank.over(crashing)),
      async others(subject) {
        const { desk, bank } = subject;
        const isNoted = (await desk.files()).some(({ putAt }) => putAt);
        subject.isUnnoted = bank.got.length === 1 && !isNoted;
        if (subject.isUnnoted) unnoted += 1;
        passMinutes(fixture, 5);
        await drain(fixture, bank.over);
      },
      async judge({ desk, bank, isUnnoted }) {
        const [file, ...more] = await desk.files();
        assert.deepEqual([file?.state, more], ['delivered', []]);
        assert.deepEqual(
          (await desk.entries()).map(({ state }) => state),
          ['originated'],
        );
        assert.deepEqual(bank.got, isUnnoted ? [file!.name, file!.name] : [file!.name]);
      },
    });
    // Just after the upload, and just before the note.
    assert.ok(unnoted <= 2, `${unnoted} moments between the upload and its note`);
  });

  test('whoever settles, frees or takes back may die at every moment too', async (t) => {
    const desk = await openDesk(t);
    const { fixture } = desk;
    const terms = { ...usualTerms, achFeeCents: 25 };
    await writeTerms(fixture.db, desk.caller.business.id, terms, fixture.clock.now());
    await desk.debit('10.00');
    await desk.debit('20.00');
    await desk.at(tuesdayEvening);
    const [file] = await desk.files();
    const why = { actor: 'operator', reason: 'a wrong name' };
    const dieUntilDone = (act: (world: World) => Promise<unknown>) =>
      everyLife(campaign, {
        open: fixture.open,
        before: async () => {},
        act,
        // The dead one's lease is over, and its work is not done by anybody else.
        others: async () => passMinutes(fixture, 5),
      });
    await dieUntilDone(async (world) => {
      await rejectFile(world, file!, why).catch(async (error) => {
        // Who comes after a dead one that began.
        if (error?.code === 'busy') await resumeFiles(world);
        else if (error?.code !== 'wrong_state') throw error;
      });
    });
    passMinutes(fixture, 5);
    await drain(fixture);
    assert.deepEqual(await desk.ledger(), {});
    for (const { state } of await desk.entries()) assert.equal(state, 'queued');

    await desk.at('2030-01-17T01:00:00Z');
    for (const moment of ['2030-01-17T13:30:00Z', '2030-01-22T23:00:00Z']) {
      fixture.clock.setTo(new Date(moment));
      await dieUntilDone((crashing) => workOnce(crashing));
      await drain(fixture);
    }
    for (const { state } of await desk.entries()) assert.equal(state, 'available');
    assert.deepEqual(await desk.ledger(), { clearing: 2950n, platform_fees: 50n, sales: -3000n });
    const rejected = await fixture.db.query(
      `select n from audit_trail where act = 'ach_file.rejected'`,
    );
    assert.equal(rejected.length, 1);
  });
}

async function isWhole(desk: Desk): Promise<void> {
  const entries = await desk.entries();
  assert.deepEqual(
    entries.map(({ state }) => state),
    ['originated', 'originated'],
  );
  const files = (await desk.files()).filter(({ state }) => state === 'delivered');
  assert.equal(files.length, 1);
  const [file] = files;
  assert.deepEqual([file?.entryCount, file?.debitCents], [2, 3000n]);
  const inFile = entriesOf(desk.sent(file!)).map(({ traceNumber }) => traceNumber);
  assert.deepEqual(
    inFile,
    entries.map(({ traceNumber }) => traceNumber),
  );
  assert.deepEqual(await desk.ledger(), { 'receivable:ach': 3000n, sales: -3000n });
  assert.deepEqual(outboxOf(desk), [file!.name]);
  const told = await desk.fixture.db.query<{ count: bigint }>(
    `select count(*) as count from events where business_id = $1 and kind = 'payment.originated'`,
    [desk.caller.business.id],
  );
  assert.equal(told[0]?.count, 2n);
}

/** Nobody believes that an entry is on its way before its file lies where the bank finds it. */
async function nothingIsSaidTooSoon(desk: Desk): Promise<void> {
  if (outboxOf(desk).length > 0) return;
  for (const { state } of await desk.entries()) assert.notEqual(state, 'originated');
}

function outboxOf({ fixture, caller }: Desk): string[] {
  const { id } = caller.business;
  const outbox = join(fixture.config.achFolder, 'sandbox', String(id), 'outbox');
  return existsSync(outbox) ? readdirSync(outbox) : [];
}

async function drain(fixture: Fixture, over = (world: World) => world): Promise<void> {
  const world = over(await fixture.open());
  while ((await workOnce(world)) > 0);
}

function passMinutes({ clock }: Fixture, minutes: number): void {
  clock.pass(minutes * 60_000);
}
