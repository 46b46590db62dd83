import type { Sql } from '../base/sql.ts';
import type { DepositAccount } from './bank-account.ts';
import type { Span } from './moments.ts';

/** What speaks for and against paying a business out. */
export type Standing = {
  /** The balance of what may be paid out. */
  readonly clearingCents: bigint;
  /** Of that, what deposits take that are not in the ledger yet: their file is still to be made. */
  readonly onTheWayCents: bigint;
  /** Whether one was made on the given day; after a reset of the time machine, others may lie ahead. */
  readonly wasMade: boolean;
  /** Whether one came back, and nobody switched payouts on since. */
  readonly cameBack: boolean;
};

/**
 * Who asks holds the lock of the business, so that nothing of this is counted twice. What came first, a return or a
 * decision, the audit trail tells by its order: moments of a clock that was reset do not.
 */
export async function readStanding(
  tx: Sql,
  businessId: bigint,
  { from, until }: Span,
): Promise<Standing> {
  const rows = await tx.query<Standing>(
    `select
       (select coalesce(sum(case when debit = 'clearing' then cents else -cents end), 0)::bigint
        from transfers
        where business_id = $1 and (debit = 'clearing' or credit = 'clearing')) as "clearingCents",
       (select coalesce(sum(amount_cents), 0)::bigint from ach_entries
        where business_id = $1 and kind = 'deposit' and state in ('queued', 'filed')) as "onTheWayCents",
       exists (
         select from ach_entries
         where business_id = $1 and kind = 'deposit' and created_at >= $2 and created_at < $3
           and state <> 'canceled'
       ) as "wasMade",
       exists (
         select from ach_entries e
         where e.business_id = $1 and e.kind = 'deposit' and e.state in ('returned', 'late_returned')
           and not exists (
             select from audit_trail came
             join audit_trail a on a.business_id = came.business_id and a.n > came.n
             where came.business_id = $1 and came.act = 'deposit.returned'
               and came.object = 'ach_entry:' || e.id
               and (a.act = 'business.payouts_on'
                 or a.act = 'business.moved' and a.facts ->> 'to' = 'payouts_enabled')
           )
       ) as "cameBack"`,
    [businessId, from, until],
  );
  return rows[0]!;
}

export type NewDeposit = DepositAccount & {
  /** Of its account: where the money went. */
  readonly last4: string;
  readonly businessId: bigint;
  readonly id: bigint;
  readonly amountCents: bigint;
  /** The cut-off it waits for. */
  readonly nextAt: Date;
  readonly createdAt: Date;
};

export async function insertDeposit(tx: Sql, deposit: NewDeposit): Promise<void> {
  await tx.query(
    `insert into ach_entries (business_id, id, kind, state, amount_cents, sec_code, account_kind,
       routing_number, last4, holder, number_owner, is_same_day, next_at, created_at)
     values ($1, $2, 'deposit', 'queued', $3, 'CCD', $4, $5, $6, $7, $8, false, $9, $10)`,
    [
      deposit.businessId,
      deposit.id,
      deposit.amountCents,
      deposit.kind,
      deposit.routingNumber,
      deposit.last4,
      deposit.holder.slice(0, 100),
      deposit.numberOwner,
      deposit.nextAt,
      deposit.createdAt,
    ],
  );
}

/** What is reconciled by now is paid with this deposit. */
export async function fundBatches(tx: Sql, businessId: bigint, depositId: bigint): Promise<number> {
  const rows = await tx.query(
    `update batches set state = 'funded', deposit_id = $2
     where business_id = $1 and state = 'reconciled' returning id`,
    [businessId, depositId],
  );
  return rows.length;
}
