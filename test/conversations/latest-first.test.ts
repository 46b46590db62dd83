import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listMessages } from '../../src/notify/conversations/message-log.ts';
import { readInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { insertMails, listMails } from '../../src/notify/mail/store.ts';
import { listDeliveries } from '../../src/notify/webhooks/delivery-log.ts';
import { openDesk } from './desk.ts';

type Listed = { readonly id: bigint; readonly at: Date };

/** Two processes, each with ids of its own, do something by turns: what the second does has higher ids. */
test('the latest comes first, whoever drew its id, and page follows on page', async (t) => {
  const desk = await openDesk(t);
  const { db } = desk.fixture;
  const shop = await desk.shop();
  const worlds = [desk.world, await desk.fixture.open()];
  for (let n = 0; n < 8; n += 1) {
    const world = worlds[n % 2]!;
    await shop.text({ body: `text ${n}` }, world);
    await desk.work(world);
    const at = world.now();
    const [id, eventId] = [await world.ids.next(shop.id), world.uuid()];
    const mail = { id, kind: 'payment.captured', eventId, recipient: 'ada@example.com' };
    await insertMails(db, shop.id, [mail], at);
    await db.query(
      `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
       values ($1, $2, 'payment.captured', $3, $4, '{}', '{}')`,
      [shop.id, eventId, n, at],
    );
    await db.query(
      `insert into deliveries (business_id, id, event_id, kind, object_id, sequence, state, body, created_at)
       values ($1, $2, $3, 'payments', $4, 1, 'pending', '', $5)`,
      [shop.id, id, eventId, n, at],
    );
    // Two of each have the same moment.
    if (n % 2 === 1) desk.fixture.clock.pass(1000);
  }
  const filter = { kind: undefined, state: undefined };
  const dated = <Row extends { id: bigint; createdAt: Date }>(rows: Row[]): Listed[] =>
    rows.map(({ id, createdAt: at }) => ({ id, at }));
  const lists: Record<string, (before: bigint | undefined, limit: number) => Promise<Listed[]>> = {
    messages: async (before, limit) => dated(await listMessages(db, shop.id, { before, limit })),
    mails: async (before, limit) => dated(await listMails(db, shop.id, { before, limit })),
    deliveries: async (before, limit) =>
      dated(await listDeliveries(db, shop.id, { ...filter, before, limit })),
  };
  for (const [name, list] of Object.entries(lists)) {
    const all = await list(undefined, 100);
    assert.equal(all.length, 8, name);
    assert.deepEqual(all, all.toSorted(laterFirst), name);
    assert.notDeepEqual(all, all.toSorted(higherFirst), `${name}: the ids say nothing else`);
    const pages: Listed[] = [];
    for (let page = await list(undefined, 3); page.length > 0; ) {
      pages.push(...page);
      page = await list(page.at(-1)!.id, 3);
    }
    assert.deepEqual(pages, all, name);
  }
  const inbox = await readInbox(db, shop.id, { most: 3 });
  assert.deepEqual(
    inbox.map(({ body }) => body),
    ['text 7', 'text 6', 'text 5'],
  );
});

function laterFirst(one: Listed, other: Listed): number {
  return other.at.getTime() - one.at.getTime() || higherFirst(one, other);
}

function higherFirst(one: Listed, other: Listed): number {
  return Number(other.id - one.id);
}
