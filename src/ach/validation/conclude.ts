import { bankDay, settlementMoment } from '../../kernel/ach-windows.ts';
import { addBankingDays } from '../../kernel/banking-days.ts';
import { dayMs } from '../../kernel/duration.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Entry } from '../entry.ts';
import { endValidation, passValidation } from './end.ts';
import { lockValidation, readDue, setDue } from './store.ts';
import { confirmDays } from './validation.ts';

const atOnce = 200;
const methods = ['prenote', 'micro_deposits'] as const;

/** Ends validations that are due: a prenote that did not come back, and amounts that were never confirmed. */
export async function concludeValidations(world: World, only?: bigint): Promise<number> {
  const due = await readDue(world.db, world.now(), { methods, limit: atOnce, only });
  for (const one of due) {
    try {
      await world.db.begin(async (tx) => {
        const validation = await lockValidation(tx, one);
        if (validation?.state !== 'pending' || !isDue(validation, world.now())) return;
        if (validation.method === 'prenote') await passValidation(world, tx, validation);
        else await endValidation(world, tx, validation, 'expired', { reason: notConfirmed });
      });
    } catch (error) {
      const { businessId, paymentId } = one;
      world.log.error('ach.validation_not_ended', { businessId, paymentId, error });
    }
  }
  return due.length;
}

const notConfirmed = 'its micro-deposits were not confirmed in time';

export function isDue({ dueAt }: { readonly dueAt: Date | undefined }, at: Date): boolean {
  return dueAt !== undefined && dueAt <= at;
}

/** Banking days within which a prenote may still come back. */
const trialDays = 3;

/** The moment from which on a prenote, due to settle then, counts as accepted. */
export function acceptedAt({ nextAt }: Pick<Entry, 'nextAt'>): Date {
  if (!nextAt) throw new Error('a prenote that was not sent');
  return settlementMoment(addBankingDays(bankDay(nextAt), trialDays), false);
}

/** Prenotes and micro-deposits have settled: their validations have a moment from here on. */
export async function recordProbed(
  world: World,
  tx: Sql,
  settled: readonly Entry[],
): Promise<void> {
  for (const entry of settled) {
    const { businessId, kind, validationId: id } = entry;
    if (id === undefined) continue;
    if (kind === 'prenote') await setDue(tx, { businessId, id }, acceptedAt(entry));
    if (kind !== 'micro_credit') continue;
    const until = new Date(world.now().getTime() + confirmDays * dayMs);
    await setDue(tx, { businessId, id }, until);
  }
}
