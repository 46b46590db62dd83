import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advanceEntries } from '../../src/ach/files/advance.ts';
import { makeFiles, resumeFiles } from '../../src/ach/files/make-files.ts';
import { rejectFile } from '../../src/ach/files/reject-file.ts';
import { nextCutoff } from '../../src/kernel/ach-windows.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { type Fixture, makeFixture } from '../fixture.ts';
import { everyMeeting } from '../pause.ts';
import type { Scope } from '../scope.ts';
import type { Size } from '../size.ts';
import { type Desk, entriesOf, openDesk, tuesday, tuesdayEvening } from './desk.ts';

const name = 'ach/filing-races';

export function testFilingRaces(size?: Size): void {
  const campaign = { name, size };

  test('of two workers at one cut-off, one makes the file', async (t) => {
    const desk = await openDesk(t);
    for (let i = 0; i < 5; i += 1) await desk.debit('10.00');
    desk.fixture.clock.setTo(new Date(tuesdayEvening));
    const worlds = await Promise.all([1, 2, 3, 4].map(() => desk.fixture.open()));
    await Promise.all(worlds.map((world) => makeFiles(world)));
    await isInOneFile(desk, 5);
  });

  test('a maker that wakes up after somebody else went on adds nothing and sends nothing', async (t) => {
    const fixture = await makeFixture(t, { startsAt: new Date(tuesday) });
    const { clock } = fixture;
    await everyMeeting(campaign, {
      ...fixture,
      async before() {
        const desk = await openDesk(t, { fixture });
        await desk.debit('10.00');
        const cutoffAt = nextCutoff(clock.now(), false);
        clock.setTo(cutoffAt);
        return { desk, cutoffAt, late: '' };
      },
      one: (world) => makeFiles(world),
      onceStanding: () => clock.pass(10 * 60_000),
      other: (world) => resumeFiles(world),
      async meanwhile(subject) {
        // Something comes in after that, which the sleeper's own look would still find.
        subject.late = await subject.desk.debit('20.00');
        await fixture.db.query(
          `update ach_entries set next_at = $1 where amount_cents = 2000 and state = 'queued'`,
          [subject.cutoffAt],
        );
      },
      async judge({ desk, late }) {
        while ((await workOnce(desk.world)) > 0);
        assert.equal((await desk.payment(late)).state, 'originated');
        await isInFilesOnce(desk, 2);
      },
    });
  });

  test('a void takes a payment out before its file is made, and is refused after that', async (t) => {
    const fixture = await makeFixture(t, { startsAt: new Date(tuesday) });
    const ends = new Set<string>();
    await everyMeeting(campaign, {
      ...fixture,
      before: () => openDue(t, fixture),
      one: (world) => makeFiles(world),
      other: (_, { desk, invoice }) => desk.refund({ RefundType: 'Full', PaymentID: invoice }),
      async judge({ desk, invoice }, _, told) {
        const { state } = await desk.payment(invoice);
        ends.add(state);
        if (state === 'voided') {
          assert.equal(told.status, 200, told.text);
          assert.deepEqual(await desk.files(), []);
        } else {
          assert.equal(state, 'originated');
          assert.notEqual(told.state, 'succeeded', told.text);
          await isInOneFile(desk, 1);
        }
      },
    });
    assert.deepEqual([...ends].toSorted(), ['originated', 'voided']);
  });
}

/** Not at the smallest size: at its few moments one of the two ends may be missed. */
export function testRefusedFiles(): void {
  test('a file that is refused while it settles is refused whole or not at all', async (t) => {
    const fixture = await makeFixture(t, { startsAt: new Date(tuesday) });
    const ends = new Set<string>();
    await everyMeeting(
      { name },
      {
        ...fixture,
        async before() {
          const due = await openDue(t, fixture);
          while ((await workOnce(due.desk.world)) > 0);
          const [entry] = await due.desk.entries();
          fixture.clock.setTo(entry!.nextAt!);
          return due;
        },
        one: (world) => advanceEntries(world),
        async other(world, { desk }) {
          const [file] = await desk.files();
          const why = { actor: 'operator:ann', reason: 'the bank did not know the company' };
          return await rejectFile(world, file!, why).then(
            () => 'rejected',
            (error) => (error instanceof Refusal ? 'delivered' : Promise.reject(error)),
          );
        },
        async judge({ desk, invoice }, _, end) {
          ends.add(end);
          assert.equal((await desk.files())[0]!.state, end);
          const { state } = await desk.payment(invoice);
          assert.equal(state, end === 'rejected' ? 'queued' : 'settled');
        },
      },
    );
    assert.deepEqual([...ends].toSorted(), ['delivered', 'rejected']);
  });
}

/** A payment, and the moment at which its file is made. */
async function openDue(scope: Scope, fixture: Fixture) {
  const desk = await openDesk(scope, { fixture });
  const invoice = await desk.debit('10.00');
  fixture.clock.setTo(nextCutoff(fixture.clock.now(), false));
  return { desk, invoice };
}

async function isInOneFile(desk: Desk, count: number): Promise<void> {
  assert.equal((await desk.files()).length, 1);
  await isInFilesOnce(desk, count);
}

async function isInFilesOnce(desk: Desk, count: number): Promise<void> {
  const files = await desk.files();
  const lines = files.flatMap((file) => entriesOf(desk.sent(file)));
  assert.equal(lines.length, count);
  assert.equal(new Set(lines.map(({ individualId }) => individualId)).size, count);
  const traces = (await desk.entries()).map(({ traceNumber }) => traceNumber).toSorted();
  assert.deepEqual(lines.map(({ traceNumber }) => traceNumber).toSorted(), traces);
  for (const { state } of files) assert.equal(state, 'delivered');
}
