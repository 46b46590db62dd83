import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advanceEntries } from '../../src/ach/files/advance.ts';
import { makeFiles, resumeFiles } from '../../src/ach/files/make-files.ts';
import { rejectFile } from '../../src/ach/files/reject-file.ts';
import { nextCutoff } from '../../src/ach/windows.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { makeFixture } from '../fixture.ts';
import { endedOrHeldUp, pauseAt } from '../pause.ts';
import { type Desk, entriesOf, openDesk, tuesday, tuesdayEvening } from './desk.ts';

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
  for (let moment = 1; ; moment += 1) {
    const desk = await openDesk(t, { fixture });
    await desk.debit('10.00');
    const cutoffAt = nextCutoff(clock.now(), false);
    clock.setTo(cutoffAt);
    const sleeper = pauseAt(moment);
    const world = await fixture.open(sleeper);
    sleeper.begin();
    const made = makeFiles(world);
    await Promise.race([sleeper.stands, made]);
    const { isStanding } = sleeper;
    clock.pass(10 * 60_000);
    const other = await fixture.open();
    // What the sleeper holds locked, others wait for.
    const resumed = resumeFiles(other);
    await endedOrHeldUp(fixture.db, resumed);
    // Something comes in after that, which the sleeper's own look would still find.
    const late = await desk.debit('20.00');
    await fixture.db.query(
      `update ach_entries set next_at = $1 where amount_cents = 2000 and state = 'queued'`,
      [cutoffAt],
    );
    sleeper.goOn();
    await made;
    await resumed;
    while ((await workOnce(other)) > 0);
    assert.equal((await desk.payment(late)).state, 'originated');
    await isInFilesOnce(desk, 2);
    if (!isStanding) return assert.ok(moment > 20, `only ${moment} moments`);
  }
});

test('a void takes a payment out before its file is made, and is refused after that', async (t) => {
  const fixture = await makeFixture(t, { startsAt: new Date(tuesday) });
  for (let moment = 1; ; moment += 1) {
    const desk = await openDesk(t, { fixture });
    const invoice = await desk.debit('10.00');
    fixture.clock.setTo(nextCutoff(fixture.clock.now(), false));
    const maker = pauseAt(moment);
    const world = await fixture.open(maker);
    maker.begin();
    const made = makeFiles(world);
    await Promise.race([maker.stands, made]);
    const { isStanding } = maker;
    const asked = desk.refund({ RefundType: 'Full', PaymentID: invoice });
    // Where it must wait for a lock of the maker, the maker must go on first.
    await endedOrHeldUp(fixture.db, asked);
    maker.goOn();
    await made;
    const told = await asked;
    const { state } = await desk.payment(invoice);
    const files = await desk.files();
    if (state === 'voided') {
      assert.equal(told.status, 200, told.text);
      assert.deepEqual(files, []);
    } else {
      assert.equal(state, 'originated');
      assert.notEqual(told.state, 'succeeded', told.text);
      await isInOneFile(desk, 1);
    }
    if (!isStanding) return assert.ok(moment > 20, `only ${moment} moments`);
  }
});

test('a file that is refused while it settles is refused whole or not at all', async (t) => {
  const fixture = await makeFixture(t, { startsAt: new Date(tuesday) });
  const ends = new Set<string>();
  for (let moment = 1; ; moment += 1) {
    const desk = await openDesk(t, { fixture });
    const invoice = await desk.debit('10.00');
    fixture.clock.setTo(nextCutoff(fixture.clock.now(), false));
    const other = await fixture.open();
    while ((await workOnce(other)) > 0);
    const [entry] = await desk.entries();
    fixture.clock.setTo(entry!.nextAt!);
    const settler = pauseAt(moment);
    const world = await fixture.open(settler);
    settler.begin();
    const settled = advanceEntries(world);
    await Promise.race([settler.stands, settled]);
    const { isStanding } = settler;
    const [file] = await desk.files();
    const why = { actor: 'operator:ann', reason: 'the bank did not know the company' };
    const refused = rejectFile(other, file!, why).then(
      () => 'rejected',
      (error) => (error instanceof Refusal ? 'delivered' : Promise.reject(error)),
    );
    await endedOrHeldUp(fixture.db, refused);
    settler.goOn();
    await settled;
    const end = await refused;
    ends.add(end);
    const { state } = await desk.payment(invoice);
    assert.equal((await desk.files())[0]!.state, end);
    assert.equal(state, end === 'rejected' ? 'queued' : 'settled', `at moment ${moment}`);
    if (!isStanding) break;
  }
  assert.deepEqual([...ends].toSorted(), ['delivered', 'rejected']);
});

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
