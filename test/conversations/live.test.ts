import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelTexts } from '../../src/notify/conversations/message-moves.ts';
import { recordProgress } from '../../src/notify/conversations/record-progress.ts';
import { webhookOf } from '../../src/notify/webhooks/bodies.ts';
import { readBusinessFacts } from '../../src/notify/webhooks/event-store.ts';
import { eventTypesOf } from '../../src/notify/webhooks/event-types.ts';
import { fanOut } from '../../src/notify/webhooks/fan-out.ts';
import { replaySince } from '../../src/notify/webhooks/replay.ts';
import { webhookKinds } from '../../src/parties/businesses/new-business.ts';
import type { TextCarrier } from '../../src/ports/carriers/carrier.ts';
import type { ConversationData } from '../../src/runtime/event-kinds.ts';
import { type AnyEvent, readEvents } from '../../src/runtime/events.ts';
import { type Desk, listen, openDesk, otherPhone, phone, type Shop } from './desk.ts';

/* A business without a webhook: its pages hear of conversations all the same. */

type Change = { readonly conversation: bigint; readonly data: ConversationData };

async function eventsOf(desk: Desk, { id }: Shop): Promise<AnyEvent[]> {
  return await readEvents(
    desk.fixture.db,
    `business_id = $1 and kind = 'conversation.changed' order by id`,
    [id],
  );
}

/** A function that returns the changes since it was last called. */
function changesOf(desk: Desk, shop: Shop): () => Promise<Change[]> {
  const known = new Set<string>();
  return async () => {
    const fresh = (await eventsOf(desk, shop)).filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    return fresh.map(({ objectId, data }) => {
      return { conversation: objectId, data: data as ConversationData };
    });
  };
}

const heldBack: TextCarrier = {
  ...{ name: 'sandbox', lookUp: undefined, numbers: undefined, calls: undefined },
  send: async ({ reference }) => ({ outcome: 'accepted', carrierId: `c ${reference}` }),
};

test('each text in or out, each final state and each change of consent is one event, without words', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const customerId = await shop.customer('active');
  const next = changesOf(desk, shop);

  const { id: sent } = await shop.text({ body: 'Your car is ready.' });
  const [message] = await shop.messages();
  const conversation = message!.conversation_id;
  const ofText = { customerId: String(customerId), messageId: String(sent), what: 'text' };
  assert.deepEqual(await next(), [{ conversation, data: ofText }]);

  await desk.work();
  const delivered = { messageId: String(sent), what: 'state' };
  assert.deepEqual(await next(), [{ conversation, data: delivered }]);

  const { id: heard } = await shop.hears('Is it clean?');
  assert.deepEqual(await next(), [{ conversation, data: { ...ofText, messageId: String(heard) } }]);

  const { id: stop } = await shop.hears('STOP');
  const answer = (await shop.messages()).at(-1)!.id;
  assert.deepEqual(await next(), [
    { conversation, data: { ...ofText, messageId: String(stop) } },
    { conversation, data: { messageId: String(stop), what: 'consent' } },
    { conversation, data: { ...ofText, messageId: String(answer) } },
  ]);
  // A second one changes nothing.
  const { id: again } = await shop.hears('STOP');
  assert.deepEqual(await next(), [{ conversation, data: { ...ofText, messageId: String(again) } }]);

  const all = await desk.fixture.db.query<{ row: string }>(
    `select row_to_json(e)::text as row from events e where kind = 'conversation.changed'`,
  );
  const written = all.map(({ row }) => row).join('\n');
  for (const word of [phone, 'clean', 'ready', 'STOP', 'Ann', 'Lee', 'crm-']) {
    assert.ok(!written.includes(word), word);
  }
  assert.deepEqual(await shop.announced(), [], 'nobody has a webhook');
});

test('a text that waits, is blocked, fails or is canceled is told when its fate is known', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const next = changesOf(desk, shop);
  const whats = async () => (await next()).map(({ data }) => data.what);
  const world = {
    ...desk.world,
    carriers: { ...desk.world.carriers, texts: { sandbox: heldBack, live: undefined } },
  };

  const { id } = await shop.text();
  await desk.work(world);
  assert.deepEqual(await whats(), ['text'], 'sent is not final');
  const reference = `${shop.id}/${id}`;
  const named = { carrier: 'sandbox', carrierId: `c ${reference}`, reference };
  const report = { ...named, progress: 'undelivered', code: undefined } as const;
  assert.equal(await recordProgress(world, report), true);
  assert.deepEqual(await next(), [
    {
      conversation: (await shop.messages())[0]!.conversation_id,
      data: { messageId: String(id), what: 'state' },
    },
  ]);
  // A callback that comes twice.
  assert.equal(await recordProgress(world, report), false);
  assert.deepEqual(await whats(), []);

  const waiting = await shop.text({ phone: otherPhone });
  await cancelTexts(world, world.db, { businessId: shop.id, id: waiting.id, at: world.now() });
  assert.deepEqual(await whats(), ['text', 'state']);

  // A STOP between writing and sending.
  await shop.text({ phone: otherPhone });
  await shop.hears('STOP', { from: otherPhone });
  await desk.work(world);
  const states = (await shop.messages()).map(({ kind, state }) => `${kind} ${state}`);
  assert.ok(states.includes('chat blocked'), states.join());
  assert.deepEqual(await whats(), ['text', 'text', 'consent', 'text', 'state']);

  const blocked = await shop.text({ phone: otherPhone });
  assert.equal(blocked.state, 'blocked');
  assert.deepEqual(await whats(), ['text']);
});

test('a receipt writes none: nobody waits for one', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const next = changesOf(desk, shop);
  await shop.text({ kind: 'receipt' });
  await desk.work();
  assert.deepEqual(
    (await shop.messages()).map(({ state }) => state),
    ['delivered'],
  );
  assert.deepEqual(await next(), []);
});

test('a carrier that knows of an opt-out ends the text and the consent', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const next = changesOf(desk, shop);
  const refusing: TextCarrier = {
    ...heldBack,
    send: async () => ({ outcome: 'refused', code: 'opted_out' }),
  };
  const { carriers } = desk.world;
  await shop.text();
  await desk.work({
    ...desk.world,
    carriers: { ...carriers, texts: { sandbox: refusing, live: undefined } },
  });
  assert.deepEqual(
    (await next()).map(({ data }) => data.what),
    ['text', 'state', 'consent'],
  );
});

test('a webhook, a replay or the list of types never has it', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const since = desk.world.now();
  await shop.text();
  await shop.hears('STOP');
  await listen(desk, shop);
  await desk.work();
  const events = await eventsOf(desk, shop);
  assert.ok(events.length >= 5);
  const business = await readBusinessFacts(desk.world.db, shop.id);
  assert.deepEqual([...new Set(events.map((event) => webhookOf(event, business)))], [undefined]);
  await fanOut(desk.world);
  await replaySince(desk.world, shop.id, { since, kind: undefined }, 'a test');
  const delivered = await desk.fixture.db.query<{ n: number }>(
    `select count(*)::int4 as n from deliveries d join events e on e.business_id = d.business_id and e.id = d.event_id
     where e.kind = 'conversation.changed'`,
  );
  assert.deepEqual(delivered, [{ n: 0 }]);
  const pending = await desk.fixture.db.query(
    `select id from events where kind = 'conversation.changed' and untold <> '{}'`,
  );
  assert.deepEqual(pending, []);
  const types = webhookKinds.flatMap((kind) => eventTypesOf(kind).map(({ type }) => type));
  assert.ok(types.every((type) => !type.startsWith('conversation.')));
});
