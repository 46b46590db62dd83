import { bankDay, moment, nextCutoff } from '../../kernel/ach-windows.ts';
import { addBankingDays } from '../../kernel/banking-days.ts';
import { type Business, mayTakePayments } from '../../parties/businesses/business.ts';
import type { PaymentEvent } from '../../payments/payment-event.ts';
import { numberField } from '../../payments/tokens/token.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { accountNow } from '../account-now.ts';
import type { Entry } from '../entry.ts';
import { representAfterBankingDays } from '../return-codes.ts';

export type Again = { readonly id: bigint; readonly presentment: number; readonly nextAt: Date };

/**
 * Queues a returned debit once more, `representAfterBankingDays` later, in the transaction that books its return; the caller
 * has checked that the return code permits it. Undefined: it was presented often enough, or may not be.
 */
export async function queueRepresentment(
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
  const nextAt = nextCutoff(moment(addBankingDays(bankDay(world.now()), days)), false);
  return await insertRepresentment(world, tx, entry, {
    presentment,
    nextAt,
    amountCents: entry.amountCents,
  });
}

type NewAgain = Omit<Again, 'id'> & {
  readonly amountCents: bigint;
  /** True if an error in the entry was corrected, so that its account is not at fault. */
  readonly evenIfDisabled?: boolean;
};

/**
 * Undefined: it is presented again already, or its account takes no more payments, or its number was deleted with its
 * customer.
 */
export async function insertRepresentment(
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
       and exists (
         select from vault_records v
         where v.business_id = e.business_id and v.owner = e.number_owner and v.field = $9)
     on conflict do nothing returning id`,
    [
      ...[businessId, representsId, id, amountCents, presentment, nextAt, world.now()],
      evenIfDisabled,
      numberField.bank,
    ],
  );
  return rows.length === 1 ? { id, presentment, nextAt } : undefined;
}

/** The event of a bank payment that is presented again. Pending on no channel: it is only part of the history. */
export function representmentEvent(
  { uuid }: Pick<World, 'uuid'>,
  { data }: Pick<PaymentEvent, 'data'>,
  facts: { readonly entryId: string; readonly presentment: number },
): PaymentEvent {
  return {
    id: uuid(),
    kind: 'payment.represented',
    data: { ...data, ...facts },
    pending: [],
  };
}
