import { int8 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { type Entry, isMicro } from '../entry.ts';
import type { ReturnRule } from '../return-codes.ts';
import { voidHeld, writeValidated } from './news.ts';
import { moveValidation } from './store.ts';
import { live, type Validation, validations } from './validation.ts';

/** The account is good, and its debits go with the next file. */
export async function passValidation(
  world: World,
  tx: Sql,
  validation: Validation,
): Promise<boolean> {
  const validatedAt = world.now();
  const passed = await moveValidation(tx, validation, 'validated', { validatedAt });
  if (passed) await writeValidated(world, tx, passed);
  return passed !== undefined;
}

const held = shape({ id: int8 });

/** The debits that wait for it are withdrawn. `code`: of a return. */
export async function endValidation(
  world: World,
  tx: Sql,
  validation: Validation,
  to: 'failed' | 'expired',
  why: { readonly code?: string; readonly reason: string },
): Promise<boolean> {
  const { reason } = why;
  const ended = await moveValidation(tx, validation, to, { reason, endedAt: world.now() });
  if (!ended) return false;
  const { businessId, id } = validation;
  const debits = await held.read(
    tx,
    `select id from ach_entries
     where business_id = $1 and validation_id = $2 and kind = 'debit' and state = 'queued'`,
    [businessId, id],
  );
  const ids = debits.map((debit) => debit.id);
  await voidHeld(world, tx, businessId, ids, why);
  return true;
}

/** Returns that say that an account is closed, or that there is none. */
const deadAccount: ReadonlySet<string> = new Set(['R02', 'R03', 'R04']);

/**
 * Applies a return to the validations of its account. A prenote or micro-deposit that came back fails its own
 * validation, whatever the code, unless only money was missing to take a deposit back. A dead account fails or
 * withdraws every validation. Call it before waiting payments are locked.
 */
export async function endReturned(
  world: World,
  tx: Sql,
  entry: Entry,
  { code, title, group }: ReturnRule,
): Promise<void> {
  const isProbe = entry.kind === 'prenote' || (isMicro(entry) && group !== 'funds');
  const isDead = deadAccount.has(code) && entry.kind !== 'deposit';
  if (!isProbe && !isDead) return;
  const { businessId, validationId, numberOwner, paymentId } = entry;
  const found = await validations.read(
    tx,
    `select ${validations.columns} from account_validations
     where business_id = $1 and state in ${live} and (id = $2 or ($3 and (number_owner = $4
       or fingerprint = (select fingerprint from payments where business_id = $1 and id = $5))))
     order by id for update`,
    [businessId, validationId, isDead, numberOwner, paymentId],
  );
  const reason = `its account came back as ${code}: ${title}`;
  for (const validation of found) {
    if (validation.state === 'pending') {
      await endValidation(world, tx, validation, 'failed', { code, reason });
    } else {
      await moveValidation(tx, validation, 'withdrawn', { reason, endedAt: world.now() });
    }
  }
}
