import {
  prepareTexts,
  type QueuedText,
  queueTexts,
  type TextDraft,
} from '../../src/notify/conversations/queue-texts.ts';
import { receiveText, type StoredText } from '../../src/notify/conversations/receive-text.ts';
import { type InboxItem, readInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { sendTexts } from '../../src/notify/conversations/send-texts.ts';
import type { Business } from '../../src/parties/businesses/business.ts';
import type { TextCarrier } from '../../src/ports/carriers/carrier.ts';
import type { MessageData } from '../../src/runtime/event-kinds.ts';
import type { World } from '../../src/world.ts';
import { type Fixture, makeFixture } from '../fixture.ts';

type Scope = { after(work: () => Promise<void>): void };

/** A phone that takes every text, and that of somebody else. */
export const phone = '2125550100';
export const otherPhone = '3125550101';

export type MessageRow = {
  readonly id: bigint;
  readonly conversation_id: bigint;
  readonly direction: 'in' | 'out';
  readonly kind: string;
  readonly state: string;
  readonly body: string;
  readonly carrier: string | null;
  readonly carrier_id: string | null;
  readonly segments: number;
  readonly media_count: number;
  readonly due_at: Date | null;
  readonly tries: number;
  readonly epoch: number;
  readonly error_code: string | null;
  readonly sent_at: Date | null;
  readonly finished_at: Date | null;
};

export type Shop = {
  readonly id: bigint;
  text(draft?: Partial<TextDraft>, world?: World): Promise<QueuedText>;
  queue(drafts: readonly Partial<TextDraft>[], world?: World): Promise<QueuedText[]>;
  /** A payer writes. */
  hears(body: string, more?: Partial<Parameters<typeof receiveText>[1]>): Promise<StoredText>;
  ownNumber(): Promise<string>;
  messages(): Promise<MessageRow[]>;
  states(): Promise<string[]>;
  /** What arrived, the earliest first. */
  inbox(): Promise<InboxItem[]>;
  announced(): Promise<MessageData[]>;
  consent(of?: string): Promise<string | undefined>;
  moves(): Promise<{ n: number; consent: string; actor: string; reason: string }[]>;
  customer(status: string, of?: string): Promise<bigint>;
};

/** A fixture in which businesses text. */
export type Desk = {
  readonly fixture: Fixture;
  readonly world: World;
  shop(changes?: Partial<Business>): Promise<Shop>;
  /** One that texts real people from a number that it has, with limits on. */
  liveShop(number: string): Promise<Shop>;
  /** Sends what is due until nothing is. */
  work(world?: World): Promise<void>;
  /** Sends whatever waits, each at its moment. */
  workToTheEnd(): Promise<void>;
};

export async function openDesk(
  scope: Scope,
  options: Parameters<typeof makeFixture>[1] = {},
): Promise<Desk> {
  const fixture = await makeFixture(scope, options);
  const world = await fixture.open();
  const work = async (one = world) => {
    while ((await sendTexts(one)) > 0);
  };
  const shop: Desk['shop'] = async (changes) =>
    shopOf(fixture, world, (await fixture.addBusiness(changes)).business.id);
  return {
    fixture,
    world,
    shop,
    async liveShop(number) {
      const made = await shop({ environment: 'live', limited: true });
      await fixture.db.query(
        `insert into business_profiles (business_id, email, phone, mobile_number, details, updated_at)
         values ($1, '', '', $2, '{}', $3)`,
        [made.id, number, world.now()],
      );
      return made;
    },
    work,
    async workToTheEnd() {
      for (let steps = 0; steps < 200; steps += 1) {
        await work();
        const [next] = await fixture.db.query<{ at: Date }>(
          'select due_at as at from messages where due_at is not null order by 1 limit 1',
        );
        if (!next) return;
        fixture.clock.setTo(next.at);
      }
      throw new Error('texts that wait for ever');
    },
  };
}

function shopOf(fixture: Fixture, world: World, id: bigint): Shop {
  let written = 0;
  const rows = async () =>
    await fixture.db.query<MessageRow>(
      'select * from messages where business_id = $1 order by id',
      [id],
    );
  const queue: Shop['queue'] = async (drafts, one = world) => {
    const whole = drafts.map((draft) => ({
      ...{ businessId: id, kind: 'chat' as const, phone, body: 'Your car is ready.' },
      ...draft,
    }));
    const phones = whole.map((draft) => draft.phone);
    const types = await prepareTexts(one, id, phones);
    return await one.db.begin((tx) => queueTexts(one, tx, whole, types));
  };
  const ownNumber = async () => {
    const [row] = await fixture.db.query<{ number: string }>(
      'select mobile_number as number from business_profiles where business_id = $1',
      [id],
    );
    return row!.number;
  };
  return {
    id,
    queue,
    text: async (draft = {}, one = world) => (await queue([draft], one))[0]!,
    async hears(body, more = {}) {
      written += 1;
      const told = { to: await ownNumber(), from: phone, body, mediaCount: 0, carrier: 'sandbox' };
      return (await receiveText(world, { ...told, carrierId: `in-${written}`, ...more }))!;
    },
    ownNumber,
    messages: rows,
    states: async () => (await rows()).map(({ state }) => state),
    inbox: async () => (await readInbox(fixture.db, id, { most: 1000 })).toReversed(),
    async announced() {
      const events = await fixture.db.query<{ data: MessageData }>(
        `select data from events where business_id = $1 and kind = 'message.created' order by id`,
        [id],
      );
      return events.map(({ data }) => data);
    },
    async consent(of = phone) {
      const [row] = await fixture.db.query<{ consent: string }>(
        'select consent from conversations where business_id = $1 and phone = $2',
        [id, of],
      );
      return row?.consent;
    },
    moves: async () =>
      await fixture.db.query(
        'select n, consent, actor, reason from consent_moves where business_id = $1 order by n',
        [id],
      ),
    async customer(status, of = phone) {
      const customerId = await world.ids.next(id);
      await fixture.db.query(
        `insert into customers (business_id, id, external_id, phone, email, first_name, last_name, address1,
           address2, city, state_code, postal_code, country_code, created_at, status)
         values ($1, $2, $3, $4, '', 'Ann', 'Lee', '', '', '', '', '', 'US', $5, $6)`,
        [id, customerId, `crm-${customerId}`, of, world.now(), status],
      );
      return customerId;
    },
  };
}

/** As that world is with somebody who takes the texts of live businesses. */
export function withCarrier(world: World, send: TextCarrier['send']): World {
  const live = { name: 'live', send, numbers: undefined, lookUp: undefined, calls: undefined };
  return { ...world, carriers: { ...world.carriers, texts: { ...world.carriers.texts, live } } };
}

/** Somebody wants to hear of messages. */
export async function listen(desk: Desk, shop: Shop): Promise<void> {
  await desk.fixture.db.query(
    `insert into webhook_endpoints (business_id, kind, url, created_at)
     values ($1, 'messages', 'https://example.com/', $2)`,
    [shop.id, desk.world.now()],
  );
}
