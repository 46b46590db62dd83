import { businesses } from '../../parties/businesses/business.ts';
import { claimSandboxNumber } from '../../parties/businesses/claims.ts';
import { businessProfiles } from '../../parties/businesses/profile.ts';
import { bool, optional, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';

const senders = shape({
  ...businesses.pick('environment').fields,
  number: optional(text),
  /** False when its type has no messaging service: then only answers to STOP and the like are sent. */
  mayText: bool,
  /** True if limits and quiet hours hold. */
  limited: bool,
  phone: text,
});

/** A business that texts, and its number. */
export type Sender = Omit<RowOf<typeof senders>, 'phone'>;

export async function readSender(sql: Sql, businessId: bigint): Promise<Sender> {
  const { phone: _, ...sender } = await readWithPhone(sql, businessId);
  return sender;
}

/**
 * The number that the business texts from; undefined: it has none. A live business has the number that was bought for it;
 * a sandbox business gets one before its first text. Not in a transaction: numbers are claimed in a lookup table.
 */
export async function ownNumberOf(
  { db, vault, now }: Pick<World, 'db' | 'vault' | 'now'>,
  businessId: bigint,
): Promise<string | undefined> {
  const { number, environment, phone } = await readWithPhone(db, businessId);
  if (number !== undefined || environment === 'live') return number;
  // The draw follows from the business, so a second attempt, also after a crash, finds the number that the first claimed.
  const draw = vault.stream(businessId, 'mobile number');
  const claimed = await claimSandboxNumber(db, phone, businessId, draw);
  await writeNumber(db, businessId, claimed, now());
  return (await readSender(db, businessId)).number;
}

async function readWithPhone(sql: Sql, businessId: bigint): Promise<RowOf<typeof senders>> {
  const sender = await senders.readOne(
    sql,
    `select b.environment, b.limits_on as limited, p.mobile_number as number, coalesce(p.phone, '') as phone,
       coalesce('messaging' = any (y.services), false) as "mayText"
     from businesses b left join business_types y on y.id = b.type_id left join business_profiles p on p.business_id = b.business_id
     where b.business_id = $1`,
    [businessId],
  );
  if (!sender) throw new Error('a business that does not exist');
  return sender;
}

/** The business of a first start has no profile: it gets one with only the number. */
async function writeNumber(
  sql: Sql,
  businessId: bigint,
  mobileNumber: string,
  updatedAt: Date,
): Promise<void> {
  await businessProfiles.insert(
    sql,
    [{ businessId, email: '', phone: '', mobileNumber, details: '{}', updatedAt }],
    `on conflict (business_id) do update
       set mobile_number = coalesce(business_profiles.mobile_number, excluded.mobile_number)`,
  );
}
