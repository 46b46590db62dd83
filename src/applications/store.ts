import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import { type Application, type ApplicationState, endStates } from './application.ts';

export async function readApplication(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<Application | undefined> {
  const rows = await sql.query<ApplicationRecord>(
    'select * from applications where business_id = $1 and id = $2',
    [businessId, id],
  );
  return rows[0] && toApplication(rows[0]);
}

/** The one that has not come to an end; a business has one at most. */
export async function readOpenApplication(
  sql: Sql,
  businessId: bigint,
): Promise<Application | undefined> {
  const rows = await sql.query<ApplicationRecord>(
    'select * from applications where business_id = $1 and state <> all($2::text[])',
    [businessId, endStates],
  );
  return rows[0] && toApplication(rows[0]);
}

/** The one that is looked at or was approved: while there is one, a business hands in no other. */
export async function readStandingApplication(
  sql: Sql,
  businessId: bigint,
): Promise<Application | undefined> {
  const rows = await sql.query<ApplicationRecord>(
    `select * from applications
     where business_id = $1 and state not in ('declined', 'withdrawn', 'expired')
     order by created_at desc, id desc limit 1`,
    [businessId],
  );
  return rows[0] && toApplication(rows[0]);
}

/** The last one that somebody said yes or no to: one that was withdrawn or expired takes no "no" back. */
export async function readLastDecided(
  sql: Sql,
  businessId: bigint,
): Promise<Application | undefined> {
  const rows = await sql.query<ApplicationRecord>(
    `select * from applications where business_id = $1 and state in ('active', 'declined')
     order by created_at desc, id desc limit 1`,
    [businessId],
  );
  return rows[0] && toApplication(rows[0]);
}

export type ApplicationFilter = {
  readonly businessId?: bigint | undefined;
  readonly states?: readonly ApplicationState[] | undefined;
  readonly limit: number;
  /** Those behind this one. */
  readonly after?: ApplicationKey | undefined;
};

/** The oldest first: who has waited longest. Scope: all, unless a business is named. */
export async function listApplications(
  sql: Sql,
  { businessId, states, limit, after }: ApplicationFilter,
): Promise<Application[]> {
  const rows = await sql.query<ApplicationRecord>(
    `select * from applications
     where ($1::bigint is null or business_id = $1) and ($2::text[] is null or state = any($2))
       and ($4::bigint is null or (created_at, business_id, id) > (
         select created_at, business_id, id from applications where business_id = $4 and id = $5))
     order by created_at, business_id, id limit $3`,
    [businessId, states, limit, after?.businessId, after?.id],
  );
  return rows.map(toApplication);
}

export type ApplicationMove = {
  readonly n: number;
  readonly from: ApplicationState | undefined;
  readonly to: ApplicationState;
  readonly actor: string;
  readonly reason: string;
  readonly at: Date;
};

export async function readApplicationMoves(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<ApplicationMove[]> {
  const rows = await sql.query<MoveRecord>(
    `select n, from_state, to_state, actor, reason, moved_at from application_moves
     where business_id = $1 and application_id = $2 order by n`,
    [businessId, id],
  );
  return rows.map(({ from_state: from, to_state: to, moved_at: at, ...move }) => ({
    ...move,
    from: from ?? undefined,
    to,
    at,
  }));
}

export type ApplicationKey = Pick<Application, 'businessId' | 'id'>;

/** Those whose applicants took too long, of one business or of all. Scope: all. */
export async function readExpired(
  sql: Sql,
  now: Date,
  limit: number,
  only: bigint | undefined,
): Promise<ApplicationKey[]> {
  const rows = await sql.query<{ business_id: bigint; id: bigint }>(
    `select business_id, id from applications
     where expires_at <= $1 and ($3::bigint is null or business_id = $3)
     order by expires_at limit $2`,
    [now, limit, only],
  );
  return rows.map(({ business_id: businessId, id }) => ({ businessId, id }));
}

type SameEin = Pick<Business, 'environment'> & {
  /** The root of the tree. */
  readonly master: bigint;
  readonly businessId: bigint;
  readonly ein: string;
};

/** How many other businesses of a tree and an environment take payments under this tax number. */
export async function countActiveWithEin(
  sql: Sql,
  { master, businessId, environment, ein }: SameEin,
): Promise<number> {
  const rows = await sql.query<{ count: bigint }>(
    `select count(*) as count
     from business_profiles p join businesses b using (business_id)
     where p.details->>'EIN' = any($1::text[]) and b.business_id <> $2
       and (b.business_id = $3 or b.ancestors[1] = $3) and b.environment = $4
       and b.state in ('payments_enabled', 'payouts_enabled')`,
    [[ein, `${ein.slice(0, 2)}-${ein.slice(2)}`], businessId, master, environment],
  );
  return Number(rows[0]!.count);
}

type ApplicationRecord = {
  readonly business_id: bigint;
  readonly id: bigint;
  readonly state: ApplicationState;
  readonly version: number;
  readonly email: string;
  readonly details: Record<string, string>;
  readonly requirements: string[];
  readonly outcome_codes: string[];
  readonly expires_at: Date | null;
  readonly created_at: Date;
};

function toApplication(row: ApplicationRecord): Application {
  return {
    businessId: row.business_id,
    id: row.id,
    state: row.state,
    version: row.version,
    email: row.email,
    details: row.details,
    requirements: row.requirements,
    outcomeCodes: row.outcome_codes,
    expiresAt: row.expires_at ?? undefined,
    createdAt: row.created_at,
  };
}

type MoveRecord = {
  readonly n: number;
  readonly from_state: ApplicationState | null;
  readonly to_state: ApplicationState;
  readonly actor: string;
  readonly reason: string;
  readonly moved_at: Date;
};
