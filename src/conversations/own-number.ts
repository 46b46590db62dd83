import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import { claimSandboxNumber } from '../businesses/claims.ts';
import type { World } from '../world.ts';

/** Who texts, and from which number. */
export type Sender = {
  readonly environment: Business['environment'];
  readonly number: string | undefined;
};

/** A live business has the number that was bought for it, or none; one of the sandbox gets its own when it first texts. */
export async function findSender(
  world: Pick<World, 'randomBytes' | 'now'>,
  tx: Sql,
  businessId: bigint,
): Promise<Sender> {
  const { number, environment } = await readSender(tx, businessId);
  if (number !== undefined || environment === 'live') return { number, environment };
  return { environment, number: await giveNumber(world, tx, businessId) };
}

async function readSender(tx: Sql, businessId: bigint): Promise<Sender & { phone: string }> {
  const [row] = await tx.query<SenderRecord>(
    `select b.environment, p.mobile_number as number, coalesce(p.phone, '') as phone
     from businesses b left join business_profiles p on p.business_id = b.business_id
     where b.business_id = $1`,
    [businessId],
  );
  if (!row) throw new Error('a business that does not exist');
  return { ...row, number: row.number ?? undefined };
}

type SenderRecord = {
  environment: Business['environment'];
  number: string | null;
  phone: string;
};

/** The business that a first start makes has no profile: then this is all that stands in it. */
async function giveNumber(
  { randomBytes, now }: Pick<World, 'randomBytes' | 'now'>,
  tx: Sql,
  businessId: bigint,
): Promise<string> {
  // Of two who text at once for the first time, the second finds the number of the first.
  await tx.query('select 1 from businesses where business_id = $1 for update', [businessId]);
  const { number: given, phone } = await readSender(tx, businessId);
  if (given !== undefined) return given;
  const number = await claimSandboxNumber(tx, phone, businessId, randomBytes);
  await tx.query(
    `insert into business_profiles (business_id, email, phone, mobile_number, details, updated_at)
     values ($1, '', '', $2, '{}', $3)
     on conflict (business_id) do update set mobile_number = excluded.mobile_number`,
    [businessId, number, now()],
  );
  return number;
}
