import { addBankingDays } from '../ach/banking-days.ts';
import { representAfterBankingDays } from '../ach/return-codes.ts';
import { nextCutoff } from '../ach/windows.ts';
import type { Sql } from '../base/sql.ts';
import { type Business, mayTakePayments } from '../businesses/business.ts';
import { accountNow } from '../payments/account-now.ts';
import type { NewEvent } from '../payments/finish-store.ts';
import type { World } from '../world.ts';
import type { Entry } from './entry.ts';
import { bankDay } from './open-window.ts';

export type Again = { readonly id: bigint; readonly presentment: number; readonly nextAt: Date };

/**
 * Queues a debit once more that came back for want of funds, on the banking day of the policy, in the
 * transaction that books its return. Undefined: it was presented often enough, or nobody may.
 */
export async function queueAgain(
  world: World,
  tx: Sql,
  business: Business,
  entry: Entry,
): Promise<Again | undefined> {
  const days = representAfterBankingDays[entry.presentment - 1];
  if (days === undefined || !business.terms.represents || !mayTakePayments(business)) {
    return undefined;
  }
  const presentment = entry.presentment + 1;
  const nextAt = cutoffOn(addBankingDays(bankDay(world.now()), days));
  return await insertAgain(world, tx, entry, {
    presentment,
    nextAt,
    amountCents: entry.amountCents,
  });
}

type NewAgain = Omit<Again, 'id'> & {
  readonly amountCents: bigint;
  /** What was wrong about the entry is put right, so that its account is none of the matter. */
  readonly evenIfDisabled?: boolean;
};

/** Undefined: it is presented again already, or its account takes no more payments. */
export async function insertAgain(
  world: World,
  tx: Sql,
  { businessId, id: representsId }: Entry,
  { presentment, nextAt, amountCents, evenIfDisabled = false }: NewAgain,
): Promise<Again | undefined> {
  const id = await world.ids.next(businessId);
  const rows = await tx.query(
    `insert into ach_entries (business_id, id, kind, state, amount_cents, payment_id, sec_code, account_kind,
       routing_number, last4, holder, number_owner, is_same_day, presentment, represents_id, next_at, created_at)
     select e.business_id, $3, e.kind, 'queued', $4, e.payment_id, e.sec_code, ${accountNow.kind},
       ${accountNow.routingNumber}, ${accountNow.last4}, e.holder, e.number_owner, false, $5, e.id, $6, $7
     from ach_entries e ${accountNow.joins}
     where e.business_id = $1 and e.id = $2 and ($8 or t.state is distinct from 'disabled')
     on conflict do nothing returning id`,
    [businessId, representsId, id, amountCents, presentment, nextAt, world.now(), evenIfDisabled],
  );
  return rows.length === 1 ? { id, presentment, nextAt } : undefined;
}

/** That it is asked for again: what is told of the payment, and by which entry. Nobody has to hear of it. */
export function againEvent(
  { uuid }: Pick<World, 'uuid'>,
  { data }: Pick<NewEvent, 'data'>,
  facts: { readonly entryId: string; readonly presentment: number },
): NewEvent {
  return {
    id: uuid(),
    kind: 'payment.represented',
    data: JSON.stringify({ ...JSON.parse(data), ...facts }),
    untold: [],
  };
}

const zone = 'America/New_York';

/** When the usual file of a banking day is made. */
function cutoffOn(day: Temporal.PlainDate): Date {
  return nextCutoff(new Date(day.toZonedDateTime(zone).epochMilliseconds), false);
}
