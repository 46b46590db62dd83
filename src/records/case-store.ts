import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { type Act, acts } from './audit-log.ts';
import { type CaseKey, type CaseKind, cases, type NewCase, type OpenCase, toCase } from './case.ts';

/* The only file that writes cases. */

export type Opener = Pick<World, 'db' | 'ids' | 'now' | 'log'>;

/**
 * Once while it is open: the same case is not opened again, which is false. Within a transaction, if that commits.
 */
export async function openCase(
  { db, ids, now, log }: Opener,
  { businessId, kind, object, evidence }: NewCase,
  sql: Sql = db,
): Promise<boolean> {
  const id = await ids.next(businessId);
  const row = {
    businessId,
    id,
    kind,
    objectKind: object.kind,
    objectId: object.id,
    state: 'open',
    evidence: JSON.stringify(evidence),
    createdAt: now(),
  } as const;
  const opened = await cases.insert(sql, [row], 'on conflict do nothing');
  if (opened > 0) log.error('case.opened', { businessId, kind, objectId: object.id });
  return opened > 0;
}

type Filter = {
  readonly businessId?: bigint | undefined;
  readonly kind?: CaseKind | undefined;
  readonly limit: number;
  /** Only cases that are older than this one. */
  readonly before?: CaseKey | undefined;
};

/** Cases that are not closed, the newest first. Scope: all, unless a business is named. */
export async function listCases(
  sql: Sql,
  { businessId, kind, limit, before }: Filter,
): Promise<OpenCase[]> {
  const rows = await cases.read(
    sql,
    `select ${cases.columns} from open_questions
     where state <> 'closed' and ($1::bigint is null or business_id = $1)
       and ($2::text is null or kind = $2)
       and ($4::bigint is null or (created_at, business_id, id) < (
         select created_at, business_id, id from open_questions where business_id = $4 and id = $5))
     order by created_at desc, business_id desc, id desc limit $3`,
    [businessId, kind, limit, before?.businessId, before?.id],
  );
  return rows.map(toCase);
}

export async function readCase(
  sql: Sql,
  { businessId, id }: CaseKey,
): Promise<OpenCase | undefined> {
  const row = await cases.readOne(
    sql,
    `select ${cases.columns} from open_questions where business_id = $1 and id = $2`,
    [businessId, id],
  );
  return row && toCase(row);
}

/** Locked until the transaction ends. */
export async function lockCase(
  tx: Sql,
  { businessId, id }: CaseKey,
): Promise<OpenCase | undefined> {
  const row = await cases.readOne(
    tx,
    `select ${cases.columns} from open_questions where business_id = $1 and id = $2 for update`,
    [businessId, id],
  );
  return row && toCase(row);
}

/** The one of this kind about an object that is not closed. Locked until the transaction ends. */
export async function lockOpenCase(
  tx: Sql,
  { businessId, kind, object }: Omit<NewCase, 'evidence'>,
): Promise<OpenCase | undefined> {
  const row = await cases.readOne(
    tx,
    `select ${cases.columns} from open_questions
     where business_id = $1 and kind = $2 and object_kind = $3 and object_id = $4
       and state <> 'closed' for update`,
    [businessId, kind, object.kind, object.id],
  );
  return row && toCase(row);
}

/** Confirmed before that moment and not carried out to the end. Scope: all, unless a business is named. */
export async function readConfirmed(
  sql: Sql,
  before: Date,
  limit: number,
  only: bigint | undefined,
): Promise<OpenCase[]> {
  const rows = await cases.read(
    sql,
    `select ${cases.columns} from open_questions
     where state = 'proposed' and closed_by is not null and closed_at <= $1
       and ($3::bigint is null or business_id = $3)
     order by closed_at limit $2`,
    [before, limit, only],
  );
  return rows.map(toCase);
}

/** Cases of one kind that were decided since that moment and carried out; the latest first. */
export async function listClosed(
  sql: Sql,
  { businessId, kind, since }: Pick<OpenCase, 'businessId' | 'kind'> & { readonly since: Date },
): Promise<OpenCase[]> {
  const rows = await cases.read(
    sql,
    `select ${cases.columns} from open_questions
     where business_id = $1 and kind = $2 and state = 'closed' and closed_at >= $3
     order by closed_at desc, id desc`,
    [businessId, kind, since],
  );
  return rows.map(toCase);
}

const step = cases.pick(
  'state',
  'proposal',
  'proposedBy',
  'proposedAt',
  'proposedOrigins',
  'note',
  'confirmedBy',
  'confirmedAt',
  'outcome',
);
const steps = step.set(3);

/** Writes every column of the locked row that a step may change. */
export async function writeCase(tx: Sql, { businessId, id, ...next }: OpenCase): Promise<void> {
  const state = next.state === 'confirmed' ? 'proposed' : next.state;
  await tx.query(
    `update open_questions q set ${step.changesFrom('r')} from ${steps.sql}
     where q.business_id = $1 and q.id = $2`,
    [businessId, id, ...steps.encode([{ ...next, state }])],
  );
}

/** Writes the current evidence into the locked row. */
export async function writeEvidence(
  tx: Sql,
  { businessId, id, evidence }: Pick<OpenCase, 'businessId' | 'id' | 'evidence'>,
): Promise<void> {
  await tx.query(
    'update open_questions set evidence = $3::json where business_id = $1 and id = $2',
    [businessId, id, JSON.stringify(evidence)],
  );
}

const history = acts.pick('at', 'actor', 'act', 'facts');

/** The acts on a case, the oldest first, from the audit log. */
export async function readHistory(
  sql: Sql,
  { businessId, id }: CaseKey,
): Promise<Pick<Act, 'at' | 'actor' | 'act' | 'facts'>[]> {
  return await history.read(
    sql,
    `select ${history.columns} from audit_trail where business_id = $1 and object = $2 order by n`,
    [businessId, `question:${id}`],
  );
}
