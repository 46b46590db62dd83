import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { World } from '../../src/world.ts';
import { everyLife } from '../crash-world.ts';
import type { Caller } from '../fixture.ts';
import type { Campaign, Size } from '../size.ts';
import { dayMs, openPostOffice, type PostOffice, workOff } from './post-office.ts';
import { openReceiver, type Received, type Receiver } from './receiver.ts';

const kinds = ['payment.queued', 'payment.returned'];

export function testDeaths(size?: Size): void {
  const campaign = { name: 'webhooks/deaths', size };

  test('whoever tells may die at every statement, commit and post: all is told, under one id, in order', async (t) => {
    const office = await openPostOffice(t);
    const { isWhole, twice } = await tellThrough(campaign, office, await openReceiver(t));
    if (isWhole) assert.ok(twice > 0, 'a death right behind the post is known by its second one');
  });

  test('a receiver that fails and a death at every moment: nothing is lost either', async (t) => {
    const office = await openPostOffice(t);
    await tellThrough(campaign, office, await openReceiver(t), { fails: true });
  });
}

type Troubles = { readonly fails?: boolean; readonly breaks?: (world: World) => World };

/** A new business in each life; how often it heard something twice. */
export async function tellThrough(
  campaign: Campaign,
  office: PostOffice,
  receiver: Receiver,
  { fails = false, breaks = (world) => world }: Troubles = {},
): Promise<{ isWhole: boolean; twice: number }> {
  let twice = 0;
  const { isWhole } = await everyLife(campaign, {
    open: async (span) => breaks(await office.fixture.open(span)),
    async before() {
      const shop = await office.business();
      await office.endpoint(shop, 'payments', receiver.url);
      const ids = await happenings(office, shop);
      if (fails) receiver.answer(500, 204);
      return { shop, ids };
    },
    act: (crashing) => workOff(crashing).finally(() => crashing.flights.landed()),
    async others({ shop }) {
      receiver.answer(204);
      await finishAlone(office, shop);
    },
    async judge({ shop, ids }) {
      twice += judge(await office.deliveries(shop), ids, receiver.received.splice(0));
      const [endpoint] = await office.endpoints(shop);
      assert.deepEqual([endpoint?.state, endpoint?.failures], ['enabled', 0]);
    },
  });
  return { isWhole, twice };
}

export async function happenings(
  office: PostOffice,
  shop: Caller,
  objectId = 7n,
): Promise<string[]> {
  const ids: string[] = [];
  for (const kind of kinds) ids.push(await office.happens(shop, kind, objectId));
  return ids;
}

/** Another process, over the days that retries may take. */
async function finishAlone(office: PostOffice, shop: Caller): Promise<void> {
  for (let hours = 0; hours < 48; hours += 1) {
    await office.work();
    const left = (await office.deliveries(shop)).find(({ due_at }) => due_at !== null)?.due_at;
    if (!left) return;
    office.fixture.clock.setTo(left);
  }
  assert.fail(`not done after ${dayMs} ms`);
}

/** Returns how often something was heard twice. */
export function judge(
  deliveries: Awaited<ReturnType<PostOffice['deliveries']>>,
  ids: readonly string[],
  received: readonly Received[],
): number {
  assert.deepEqual(deliveries.map(({ event_id }) => event_id).toSorted(), ids.toSorted());
  assert.ok(deliveries.every(({ state }) => state === 'succeeded'));
  const heard = new Map<string, string>();
  const firsts: string[] = [];
  for (const { headers, body } of received) {
    const id = String(headers['webhook-id']);
    assert.equal(heard.get(id) ?? body, body, 'the same words each time');
    if (!heard.has(id)) firsts.push(id);
    heard.set(id, body);
  }
  assert.deepEqual(firsts.toSorted(), ids.toSorted());
  for (let i = 0; i < ids.length; i += 2) {
    assert.ok(firsts.indexOf(ids[i]!) < firsts.indexOf(ids[i + 1]!), 'in order');
  }
  return received.length - firsts.length;
}
