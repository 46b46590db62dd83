import { int8 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import type { Business } from '../businesses/business.ts';
import { profileDetail } from '../businesses/details.ts';
import {
  type Application,
  type ApplicationMove,
  type ApplicationState,
  applicationMoves,
  applications,
  endStates,
} from './application.ts';

export async function readApplication(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<Application | undefined> {
  return await applications.readOne(
    sql,
    `select ${applications.columns} from applications where business_id = $1 and id = $2`,
    [businessId, id],
  );
}

/** The application that has not ended; a business has at most one. */
export async function readOpenApplication(
  sql: Sql,
  businessId: bigint,
): Promise<Application | undefined> {
  return await applications.readOne(
    sql,
    `select ${applications.columns} from applications where business_id = $1 and state <> all($2::text[])`,
    [businessId, endStates],
  );
}

/** The application that is open or was approved: while there is one, a business may submit no other. */
export async function readStandingApplication(
  sql: Sql,
  businessId: bigint,
): Promise<Application | undefined> {
  return await applications.readOne(
    sql,
    `select ${applications.columns} from applications
     where business_id = $1 and state not in ('declined', 'withdrawn', 'expired')
     order by created_at desc, id desc limit 1`,
    [businessId],
  );
}

/** The last application that was approved or declined. One that was withdrawn or expired does not revoke a decline. */
export async function readLastDecided(
  sql: Sql,
  businessId: bigint,
): Promise<Application | undefined> {
  return await applications.readOne(
    sql,
    `select ${applications.columns} from applications where business_id = $1 and state in ('active', 'declined')
     order by created_at desc, id desc limit 1`,
    [businessId],
  );
}

/** The application that was made with the business. */
export async function readFirstApplication(
  sql: Sql,
  businessId: bigint,
): Promise<Application | undefined> {
  return await applications.readOne(
    sql,
    `select ${applications.columns} from applications where business_id = $1 order by created_at, id limit 1`,
    [businessId],
  );
}

export type ApplicationFilter = {
  readonly businessId?: bigint | undefined;
  readonly states?: readonly ApplicationState[] | undefined;
  readonly limit: number;
  /** Older than this one. */
  readonly before?: ApplicationKey | undefined;
};

/** The newest first. Scope: all, unless a business is named. */
export async function listApplications(
  sql: Sql,
  { businessId, states, limit, before }: ApplicationFilter,
): Promise<Application[]> {
  return await applications.read(
    sql,
    `select ${applications.columns} from applications
     where ($1::bigint is null or business_id = $1) and ($2::text[] is null or state = any($2))
       and ($4::bigint is null or (created_at, business_id, id) < (
         select created_at, business_id, id from applications where business_id = $4 and id = $5))
     order by created_at desc, business_id desc, id desc limit $3`,
    [businessId, states, limit, before?.businessId, before?.id],
  );
}

const moves = applicationMoves.omit('businessId', 'applicationId');

export async function readApplicationMoves(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<ApplicationMove[]> {
  return await moves.read(
    sql,
    `select ${moves.columns} from application_moves
     where business_id = $1 and application_id = $2 order by n`,
    [businessId, id],
  );
}

const keys = applications.pick('businessId', 'id');
export type ApplicationKey = RowOf<typeof keys>;

/** Expired applications, of one business or of all. Scope: all. */
export async function readExpired(
  sql: Sql,
  now: Date,
  limit: number,
  only: bigint | undefined,
): Promise<ApplicationKey[]> {
  return await keys.read(
    sql,
    `select ${keys.columns} from applications
     where expires_at <= $1 and ($3::bigint is null or business_id = $3)
     order by expires_at limit $2`,
    [now, limit, only],
  );
}

const counts = shape({ count: int8 });

type SameEin = Pick<Business, 'environment'> & {
  /** The root of the tree. */
  readonly master: bigint;
  readonly businessId: bigint;
  readonly ein: string;
};

/** Number of other businesses of a tree and an environment that take payments under this EIN. */
export async function countActiveWithEin(
  sql: Sql,
  { master, businessId, environment, ein }: SameEin,
): Promise<number> {
  const [found] = await counts.read(
    sql,
    `select count(*) as count
     from business_profiles p join businesses b using (business_id)
     where ${profileDetail('ein', 'p')} = any($1::text[]) and b.business_id <> $2
       and (b.business_id = $3 or b.ancestors[1] = $3) and b.environment = $4
       and b.state in ('payments_enabled', 'payouts_enabled')`,
    [[ein, `${ein.slice(0, 2)}-${ein.slice(2)}`], businessId, master, environment],
  );
  return Number(found?.count ?? 0n);
}
