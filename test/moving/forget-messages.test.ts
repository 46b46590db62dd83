import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../src/cli/index.ts';
import { forgetCustomer } from '../../src/moving/forget/forget-customer.ts';
import { fanOut } from '../../src/notify/webhooks/fan-out.ts';
import { type Desk, listen, openDesk, otherPhone, type Shop } from '../conversations/desk.ts';
import { tableTexts } from '../tables.ts';

const phone = '6175550199';
const body = 'Zebedee Quillfeather';
const traces = /quillfeather|6175550199|crm-/i;

async function tracesIn({ fixture }: Desk): Promise<string[]> {
  const found: string[] = [];
  for await (const { table, row } of tableTexts(fixture.db)) {
    if (traces.test(row)) found.push(`${table} ${row}`);
  }
  return found;
}

/** A business that hears of messages, and wrote with a phone before it knew whose that is. */
async function openTalk(t: Parameters<typeof openDesk>[0]) {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await listen(desk, shop);
  await shop.text({ phone, body });
  await shop.hears(body, { from: phone });
  await desk.work();
  const id = await shop.customer('active', phone);
  const forget = async () => {
    const key = { businessId: shop.id, id };
    return await forgetCustomer(desk.world, key, 'operator:test');
  };
  return { desk, shop, forget };
}

/** The server of the business has taken all webhooks. */
async function deliver({ fixture, world }: Desk, { id }: Shop): Promise<void> {
  await fanOut(world);
  await fixture.db.query(
    `update deliveries set state = 'succeeded', due_at = null, finished_at = $2 where business_id = $1`,
    [id, world.now()],
  );
}

for (const isKnown of [false, true]) {
  const name = isKnown ? 'got one later' : 'never got one';
  test(`the events of texts without a customer are forgotten with the phone, whose conversation ${name}`, async (t) => {
    const { desk, shop, forget } = await openTalk(t);
    if (isKnown) await shop.hears(body, { from: phone });
    await shop.text({ phone: otherPhone, body: 'Your car is ready.' });
    await desk.work();
    await deliver(desk, shop);
    const events = await shop.announced();
    assert.equal(events.filter(({ customerId }) => customerId === undefined).length, 3);

    assert.equal((await forget()).outcome, 'forgotten');
    assert.deepEqual(await tracesIn(desk), []);
    const blank = events.slice(0, -1).map(({ direction }) => [direction, '', '', '']);
    const left = (await shop.announced()).map(({ direction, from, to, text }) => {
      return [direction, from, to, text];
    });
    const other = ['out', await shop.ownNumber(), otherPhone, 'Your car is ready.'];
    assert.deepEqual(left, [...blank, other], 'those of others stay');
  });
}

test('nobody is forgotten before everything about them is published, and has arrived', async (t) => {
  const { desk, shop, forget } = await openTalk(t);
  await shop.hears(body, { from: phone });
  const { db } = desk.fixture;
  const open = async () => {
    const before = await tracesIn(desk);
    const refused = await forget();
    assert.ok(refused.outcome === 'open', refused.outcome);
    assert.deepEqual(await tracesIn(desk), before, 'nothing was changed');
    return refused.open.map((one) => one.replace(/[0-9a-f-]{36}|\d+/, 'N')).toSorted();
  };
  const unpublished = 'event N, message.created, is not published';
  assert.deepEqual(await open(), Array(3).fill(unpublished));
  for (const channel of ['email', 'sms']) {
    await db.query(
      `update events set untold = array[$2] where business_id = $1 and untold <> '{}'`,
      [shop.id, channel],
    );
    assert.deepEqual(await open(), Array(3).fill(unpublished), channel);
  }
  await db.query(
    `update events set untold = '{webhook}' where business_id = $1 and untold <> '{}'`,
    [shop.id],
  );

  await fanOut(desk.world);
  const undelivered = (await open()).filter((one) => /^webhook delivery N is /.test(one));
  assert.equal(undelivered.length, 3);

  await deliver(desk, shop);
  assert.equal((await forget()).outcome, 'forgotten');
  assert.deepEqual(await tracesIn(desk), []);
});

test('a text that waits in a conversation without a customer is open, too', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const notBefore = new Date(desk.world.now().getTime() + 60_000);
  const { id: textId } = await shop.text({ phone, body, notBefore });
  await shop.text({ phone: otherPhone, notBefore });
  const key = { businessId: shop.id, id: await shop.customer('active', phone) };
  const refused = await forgetCustomer(desk.world, key, 'operator:test');
  assert.deepEqual(refused, { outcome: 'open', open: [`text ${textId} is scheduled`] });
});
