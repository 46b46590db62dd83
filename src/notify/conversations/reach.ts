import { dayMs } from '../../kernel/duration.ts';
import { textable } from '../../kernel/phone.ts';
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import { type LookedUpTypes, readLookedUp } from '../../parties/phones/look-up.ts';
import { phoneType } from '../../parties/phones/phone-type.ts';
import type { PhoneType } from '../../ports/carriers/carrier.ts';
import { bool, int4, int8, optional, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, rowSet, shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import type { Consent } from './conversation-store.ts';
import type { MessageKind } from './message.ts';
import type { Sender } from './own-number.ts';

/** Why a text is not sent. */
export type Obstacle =
  | 'no_messaging'
  | 'no_number'
  | 'not_textable'
  | 'landline'
  | 'tollfree'
  | 'premium'
  | 'do_not_contact'
  | 'opted_out';

const reaches = shape({
  doNotContact: bool,
  /** The owner of the phone. */
  customerId: optional(int8),
  externalId: optional(text),
});

/** The facts of a phone and its owner. */
export type Reach = RowOf<typeof reaches> & { readonly lookedUp: PhoneType | undefined };

type Asked = {
  readonly phone: string;
  /** The customer that the text is about. */
  readonly customerId: bigint | undefined;
  /** The owner of the phone, unless it is theirs. */
  readonly ownerId?: bigint | undefined;
};

/** Numbers change owners and types, so a lookup counts for half a year. */
const lookupLifetimeMs = 180 * dayMs;

/** The types that lookups found for phones. Read before the transaction that needs it. */
export async function readTypes(
  { db, now }: Pick<World, 'db' | 'now'>,
  phones: readonly string[],
): Promise<LookedUpTypes> {
  return await readLookedUp(db, phones, new Date(now().getTime() - lookupLifetimeMs));
}

const asked = rowSet({ n: int4, phone: text, customerId: int8, ownerId: int8 }, 2);

/*
 * All customers with a phone, as a range of the index over phones (the reason is in parties/customers/find-or-make.ts).
 * Nothing is sent to a phone when one of them must not be contacted.
 */
const ofPhone = `
  select from customers x
  where r.phone <> '' and x.business_id = $1 and (x.phone, x.email, coalesce(x.external_id, '')) >= (r.phone, '', '')
    and (x.phone, x.email, coalesce(x.external_id, '')) < (r.phone || '!', '', '')
    and x.phone = r.phone and 'do_not_contact' = coalesce(
      (select m.status from customers m where m.business_id = $1 and m.id = x.merged_into), x.status)`;

/** Each with its reach, in the same order. */
export async function readReach<T extends Asked>(
  sql: Sql,
  businessId: bigint,
  phones: readonly T[],
  types: LookedUpTypes,
): Promise<(readonly [T, Reach])[]> {
  const found = await reaches.read(
    sql,
    `select coalesce(c.status = 'do_not_contact', false) or exists (${ofPhone}) as "doNotContact",
       o.id as "customerId", o.external_id as "externalId"
     from ${asked.sql}
       left join customers c on c.business_id = $1 and c.id = r.customer_id
       left join customers o on o.business_id = $1
         and o.id = case when c.phone = r.phone then c.id else r.owner_id end
     order by r.n`,
    [businessId, ...asked.encode(phones.map((one, n) => ({ ownerId: undefined, ...one, n })))],
  );
  return phones.map((one, n) => {
    const reach = found[n];
    if (!reach) throw new Error('a phone without its reach');
    return [one, { ...reach, lookedUp: types.get(one.phone) }] as const;
  });
}

type Wanted = {
  readonly kind: MessageKind;
  readonly phone: string;
  readonly consent: Consent;
  readonly sender: Omit<Sender, 'limited'>;
};

/** The obstacle that keeps a text from being sent. An answer is sent even after an opt-out: it confirms the STOP. */
export function obstacleOf(
  { kind, phone, consent, sender }: Wanted,
  { doNotContact, lookedUp }: Reach,
): Obstacle | undefined {
  if (!sender.mayText && kind !== 'answer') return 'no_messaging';
  if (sender.number === undefined) return 'no_number';
  if (!textable(phone)) return 'not_textable';
  const { type } = phoneType(phone, sender.environment);
  const obstacle = untextable[type === 'unknown' ? (lookedUp ?? type) : type];
  if (obstacle) return obstacle;
  if (doNotContact) return 'do_not_contact';
  return consent === 'opted_out' && kind !== 'answer' ? 'opted_out' : undefined;
}

/** The types of numbers that take no texts. */
const untextable: Readonly<Record<PhoneType, Obstacle | undefined>> = {
  landline: 'landline',
  tollfree: 'tollfree',
  premium: 'premium',
  mobile: undefined,
  voip: undefined,
  unknown: undefined,
};

/** Refuses a request about one text that is blocked, so that its transaction leaves nothing. */
export function refuseBlocked({
  state,
  errorCode,
}: {
  readonly state: string;
  readonly errorCode: string | undefined;
}): void {
  if (state === 'blocked') refuseObstacle(errorCode ?? 'not_textable');
}

/** The same before there is a text. */
export function refuseObstacle(obstacle: string | undefined): void {
  if (obstacle !== undefined) throw new Refusal(refusals[obstacle] ?? 'number_takes_no_texts');
}

const refusals: Readonly<Record<string, RefusalCode>> = {
  opted_out: 'text_not_wanted',
  do_not_contact: 'text_not_wanted',
  no_number: 'no_number_to_text_from',
  no_messaging: 'service_not_included',
} satisfies Partial<Record<Obstacle, RefusalCode>>;
