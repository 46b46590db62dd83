import { type InboxItem, readInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { sendTexts } from '../../src/notify/conversations/send-texts.ts';
import { notifyPeople } from '../../src/notify/mail/notify-people.ts';
import { sendMails } from '../../src/notify/mail/send-mails.ts';
import type { World } from '../../src/world.ts';
import type { Fixture } from '../fixture.ts';
import { openShop, type Shop } from '../followups/shop.ts';

type Scope = { after(work: () => Promise<void>): void };

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** A shop with mailboxes and phones behind it. */
export type Desk = Shop & {
  readonly id: bigint;
  /** Tells what happened, and sends what is due. */
  work(world?: World): Promise<void>;
  /** What reached anybody's mailbox, the earliest first. */
  mails(): Promise<InboxItem[]>;
  texts(): Promise<InboxItem[]>;
  rows(): Promise<MailState[]>;
  /** What the business told of itself. */
  profile(profile: Profile): Promise<void>;
};

export type MailState = {
  readonly id: bigint;
  readonly kind: string;
  readonly event_id: string;
  readonly recipient: string;
  readonly state: string;
  readonly tries: number;
  readonly error_code: string | null;
  readonly due_at: Date | null;
};

type Profile = {
  readonly contact?: string;
  readonly details?: Readonly<Record<string, string>>;
};

export async function openDesk(
  scope: Scope,
  beside: { fixture?: Fixture; world?: World } = {},
): Promise<Desk> {
  const shop = await openShop(scope, beside);
  const { db } = shop.fixture;
  const { id } = shop.caller.business;
  const arrived = async (channel: string) =>
    (await readInbox(db, id, { most: 1000 })).filter((one) => one.channel === channel).toReversed();
  return {
    ...shop,
    id,
    work: async (world = shop.world) => await workOff(world),
    mails: async () => await arrived('mail'),
    texts: async () => await arrived('text'),
    rows: async () =>
      await db.query<MailState>('select * from mails where business_id = $1 order by id', [id]),
    async profile({ contact = '', details = {} }) {
      await db.query(
        `insert into business_profiles (business_id, email, phone, details, updated_at)
         values ($1, $2, '', $3, $4)
         on conflict (business_id) do update set email = $2, details = $3`,
        [id, contact, JSON.stringify(details), shop.world.now()],
      );
    },
  };
}

export async function workOff(world: World): Promise<void> {
  while ((await notifyPeople(world)) + (await sendTexts(world)) + (await sendMails(world)) > 0);
}
