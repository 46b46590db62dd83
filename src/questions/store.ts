import type { Sql } from '../base/sql.ts';
import type { ObjectKind, QuestionKind } from './question.ts';

/** A question as it stands: one person proposes, another confirms, and then it is carried out. */
export type Question = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly kind: QuestionKind;
  readonly object: { readonly kind: ObjectKind; readonly id: bigint };
  readonly state: QuestionState;
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly proposal: string | undefined;
  readonly proposedBy: string | undefined;
  readonly proposedAt: Date | undefined;
  /** Why it was proposed. */
  readonly note: string | undefined;
  readonly confirmedBy: string | undefined;
  readonly confirmedAt: Date | undefined;
  /** What came of it; of an open one, what came of the last decision. */
  readonly outcome: string | undefined;
  readonly createdAt: Date;
};

/** `confirmed`: decided, and being carried out. */
export const questionStates = ['open', 'proposed', 'confirmed', 'closed'] as const;
export type QuestionState = (typeof questionStates)[number];

export type QuestionKey = { readonly businessId: bigint; readonly id: bigint };

type Filter = {
  readonly businessId?: bigint | undefined;
  readonly kind?: QuestionKind | undefined;
  readonly limit: number;
};

/** What waits for a person, the oldest first. Scope: all, unless a business is named. */
export async function listQuestions(
  sql: Sql,
  { businessId, kind, limit }: Filter,
): Promise<Question[]> {
  const rows = await sql.query<QuestionRecord>(
    `select * from open_questions
     where state <> 'closed' and ($1::bigint is null or business_id = $1)
       and ($2::text is null or kind = $2)
     order by created_at, business_id, id limit $3`,
    [businessId, kind, limit],
  );
  return rows.map(toQuestion);
}

export async function readQuestion(
  sql: Sql,
  { businessId, id }: QuestionKey,
): Promise<Question | undefined> {
  const rows = await sql.query<QuestionRecord>(
    'select * from open_questions where business_id = $1 and id = $2',
    [businessId, id],
  );
  return rows[0] && toQuestion(rows[0]);
}

/** As it is now, and stays until the transaction ends. */
export async function lockQuestion(
  tx: Sql,
  { businessId, id }: QuestionKey,
): Promise<Question | undefined> {
  const rows = await tx.query<QuestionRecord>(
    'select * from open_questions where business_id = $1 and id = $2 for update',
    [businessId, id],
  );
  return rows[0] && toQuestion(rows[0]);
}

/** Decided before that moment and not carried out to its end. Scope: all, unless a business is named. */
export async function readConfirmed(
  sql: Sql,
  before: Date,
  limit: number,
  only: bigint | undefined,
): Promise<Question[]> {
  const rows = await sql.query<QuestionRecord>(
    `select * from open_questions
     where state = 'proposed' and closed_by is not null and closed_at <= $1
       and ($3::bigint is null or business_id = $3)
     order by closed_at limit $2`,
    [before, limit, only],
  );
  return rows.map(toQuestion);
}

/** Of the locked row, everything that a step may change. */
export async function writeQuestion(tx: Sql, question: Question): Promise<void> {
  const { businessId, id, state } = question;
  await tx.query(
    `update open_questions set state = $3, proposal = $4, proposed_by = $5, proposed_at = $6, note = $7,
       closed_by = $8, closed_at = $9, outcome = $10
     where business_id = $1 and id = $2`,
    [
      businessId,
      id,
      state === 'confirmed' ? 'proposed' : state,
      question.proposal,
      question.proposedBy,
      question.proposedAt,
      question.note,
      question.confirmedBy,
      question.confirmedAt,
      question.outcome,
    ],
  );
}

export type PastAct = {
  readonly at: Date;
  readonly actor: string;
  readonly act: string;
  readonly facts: Readonly<Record<string, unknown>>;
};

/** What was done about it, the oldest first, as the audit trail has it. */
export async function readHistory(sql: Sql, { businessId, id }: QuestionKey): Promise<PastAct[]> {
  return await sql.query<PastAct>(
    `select happened_at as at, actor, act, facts from audit_trail
     where business_id = $1 and object = $2 order by n`,
    [businessId, `question:${id}`],
  );
}

type QuestionRecord = {
  business_id: bigint;
  id: bigint;
  kind: QuestionKind;
  object_kind: ObjectKind;
  object_id: bigint;
  state: 'open' | 'proposed' | 'closed';
  evidence: Readonly<Record<string, unknown>>;
  proposal: string | null;
  proposed_by: string | null;
  proposed_at: Date | null;
  note: string | null;
  closed_by: string | null;
  closed_at: Date | null;
  outcome: string | null;
  created_at: Date;
};

function toQuestion(row: QuestionRecord): Question {
  const isConfirmed = row.state === 'proposed' && row.closed_by !== null;
  return {
    businessId: row.business_id,
    id: row.id,
    kind: row.kind,
    object: { kind: row.object_kind, id: row.object_id },
    state: isConfirmed ? 'confirmed' : row.state,
    evidence: row.evidence,
    proposal: row.proposal ?? undefined,
    proposedBy: row.proposed_by ?? undefined,
    proposedAt: row.proposed_at ?? undefined,
    note: row.note ?? undefined,
    confirmedBy: row.closed_by ?? undefined,
    confirmedAt: row.closed_at ?? undefined,
    outcome: row.outcome ?? undefined,
    createdAt: row.created_at,
  };
}
