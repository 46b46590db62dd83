import { strict as assert } from 'node:assert';
import type { Sql } from '../../runtime/sql.ts';
import {
  live,
  type Validation,
  type ValidationKey,
  type ValidationState,
  validationMayBecome,
  validations,
} from './validation.ts';

/* The only file that changes the state of a validation. Lock order: validation, then payments that wait for it. */

/** False: another validation of the account is pending, or it is validated. */
export async function insertValidation(
  tx: Sql,
  made: Omit<Validation, 'wrongTries' | 'reason' | 'endedAt' | 'asks'>,
): Promise<boolean> {
  return (
    (await validations.insert(
      tx,
      [{ ...made, wrongTries: 0, asks: 0 }],
      'on conflict do nothing',
    )) === 1
  );
}

export async function readValidation(
  sql: Sql,
  { businessId, id }: ValidationKey,
): Promise<Validation | undefined> {
  return await readOne(sql, 'id = $2', [businessId, id]);
}

/** Locked until the transaction ends. */
export async function lockValidation(
  tx: Sql,
  { businessId, id }: ValidationKey,
): Promise<Validation | undefined> {
  return await readOne(tx, 'id = $2 for update', [businessId, id]);
}

type Account = Pick<Validation, 'businessId' | 'fingerprint' | 'numberOwner'>;

/** The validation that is pending for an account, or holds. */
export async function findLive(sql: Sql, account: Account): Promise<Validation | undefined> {
  const { businessId, fingerprint, numberOwner } = account;
  const where = `state in ${live} and (fingerprint = $2 or number_owner = $3)
    order by state = 'validated' desc, id limit 1`;
  return await readOne(sql, where, [businessId, fingerprint, numberOwner]);
}

/** The latest validation that failed since then. A hook's verdict is excluded, as hooks are asked anew. */
export async function findFailed(
  sql: Sql,
  { businessId, fingerprint }: Account,
  since: Date,
): Promise<Validation | undefined> {
  const where = `fingerprint = $2 and state = 'failed' and method <> 'hook' and ended_at > $3 order by id desc limit 1`;
  return await readOne(sql, where, [businessId, fingerprint, since]);
}

type Change = Partial<Pick<Validation, 'reason' | 'validatedAt' | 'endedAt'>>;

/** Undefined: another transaction moved it meanwhile. */
export async function moveValidation(
  tx: Sql,
  before: Validation,
  to: ValidationState,
  change: Change,
): Promise<Validation | undefined> {
  assert(validationMayBecome(before.state, to), `${before.state} to ${to}`);
  const after: Validation = { ...before, ...change, state: to, dueAt: undefined };
  const { businessId, id, state, reason, validatedAt, endedAt } = after;
  const rows = await tx.query(
    `update account_validations set state = $4, due_at = null, reason = $5, validated_at = $6, ended_at = $7
     where business_id = $1 and id = $2 and state = $3 returning id`,
    [businessId, id, before.state, state, reason?.slice(0, 200), validatedAt, endedAt],
  );
  return rows.length === 1 ? after : undefined;
}

/** The validation must be locked. */
export async function countWrongTry(
  tx: Sql,
  { businessId, id, wrongTries }: Validation,
): Promise<number> {
  await tx.query(
    'update account_validations set wrong_tries = $3 where business_id = $1 and id = $2',
    [businessId, id, wrongTries + 1],
  );
  return wrongTries + 1;
}

/** Its entries settled: from here on it has a moment. */
export async function setDue(
  tx: Sql,
  { businessId, id }: ValidationKey,
  dueAt: Date,
): Promise<void> {
  await tx.query(
    `update account_validations set due_at = $3
     where business_id = $1 and id = $2 and state = 'pending'`,
    [businessId, id, dueAt],
  );
}

/**
 * Takes a hook's inquiry until then, committed before the hook is called. Undefined: another worker took it, or it
 * ended. When the worker dies, the inquiry is sent again.
 */
export async function takeInquiry(
  sql: Sql,
  { businessId, id, asks }: Validation,
  until: Date,
): Promise<Validation | undefined> {
  return await validations.readOne(
    sql,
    `update account_validations set asks = asks + 1, due_at = $4
     where business_id = $1 and id = $2 and asks = $3 and state = 'pending' returning ${validations.columns}`,
    [businessId, id, asks, until],
  );
}

type Due = {
  readonly methods: readonly Validation['method'][];
  readonly limit: number;
  readonly only: bigint | undefined;
};

/** Validations that are due, of one business or of all whose clock is the world's. Scope: all; reads only. */
export async function readDue(
  sql: Sql,
  now: Date,
  { methods, limit, only }: Due,
): Promise<Validation[]> {
  return await validations.read(
    sql,
    `select ${validations.of('v')} from account_validations v join businesses b using (business_id)
     where v.due_at <= $1 and v.method = any($4::text[]) and ($3::bigint is null or v.business_id = $3)
       and ($3 is not null or b.clock_ahead_ms = 0)
     order by v.due_at, v.business_id, v.id limit $2`,
    [now, limit, only, methods],
  );
}

/** The latest first; `before` is the last one that was seen. */
export async function listValidations(
  sql: Sql,
  businessId: bigint,
  {
    state,
    before,
    limit,
  }: { state?: ValidationState | undefined; before?: bigint | undefined; limit: number },
): Promise<Validation[]> {
  return await validations.read(
    sql,
    `select ${validations.columns} from account_validations
     where business_id = $1 and ($2::text is null or state = $2) and id < coalesce($3, 9223372036854775807)
     order by id desc limit $4`,
    [businessId, state, before, limit],
  );
}

async function readOne(
  sql: Sql,
  where: string,
  values: readonly unknown[],
): Promise<Validation | undefined> {
  const text = `select ${validations.columns} from account_validations where business_id = $1 and ${where}`;
  return await validations.readOne(sql, text, values);
}
