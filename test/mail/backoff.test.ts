import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Mail } from '../../src/ports/carriers/carrier.ts';
import { writeEvents } from '../../src/runtime/events.ts';
import { advance } from '../../src/time-machine/advance.ts';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import { hourMs, minuteMs, openDesk } from './desk.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();

for (const [address, code] of [
  ['unreachable@example.com', 'carrier_unreachable'],
  ['silent@example.com', 'no_answer'],
] as const) {
  test(`a mail to ${address} is tried for a day and a half under one name, and then given up`, async (t) => {
    const desk = await openDesk(t, { fixture, world });
    await desk.pay({ Email: address, IsSMSReceipt: false });
    const seen: string[] = [];
    const watching = watched(world, ({ messageId }) => seen.push(messageId));
    const moments: number[] = [];
    for (;;) {
      await desk.work(watching);
      moments.push(fixture.clock.now().getTime());
      const [row] = await desk.rows();
      if (!row?.due_at) break;
      fixture.clock.setTo(new Date(row.due_at.getTime() - 1));
      const before = seen.length;
      await desk.work(watching);
      assert.equal(seen.length, before, 'not a moment too early');
      fixture.clock.setTo(row.due_at);
    }
    assert.deepEqual(
      moments.slice(1).map((at, i) => at - moments[i]!),
      [30_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 8 * hourMs, 24 * hourMs],
    );
    assert.equal(seen.length, 7);
    assert.equal(new Set(seen).size, 1);
    const [row] = await desk.rows();
    assert.deepEqual([row!.state, row!.tries, row!.error_code], ['failed', 7, code]);
  });
}

test('a mailbox that takes nothing is not asked again', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.pay({ Email: 'refused@example.com' });
  await desk.work();
  const [row] = await desk.rows();
  assert.deepEqual(
    [row!.state, row!.error_code, row!.tries, row!.due_at],
    ['failed', 'refused_by_carrier', 1, null],
  );
});

test('a mail server that comes back takes what waited', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.pay({ IsSMSReceipt: false });
  const { sandbox } = world.carriers.mails;
  const away = withMails(world, {
    ...sandbox!,
    send: async () => ({ outcome: 'not_sent', code: 'x' }),
  });
  await desk.work(away);
  assert.deepEqual(await desk.mails(), []);
  fixture.clock.pass(minuteMs);
  await desk.work();
  assert.equal((await desk.mails()).length, 1);
  assert.deepEqual(
    (await desk.rows()).map(({ state, tries }) => [state, tries]),
    [['sent', 2]],
  );
});

test('a live business without a carrier has it noted, and nothing is tried', async (t) => {
  const live = await fixture.addBusiness({ environment: 'live' });
  const desk = await openDesk(t, { fixture, world });
  await happens(live.business.id);
  await desk.work();
  const [row] = await fixture.db.query<{ state: string; error_code: string }>(
    'select state, error_code from mails where business_id = $1',
    [live.business.id],
  );
  assert.deepEqual([row?.state, row?.error_code], ['failed', 'no_carrier']);
});

test('an event that nothing can be said of holds up no other', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.pay({ OrderNumber: 'broken', IsSMSReceipt: false });
  await desk.pay({ OrderNumber: 'whole', IsSMSReceipt: false });
  await fixture.db.query(
    `update events set data = (data::jsonb || '{"amountCents":"many"}')::json
     where business_id = $1 and data ->> 'orderNumber' = 'broken'`,
    [desk.id],
  );
  await desk.work();
  assert.deepEqual(
    (await desk.rows()).map(({ state, error_code }) => [state, error_code]),
    [
      ['queued', 'fault'],
      ['sent', null],
    ],
  );
});

test('mails of a business whose clock is ahead are sent by that clock', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await desk.pay({ Email: 'unreachable@example.com', IsSMSReceipt: false });
  await desk.work();
  const [before] = await desk.rows();
  assert.equal(before!.tries, 1);
  await advance(world, desk.id, { byMs: 36 * hourMs }, 'test');
  const [row] = await desk.rows();
  assert.deepEqual([row!.state, row!.tries], ['failed', 7]);
});

function watched(over: World, look: (mail: Mail) => void): World {
  const { sandbox } = over.carriers.mails;
  return withMails(over, {
    ...sandbox!,
    async send(mail) {
      look(mail);
      return await sandbox!.send(mail);
    },
  });
}

function withMails(over: World, sandbox: World['carriers']['mails']['sandbox']): World {
  return { ...over, carriers: { ...over.carriers, mails: { sandbox, live: undefined } } };
}

async function happens(businessId: bigint): Promise<void> {
  await writeEvents(fixture.db, [
    {
      id: world.uuid(),
      businessId,
      kind: 'application.approved',
      objectId: 1n,
      at: world.now(),
      data: {
        applicationId: '1',
        businessName: 'Test',
        email: 'ann@example.com',
        from: 'in_review',
        state: 'approved',
        requirements: [],
        outcomeCodes: [],
        expiresAt: undefined,
      },
      pending: ['email'],
    },
  ]);
}
