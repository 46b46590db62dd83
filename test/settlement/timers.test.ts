import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeBusiness } from '../../src/parties/businesses/change-state.ts';
import { atClockOf } from '../../src/parties/businesses/clock.ts';
import { nextCutoffOf } from '../../src/parties/businesses/cutoff.ts';
import { changeTerms } from '../../src/settlement/change-terms.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { nextPayoutTime } from '../../src/settlement/moments.ts';
import { switchPayouts } from '../../src/settlement/switch-payouts.ts';
import { ensureTimers, planTimers } from '../../src/settlement/timers.ts';
import { scheduleRecurring } from '../../src/worker/schedule.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import { giveBankAccount, makeBank, openTill } from './till.ts';

const newYork = { timeZone: 'America/New_York', batchCutoff: '22:00' };
const hourMs = 3_600_000;

test('the cut-off comes once on every day of the calendar, also when the clocks change', () => {
  for (const [timeZone, batchCutoff] of [
    ['America/New_York', '22:00'],
    ['America/New_York', '02:30'],
    ['America/New_York', '01:30'],
    ['Pacific/Honolulu', '00:00'],
    ['America/Phoenix', '23:59'],
  ] as const) {
    let at = new Date('2030-01-01T00:00:00Z');
    const days = new Set<string>();
    for (let n = 0; n < 365; n += 1) {
      const next = nextCutoffOf({ timeZone, batchCutoff }, at);
      assert.ok(next > at);
      const shown = next.toTemporalInstant().toZonedDateTimeISO(timeZone);
      const gap = shown.toPlainTime().toString().slice(0, 5);
      // There is no 02:30 on the day on which the clocks go forward.
      const isThere = gap === batchCutoff || (batchCutoff === '02:30' && gap === '03:30');
      assert.ok(isThere, shown.toString());
      days.add(shown.toPlainDate().toString());
      at = next;
    }
    assert.equal(days.size, 365);
  }
});

test('the night has 23 hours in spring and 25 in autumn', () => {
  const hours = (from: string) => {
    const first = nextCutoffOf(newYork, new Date(from));
    return (nextCutoffOf(newYork, first).getTime() - first.getTime()) / hourMs;
  };
  assert.deepEqual(
    ['2030-03-08T12:00:00Z', '2030-03-09T12:00:00Z', '2030-11-02T12:00:00Z'].map(hours),
    [24, 23, 25],
  );
});

test('deposits are made on the mornings of banking days', () => {
  const next = (at: string) => nextPayoutTime(new Date(at)).toISOString();
  assert.equal(next('2030-01-15T13:59:59Z'), '2030-01-15T14:00:00.000Z');
  assert.equal(next('2030-01-15T14:00:00Z'), '2030-01-16T14:00:00.000Z');
  // A Friday, before a weekend and a holiday on Monday.
  assert.equal(next('2030-01-18T15:00:00Z'), '2030-01-22T14:00:00.000Z');
  assert.equal(next('2030-07-03T15:00:00Z'), '2030-07-05T13:00:00.000Z');
});

test('every business is closed at its own cut-off, day after day, over a change of clocks', async (t) => {
  const startsAt = new Date('2030-03-09T12:00:00Z');
  const fixture = await makeFixture(t, { startsAt });
  const till = await openTill(t, { fixture });
  const honolulu = await fixture.addBusiness({ timeZone: 'Pacific/Honolulu' });
  const { id } = till.caller.business;
  await scheduleRecurring(till.world);
  await workUntilIdle(till.world);
  const closings: string[] = [];
  for (let day = 0; day < 3; day += 1) {
    await till.pay();
    const now = fixture.clock.now();
    const cutoff = nextCutoffOf(newYork, now).getTime();
    const cutoffThere = nextCutoffOf({ ...newYork, timeZone: 'Pacific/Honolulu' }, now).getTime();
    for (const at of [cutoff - 60_000, cutoff, cutoffThere, now.getTime() + 24 * hourMs]) {
      fixture.clock.setTo(new Date(at));
      await workUntilIdle(till.world);
    }
  }
  const rows = await fixture.db.query<{ at: Date; actor: string; state: string }>(
    'select created_at as at, actor, state from batches where business_id = $1 order by id',
    [id],
  );
  for (const { at, actor, state } of rows) {
    assert.deepEqual([actor, state], ['system', 'reconciled']);
    closings.push(at.toISOString().slice(0, 16));
  }
  assert.deepEqual(closings, ['2030-03-10T03:00', '2030-03-11T02:00', '2030-03-12T02:00']);
  const [job] = await fixture.db.query<{ at: Date }>(
    `select run_at as at from jobs where business_id = $1 and kind = 'batch.close'`,
    [honolulu.business.id],
  );
  assert.equal(job!.at.toISOString(), '2030-03-13T08:00:00.000Z');
});

test('only who takes payments, or took them, has timers; who cannot be paid out makes no deposits', async (t) => {
  const fixture = await makeBank(t);
  const { world, caller } = await openTill(t, { fixture });
  const ids: Record<string, bigint> = {};
  for (const state of ['messaging_only', 'payments_pending', 'suspended', 'closed'] as const) {
    ids[state] = (await fixture.addBusiness({ state })).business.id;
  }
  ids.payouts_enabled = (await fixture.addBusiness({ state: 'payouts_enabled' })).business.id;
  ids.payments_enabled = caller.business.id;
  await planTimers(world);
  await planTimers(world);
  const rows = await fixture.db.query<{ business_id: bigint; kinds: string }>(
    `select business_id, string_agg(kind, ' ' order by kind) as kinds from jobs group by business_id`,
  );
  const kindsOf = Object.fromEntries(rows.map((row) => [String(row.business_id), row.kinds]));
  assert.deepEqual(
    Object.fromEntries(Object.entries(ids).map(([state, id]) => [state, kindsOf[String(id)]])),
    {
      messaging_only: undefined,
      payments_pending: undefined,
      closed: undefined,
      suspended: 'batch.close',
      payments_enabled: 'batch.close',
      payouts_enabled: 'batch.close deposit.make',
    },
  );
});

test('what a business took before it was closed is collected, though it had no timers yet', async (t) => {
  const fixture = await makeBank(t);
  const till = await openTill(t, { fixture });
  const { id } = till.caller.business;
  const { invoice } = await till.pay();
  await closeBusiness(till.world, id, { actor: 'operator:ada', reason: 'agreed' });
  await planTimers(till.world);
  fixture.clock.pass(24 * hourMs);
  while ((await workOnce(till.world)) > 0);
  assert.equal((await till.payment(invoice)).state, 'settled');
});

test('a cut-off that is changed counts at once', async (t) => {
  const fixture = await makeBank(t);
  const { world, caller } = await openTill(t, { fixture });
  const { id } = caller.business;
  await ensureTimers(world, id);
  await changeTerms(world, id, { batchCutoff: '17:30' }, 'test');
  const [job] = await fixture.db.query<{ at: Date }>(
    'select run_at as at from jobs where business_id = $1',
    [id],
  );
  assert.equal(job!.at.toISOString(), '2030-01-15T22:30:00.000Z');
});

test('a business whose clock is moved on has its evenings and mornings by that clock', async (t) => {
  const fixture = await makeBank(t);
  const till = await openTill(t, { fixture });
  const { business } = till.caller;
  await giveBankAccount(fixture, business);
  await switchPayouts(till.world, business.id, true, { actor: 'operator:ada', reason: 'agreed' });
  await till.pay();
  const aheadMs = 20 * hourMs;
  await fixture.db.query('update businesses set clock_ahead_ms = $2 where business_id = $1', [
    business.id,
    aheadMs,
  ]);
  const own = atClockOf(till.world, { clockAheadMs: aheadMs });
  while ((await workOnce(own, business.id)) > 0);
  const [batch] = await fixture.db.query<{ at: Date; state: string }>(
    'select reconciled_at as at, state from batches where business_id = $1',
    [business.id],
  );
  // Its evening is over, and its morning is still to come.
  assert.deepEqual([batch!.state, batch!.at], ['reconciled', own.now()]);
  const jobs = await fixture.db.query<{ at: Date }>(
    'select run_at as at from jobs where business_id = $1',
    [business.id],
  );
  assert.ok(jobs.every(({ at }) => at > own.now()));
});

test('a business that sold nothing costs one look at its open batch', async (t) => {
  const fixture = await makeBank(t);
  const { world, caller } = await openTill(t, { fixture });
  const asked: string[] = [];
  const db: World['db'] = {
    ...world.db,
    query: (text, values) => {
      asked.push(text);
      return world.db.query(text, values);
    },
    begin: () => assert.fail('a transaction was begun'),
  };
  assert.deepEqual(await closeBatches({ ...world, db }, caller.business, 'system'), []);
  assert.equal(asked.length, 1);
});

async function workUntilIdle(world: World): Promise<void> {
  while ((await workOnce(world)) > 0);
}
