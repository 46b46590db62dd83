import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listen, openDesk, otherPhone, phone, type Shop } from './desk.ts';

type Scope = { after(work: () => Promise<void>): void };

async function openShop(t: Scope) {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await listen(desk, shop);
  const move = async (customerId: bigint, to: string) => {
    await desk.fixture.db.query(
      'update customers set phone = $3 where business_id = $1 and id = $2',
      [shop.id, customerId, to],
    );
  };
  return { desk, shop, move };
}

/** The customer and the identifier that the last message was told with. */
async function lastTold(shop: Shop) {
  const { customerId, externalId } = (await shop.announced()).at(-1)!;
  return [customerId, externalId];
}

test('a phone that somebody typed is not that of whoever was billed', async (t) => {
  const { shop } = await openShop(t);
  const billed = await shop.customer('active', phone);
  const nobody = [undefined, undefined];
  await shop.text({ kind: 'receipt', phone: otherPhone, customerId: billed });
  assert.deepEqual(await lastTold(shop), nobody);
  await shop.hears('Thanks', { from: otherPhone });
  assert.deepEqual(await lastTold(shop), nobody);

  const friend = await shop.customer('active', otherPhone);
  const known = [String(friend), `crm-${friend}`];
  await shop.hears('Hello', { from: otherPhone });
  assert.deepEqual(await lastTold(shop), known);
  await shop.text({ kind: 'receipt', phone: otherPhone, customerId: billed });
  assert.deepEqual(await lastTold(shop), known);
  await shop.text({ phone, customerId: billed });
  assert.deepEqual(await lastTold(shop), [String(billed), `crm-${billed}`]);
});

test('a phone that was given up is that of its next owner, in what is written and in what is heard', async (t) => {
  const { shop, move } = await openShop(t);
  const first = await shop.customer('active', phone);
  await shop.text({ customerId: first });
  await move(first, '2125550107');
  await shop.hears('Who is this?');
  assert.deepEqual(await lastTold(shop), [undefined, undefined]);
  const second = await shop.customer('active', phone);
  await shop.text({ customerId: second });
  assert.deepEqual(await lastTold(shop), [String(second), `crm-${second}`]);
  await shop.hears('Thanks');
  assert.deepEqual(await lastTold(shop), [String(second), `crm-${second}`]);
  await shop.text();
  assert.deepEqual(await lastTold(shop), [String(second), `crm-${second}`]);
});

test('of those who share a phone the one who was written to last answers', async (t) => {
  const { shop } = await openShop(t);
  const one = await shop.customer('active');
  const other = await shop.customer('active');
  for (const customerId of [one, other, one]) {
    await shop.text({ customerId });
    assert.equal((await lastTold(shop))[0], String(customerId));
    await shop.hears('Yes please');
    assert.equal((await lastTold(shop))[0], String(customerId));
  }
  await shop.queue([{ customerId: other }, { customerId: one }]);
  const told = (await shop.announced()).slice(-2).map(({ customerId }) => customerId);
  assert.deepEqual(told, [String(other), String(one)]);
});

test('whoever wants no contact any more gets no text about them, on whatever phone', async (t) => {
  const { desk, shop, move } = await openShop(t);
  const customerId = await shop.customer('active');
  const eventId = desk.world.uuid();
  await desk.fixture.db.query(
    `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
     values ($1, $2, 'payment.captured', 1, $3, $4, '{}')`,
    [shop.id, eventId, desk.world.now(), JSON.stringify({ customerId: String(customerId) })],
  );
  await shop.text({ kind: 'receipt', customerId, eventId });
  await move(customerId, otherPhone);
  await desk.fixture.db.query(`update customers set status = 'do_not_contact' where id = $1`, [
    customerId,
  ]);
  await desk.work();
  const [row] = await shop.messages();
  assert.deepEqual([row?.state, row?.error_code], ['blocked', 'do_not_contact']);
});
