import { textable } from '../base/phone.ts';
import { int4, int8, rowSet, text } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { PhoneType } from '../carriers/carrier.ts';
import { phoneType } from '../phones/phone-type.ts';
import type { Consent } from './conversation-store.ts';
import type { MessageKind } from './message.ts';
import type { Sender } from './own-number.ts';

/** Why a text is not sent. */
export type Obstacle =
  | 'no_number'
  | 'not_textable'
  | 'landline'
  | 'tollfree'
  | 'premium'
  | 'do_not_contact'
  | 'opted_out';

/** What is known of a phone, and of whom it belongs to. */
export type Reach = {
  readonly doNotContact: boolean;
  /** Whose phone it is, and what the business calls them. */
  readonly customerId: bigint | undefined;
  readonly externalId: string | undefined;
  readonly lookedUp: PhoneType | undefined;
};

type Asked = {
  readonly phone: string;
  /** Whom the text is about. */
  readonly customerId: bigint | undefined;
  /** Whose phone it is, unless it is theirs. */
  readonly ownerId?: bigint | undefined;
};

/** Numbers change hands and kinds: what was looked up so long ago says nothing. */
const goodForMs = 180 * 24 * 3_600_000;

const asked = rowSet({ n: int4, phone: text, customerId: int8, ownerId: int8 }, 3);

/*
 * All who share a phone, as a range of the index over phones: see customers/find-or-make.ts for why it is written
 * so. Nothing is sent to a phone when one of them wants to hear nothing.
 */
const ofPhone = `
  select from customers x
  where r.phone <> '' and x.business_id = $1 and (x.phone, x.email, coalesce(x.external_id, '')) >= (r.phone, '', '')
    and (x.phone, x.email, coalesce(x.external_id, '')) < (r.phone || '!', '', '')
    and x.phone = r.phone and x.status = 'do_not_contact'`;

/** In the order asked. Scope: tenant, and the numbers that were looked up for anybody. */
export async function readReach(
  sql: Sql,
  businessId: bigint,
  phones: readonly Asked[],
  now: Date,
): Promise<Reach[]> {
  const since = new Date(now.getTime() - goodForMs);
  const rows = await sql.query<ReachRecord>(
    `select coalesce(c.status = 'do_not_contact', false) or exists (${ofPhone}) as "doNotContact",
       o.id as "customerId", o.external_id as "externalId", l.type as "lookedUp"
     from ${asked.sql}
       left join customers c on c.business_id = $1 and c.id = r.customer_id
       left join customers o on o.business_id = $1
         and o.id = case when c.phone = r.phone then c.id else r.owner_id end
       left join phone_lookups l on l.number = r.phone and l.looked_up_at > $2
     order by r.n`,
    [
      businessId,
      since,
      ...asked.encode(phones.map((one, n) => ({ ownerId: undefined, ...one, n }))),
    ],
  );
  return rows.map(({ doNotContact, customerId, externalId, lookedUp }) => ({
    doNotContact,
    customerId: customerId ?? undefined,
    externalId: externalId ?? undefined,
    lookedUp: lookedUp ?? undefined,
  }));
}

type ReachRecord = {
  doNotContact: boolean;
  customerId: bigint | null;
  externalId: string | null;
  lookedUp: PhoneType | null;
};

type Wanted = {
  readonly kind: MessageKind;
  readonly phone: string;
  readonly consent: Consent;
  readonly sender: Sender;
};

/** What keeps a text from being sent. The answer to a STOP goes to somebody who has just opted out. */
export function obstacleOf(
  { kind, phone, consent, sender }: Wanted,
  { doNotContact, lookedUp }: Reach,
): Obstacle | undefined {
  if (sender.number === undefined) return 'no_number';
  if (!textable(phone)) return 'not_textable';
  const { type } = phoneType(phone, sender.environment);
  const obstacle = deaf[type === 'unknown' ? (lookedUp ?? type) : type];
  if (obstacle) return obstacle;
  if (doNotContact) return 'do_not_contact';
  return consent === 'opted_out' && kind !== 'answer' ? 'opted_out' : undefined;
}

/** What of the kinds of numbers takes no texts. */
const deaf: Readonly<Record<PhoneType, Obstacle | undefined>> = {
  landline: 'landline',
  tollfree: 'tollfree',
  premium: 'premium',
  mobile: undefined,
  voip: undefined,
  unknown: undefined,
};
