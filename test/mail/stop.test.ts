import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { notifyPeople } from '../../src/notify/mail/notify-people.ts';
import { sendMails } from '../../src/notify/mail/send-mails.ts';
import { atClockOf } from '../../src/parties/businesses/clock.ts';
import type { MailCarrier } from '../../src/ports/carriers/carrier.ts';
import { work, workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { type Desk, openDesk } from './desk.ts';

const dayMs = 24 * 3_600_000;
const minuteMs = 60_000;
/** So many are sent at the same time. */
const lanes = 10;

for (const [whose, clockAheadMs] of [
  ['a business', 0],
  ['a business whose clock is ahead', 30 * dayMs],
] as const) {
  test(`whoever is told to stop over the mails of ${whose} ends those under way, and the next start sends the others`, async (t) => {
    const desk = await openDesk(t);
    await owes(desk, 30, clockAheadMs);
    const stop = new AbortController();
    const carrier = slowCarrier(desk);
    const working = work(unhurried(carrier.in(desk.world)), stop.signal);
    await carrier.holds(lanes);
    stop.abort();
    carrier.release();
    await working;
    assert.equal(carrier.begun(), lanes);
    assert.equal((await desk.mails()).length, lanes);
    const left = (await desk.rows()).filter(({ state }) => state !== 'sent');
    assert.equal(left.length, 30 - lanes);
    const now = desk.fixture.clock.now().getTime() + clockAheadMs;
    for (const { state, tries, error_code: code, due_at: at } of left) {
      assert.deepEqual([state, tries, code], ['queued', 0, null]);
      assert.ok(at!.getTime() <= now, 'it is due at once');
    }

    await workOnce(await desk.fixture.open());
    const mails = await desk.mails();
    assert.equal(mails.length, 30);
    assert.equal(new Set(mails.map(({ reference }) => reference)).size, 30);
    assert.deepEqual(await desk.fixture.db.query(`select 1 from mails where state <> 'sent'`), []);
  });
}

test('who comes to its end too late puts back nothing that somebody else is sending by then', async (t) => {
  const desk = await openDesk(t);
  await owes(desk, lanes + 1);
  const [late, next] = [slowCarrier(desk), slowCarrier(desk)];
  const sending = sendMails(late.in(desk.world));
  await late.holds(lanes);
  desk.fixture.clock.pass(11 * minuteMs);
  const taking = sendMails(next.in(await desk.fixture.open()));
  await next.holds(lanes);
  const held = await desk.rows();
  late.release();
  await sending;
  assert.deepEqual(await desk.rows(), held);
  next.release();
  await taking;
  assert.equal(next.begun(), lanes + 1);
  assert.deepEqual(
    (await desk.rows()).map(({ state, tries }) => [state, tries]),
    Array.from({ length: lanes + 1 }, () => ['sent', 1]),
  );
});

/** So many receipts that are due. */
async function owes(desk: Desk, count: number, clockAheadMs = 0): Promise<void> {
  const { db } = desk.fixture;
  await desk.pay({ IsSMSReceipt: false });
  await db.query(
    `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
     select e.business_id, ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, e.kind, e.object_id,
       e.happened_at, e.data, e.untold
     from events e, generate_series(2, $2) n where e.business_id = $1 and e.kind = 'payment.captured'`,
    [desk.id, count],
  );
  await db.query('update businesses set clock_ahead_ms = $2 where business_id = $1', [
    desk.id,
    clockAheadMs,
  ]);
  await notifyPeople(atClockOf(desk.world, { clockAheadMs }), desk.id);
  assert.equal((await desk.rows()).length, count);
}

/** Hands nothing over before it is released. */
function slowCarrier({ world }: Desk) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let begun = 0;
  const carrier: MailCarrier = {
    name: 'slow',
    async send(mail) {
      begun += 1;
      await isReleased;
      return await world.carriers.mails.sandbox!.send(mail);
    },
  };
  return {
    release,
    begun: () => begun,
    async holds(count: number) {
      while (begun < count) await turn();
    },
    in: (one: World): World => ({
      ...one,
      carriers: { ...one.carriers, mails: { sandbox: carrier, live: carrier } },
    }),
  };
}

/** Its clock stands while it rests. */
function unhurried(world: World): World {
  return { ...world, sleep: async () => await turn() };
}
