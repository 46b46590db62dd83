import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sent, Text } from '../../src/ports/carriers/carrier.ts';
import { type Desk, openDesk, phone, withCarrier } from './desk.ts';

const noon = new Date('2030-01-15T17:00:00Z');
const livePhone = '2122345678';

const fates = [
  ['2125550100', 'delivered', null, 1],
  ['2125550170', 'failed', 'refused_by_carrier', 0],
  ['2125550180', 'failed', 'outcome_unknown', 1],
  ['2125550185', 'undelivered', 'undelivered', 0],
] as const;

for (const [to, state, code, arrives] of fates) {
  test(`a text to ${to} of the sandbox ends as ${state}`, async (t) => {
    const desk = await openDesk(t);
    const shop = await desk.shop();
    await shop.text({ phone: to });
    await desk.workToTheEnd();
    const [row] = await shop.messages();
    assert.deepEqual([row?.state, row?.error_code, row?.due_at], [state, code, null]);
    assert.ok(row?.finished_at && row.sent_at);
    assert.equal((await shop.inbox()).length, arrives);
  });
}

test('a text that never left is tried again after a while, longer each time, and given up in the end', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await shop.text({ phone: '2125550175' });
  const begun = desk.world.now().getTime();
  const waits: number[] = [];
  for (let tries = 1; tries <= 6; tries += 1) {
    await desk.work();
    const [row] = await shop.messages();
    assert.deepEqual(
      [row?.tries, row?.error_code, row?.sent_at],
      [tries, 'carrier_unreachable', null],
    );
    assert.equal(row?.state, tries < 6 ? 'queued' : 'failed');
    if (!row?.due_at) break;
    waits.push(row.due_at.getTime() - desk.world.now().getTime());
    desk.fixture.clock.setTo(row.due_at);
  }
  assert.deepEqual(waits, [30_000, 120_000, 600_000, 3_600_000, 14_400_000]);
  assert.equal(desk.world.now().getTime() - begun, 18_750_000);
  await desk.work();
  assert.deepEqual(await shop.states(), ['failed']);
});

test('without a carrier a live text fails and says so', async (t) => {
  const desk = await openDesk(t, { startsAt: noon });
  const shop = await desk.liveShop('2122340001');
  await shop.text({ phone: livePhone });
  await desk.work();
  const [row] = await shop.messages();
  assert.deepEqual([row?.state, row?.error_code, row?.tries], ['failed', 'no_carrier', 0]);
});

test('a carrier that gives it a name tells later what became of it', async (t) => {
  const desk = await openDesk(t, { startsAt: noon });
  const shop = await desk.liveShop('2122340001');
  await shop.text({ phone: livePhone });
  const handed: Text[] = [];
  await desk.work(
    withCarrier(desk.world, async (text) => {
      handed.push(text);
      return { outcome: 'accepted', carrierId: 'SM1' };
    }),
  );
  const [row] = await shop.messages();
  assert.deepEqual(
    [row?.state, row?.carrier, row?.carrier_id, row?.due_at, row?.finished_at],
    ['sent', 'live', 'SM1', null, null],
  );
  assert.deepEqual(handed, [
    {
      businessId: shop.id,
      reference: `${shop.id}/${row?.id}`,
      from: '2122340001',
      to: livePhone,
      body: 'Your car is ready.',
    },
  ]);
});

test('a text that was taken is sent and no more, unless its carrier says more at once', async (t) => {
  const desk = await openDesk(t, { startsAt: noon });
  const shop = await desk.liveShop('2122340001');
  const says: Sent[] = [
    { outcome: 'accepted', carrierId: undefined },
    { outcome: 'accepted', carrierId: undefined, progress: 'delivered' },
  ];
  for (const said of says) {
    await shop.text({ phone: livePhone });
    await desk.work(withCarrier(desk.world, async () => said));
  }
  const rows = await shop.messages();
  assert.deepEqual(
    rows.map(({ state, finished_at }) => [state, finished_at !== null]),
    [
      ['sent', false],
      ['delivered', true],
    ],
  );
});

test('a carrier that breaks leaves a text of which nobody knows, and it is not sent again', async (t) => {
  const desk = await openDesk(t, { startsAt: noon });
  const shop = await desk.liveShop('2122340001');
  await shop.text({ phone: livePhone });
  let sends = 0;
  const world = withCarrier(desk.world, async () => {
    sends += 1;
    throw new Error('a fault of ours');
  });
  await desk.work(world);
  assert.deepEqual(await shop.states(), ['sending']);
  desk.fixture.clock.pass(120_000);
  await desk.work(world);
  const [row] = await shop.messages();
  assert.deepEqual([row?.state, row?.error_code, sends], ['failed', 'outcome_unknown', 1]);
});

test('an owner who was paused until somebody else came changes nothing, and does not begin to send', async (t) => {
  const desk = await openDesk(t, { startsAt: noon });
  const shop = await desk.liveShop('2122340001');
  await shop.text({ phone: livePhone });
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<Sent>();
  const slow = desk.work(
    withCarrier(await desk.fixture.open(), async () => {
      asked.resolve();
      return await answered.promise;
    }),
  );
  await asked.promise;
  desk.fixture.clock.pass(120_000);
  await desk.work(withCarrier(desk.world, async () => assert.fail('it may have gone out already')));
  answered.resolve({ outcome: 'not_sent', code: 'late' });
  await slow;
  const [row] = await shop.messages();
  assert.deepEqual([row?.state, row?.error_code, row?.epoch], ['failed', 'outcome_unknown', 2]);

  await shop.text({ phone: '2122345679' });
  const late = await desk.fixture.open({
    // The take is committed, and then the process is paused for longer than its lease.
    atStatement: () => desk.fixture.clock.pass(30_000),
  });
  await desk.work(withCarrier(late, async () => assert.fail('its lease was over')));
  desk.fixture.clock.pass(120_000);
  await desk.work(withCarrier(desk.world, async () => assert.fail('nobody knows that')));
  assert.deepEqual(await shop.states(), ['failed', 'failed']);
});

test('two workers send each of two hundred texts once', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await fill(desk, shop.queue, 200);
  const workers = await Promise.all([desk.fixture.open(), desk.fixture.open()]);
  await Promise.all(workers.map((world) => desk.work(world)));
  const references = (await shop.inbox()).map(({ reference }) => reference);
  assert.equal(references.length, 200);
  assert.equal(new Set(references).size, 200);
  assert.deepEqual([...new Set(await shop.states())], ['delivered']);
});

test('a long campaign does not keep the receipt of another business waiting', async (t) => {
  const desk = await openDesk(t);
  const [loud, quiet] = [await desk.shop(), await desk.shop()];
  await fill(desk, loud.queue, 100);
  await quiet.text({ kind: 'receipt' });
  let sent = 0;
  const world = await desk.fixture.open();
  const sandbox = world.carriers.texts.sandbox!;
  const order: bigint[] = [];
  const texts = {
    ...world.carriers.texts,
    sandbox: {
      ...sandbox,
      async send(text: Text) {
        sent += 1;
        order.push(text.businessId);
        await nextTurn();
        return await sandbox.send(text);
      },
    },
  };
  await desk.work({ ...world, carriers: { ...world.carriers, texts } });
  assert.equal(sent, 101);
  assert.ok(order.indexOf(quiet.id) < 40, `the ${order.indexOf(quiet.id)}th`);
});

test('markup, line breaks, marks that turn the writing and five thousand signs arrive as they were written', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const bodies = [
    '<script>alert("x")</script> & \'quotes\' $& $1 %s {{x}}',
    'one\r\ntwo\rthree\nfour',
    'payment \u202egnihtemos\u202c of \u0627\u0644\u0639\u0631\u0628\u064a\u0629',
    `nul \u0000 bell \u0007 half \ud83d end`,
    '🙂'.repeat(5000),
    `${'x'.repeat(5000)} [PBTLINK]`,
  ];
  for (const body of bodies) await shop.text({ body });
  await desk.work();
  const arrived = (await shop.inbox()).map(({ body }) => body);
  assert.equal(arrived[0], bodies[0]);
  assert.equal(arrived[1], 'one\ntwo\nthree\nfour');
  assert.equal(arrived[2], bodies[2]);
  assert.equal(arrived[3], 'nul  bell  half \ufffd end');
  assert.equal(arrived[4], '🙂'.repeat(1600));
  assert.equal(arrived[5]?.length, 1600);
  assert.ok(arrived[5]?.endsWith(' [PBTLINK]'));
});

test('what payers write is kept as it was written, but for numbers of cards', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await shop.text();
  await shop.hears('my card: 4111 1111 1111 1111 <b>\r\n\u0000');
  await shop.hears('\u202eevil\u202c '.repeat(1000));
  await shop.hears('', { mediaCount: 1 });
  const [, first, second, third] = await shop.messages();
  assert.equal(first?.body, 'my card: **** **** **** 1111 <b>\n');
  assert.equal([...second!.body].length, 1600);
  assert.deepEqual([third?.body, third?.media_count, third?.state], ['', 1, 'received']);
});

async function fill(
  desk: Desk,
  queue: Awaited<ReturnType<Desk['shop']>>['queue'],
  count: number,
): Promise<void> {
  const drafts = Array.from({ length: count }, (_, i) => ({
    phone: i % 2 === 0 ? phone : `3125550${String(200 + i)}`,
    eventId: desk.world.uuid(),
  }));
  await queue(drafts);
}
