import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteOldCounts } from '../../src/notify/conversations/limits.ts';
import type { Sent } from '../../src/ports/carriers/carrier.ts';
import { type Desk, openDesk, phone, withCarrier } from './desk.ts';

const noon = new Date('2030-01-15T17:00:00Z');

test('three texts an hour and ten a day go to one number, in their order', async (t) => {
  const desk = await openDesk(t, { startsAt: noon });
  const shop = await desk.shop({ limited: true });
  for (let i = 0; i < 12; i += 1) await shop.text({ body: `text ${i}` });
  await desk.work();
  assert.equal((await shop.inbox()).length, 3);
  await desk.workToTheEnd();
  const arrived = await shop.inbox();
  assert.deepEqual(
    arrived.map(({ body }) => body),
    Array.from({ length: 12 }, (_, i) => `text ${i}`),
  );
  const perHour = Map.groupBy(arrived, ({ receivedAt }) => receivedAt.toISOString().slice(0, 13));
  for (const [hour, texts] of perHour) assert.ok(texts.length <= 3, hour);
  const perDay = Map.groupBy(arrived, ({ receivedAt }) => receivedAt.toISOString().slice(0, 10));
  for (const [day, texts] of perDay) assert.ok(texts.length <= 10, day);
});

for (const { place, to, zone } of [
  { place: 'New York', to: phone, zone: 'America/New_York' },
  { place: 'Los Angeles', to: '2135550100', zone: 'America/Los_Angeles' },
]) {
  test(`a day is one of ${place}, where the phone is, and what is over its limit waits for the morning`, async (t) => {
    // The day of UTC ends in the afternoon or early evening there.
    const startsAt = new Date('2030-01-15T20:00:00Z');
    const desk = await openDesk(t, { startsAt });
    const shop = await desk.shop({ limited: true });
    const kinds = ['chat', 'receipt'] as const;
    for (let i = 0; i < 14; i += 1) await shop.text({ phone: to, kind: kinds[i % 2]! });
    await desk.workToTheEnd();
    const hours = (await shop.inbox()).map(({ receivedAt }) => {
      const at = Temporal.Instant.fromEpochMilliseconds(receivedAt.getTime());
      const { day, hour } = at.toZonedDateTimeISO(zone);
      return `${day} ${hour}`;
    });
    const first = zone === 'America/New_York' ? 15 : 12;
    const threeAnHour = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3].map((n) => `15 ${first + n}`);
    assert.deepEqual(hours, [...threeAnHour, '16 8', '16 8', '16 8', '16 9']);
  });
}

test('twenty an hour go to the numbers that begin alike', async (t) => {
  const desk = await openDesk(t, { startsAt: noon });
  const shop = await desk.shop({ limited: true });
  for (let i = 0; i < 25; i += 1) await shop.text({ phone: `2122345${String(100 + i)}` });
  await shop.text({ phone: '2122346100' });
  await desk.work();
  const arrived = await shop.inbox();
  assert.equal(arrived.filter(({ recipient }) => recipient.startsWith('2122345')).length, 20);
  assert.equal(arrived.filter(({ recipient }) => recipient.startsWith('2122346')).length, 1);
});

test('answers are not counted, and what is tried again has its place', async (t) => {
  const desk = await openDesk(t, { startsAt: noon });
  const shop = await desk.shop({ limited: true });
  const stuck = '2125550175';
  await shop.text({ phone: stuck });
  await desk.workToTheEnd();
  const [row] = await shop.messages();
  assert.equal(row?.tries, 6);
  for (let i = 0; i < 3; i += 1) await shop.text();
  await desk.work();
  await shop.hears('STOP');
  await desk.work();
  assert.equal((await shop.messages()).at(-1)?.state, 'delivered');
  assert.equal((await counts(desk)).find(({ name }) => name.endsWith(`hour ${phone}`))?.texts, 3);
});

test('a sandbox without limits is not counted; one with them is counted by itself', async (t) => {
  const desk = await openDesk(t, { startsAt: noon });
  const [free, one, other] = [
    await desk.shop(),
    await desk.shop({ limited: true }),
    await desk.shop({ limited: true }),
  ];
  for (const shop of [free, one, other]) for (let i = 0; i < 4; i += 1) await shop.text();
  await desk.work();
  const arrived = await Promise.all([free, one, other].map((shop) => shop.inbox()));
  assert.deepEqual(
    arrived.map(({ length }) => length),
    [4, 3, 3],
  );
});

test('live businesses share what a number may get, also when their workers are at it at once', async (t) => {
  const desk = await openDesk(t, { startsAt: noon });
  const shops = [await desk.liveShop('2122340001'), await desk.liveShop('2122340002')];
  for (const shop of shops) for (let i = 0; i < 4; i += 1) await shop.text({ phone: '2122345678' });
  const sent: string[] = [];
  const workers = await Promise.all([desk.fixture.open(), desk.fixture.open()]);
  const send = async ({ reference }: { reference: string }): Promise<Sent> => {
    sent.push(reference);
    return { outcome: 'accepted', carrierId: `SM${sent.length}` };
  };
  await Promise.all(workers.map((world) => desk.work(withCarrier(world, send))));
  assert.equal(sent.length, 3);
  assert.equal(new Set(sent).size, 3);
  assert.deepEqual(
    (await counts(desk)).map(({ name, texts }) => [name, texts]),
    [
      ['day 2122345678', 3],
      ['hour 2122345678', 3],
      ['prefix 2122345', 3],
    ],
  );
});

test('counts of days ago are forgotten, those that still limit are not', async (t) => {
  const desk = await openDesk(t, { startsAt: noon });
  const shop = await desk.shop({ limited: true });
  await shop.text();
  await desk.work();
  await deleteOldCounts(desk.world.db, desk.world.now());
  assert.equal((await counts(desk)).length, 3);
  desk.fixture.clock.pass(3 * 24 * 3_600_000);
  await deleteOldCounts(desk.world.db, desk.world.now());
  assert.deepEqual(await counts(desk), []);
});

async function counts(desk: Desk): Promise<{ name: string; texts: number }[]> {
  return await desk.fixture.db.query('select name, texts from text_counts order by name');
}
