import { type Entry, entries } from '../ach/entry.ts';
import { bool, int4, int8, listOf } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';
import type { Span } from './moments.ts';

const standing = shape({
  /** The balance available for payouts: dollars alone, as files to banks hold nothing else. */
  clearingCents: int8,
  /** The batches whose money that balance has: of one that is reconciled a moment later it has none. */
  reconciled: listOf(int8),
  /** Payouts that are not in the ledger yet: their file is still to be made. */
  onTheWayCents: int8,
  /** True when one was made on the given day; after a reset of the time machine, others may lie ahead. */
  wasMade: bool,
  /** True when one came back, and payouts were not switched on since. */
  cameBack: bool,
});

/**
 * The facts for and against a payout to a business. The caller holds the lock of the business, so that nothing is
 * counted twice. The order of the audit log shows if a return or a decision came first: after a clock was reset,
 * timestamps do not.
 */
export async function readStanding(tx: Sql, businessId: bigint, { from, until }: Span) {
  const [row] = await standing.read(
    tx,
    `select
       (select coalesce(sum(case when debit = 'clearing' then cents else -cents end), 0)::bigint
        from transfers
        where business_id = $1 and (debit = 'clearing' or credit = 'clearing')
          and currency = 'USD') as "clearingCents",
       array(
         select id from batches
         where business_id = $1 and state = 'reconciled' and currency = 'USD' order by id
       ) as reconciled,
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
                 -- Not by a resumption, which restores what was.
                 or a.act = 'business.moved' and a.facts ->> 'to' = 'payouts_enabled'
                   and a.facts ->> 'from' = 'payments_enabled')
           )
       ) as "cameBack"`,
    [businessId, from, until],
  );
  return row!;
}

const payout = entries.pick(
  'businessId',
  'id',
  'kind',
  'state',
  'amountCents',
  'secCode',
  'accountKind',
  'routingNumber',
  'last4',
  'holder',
  'numberOwner',
  'isSameDay',
  'nextAt',
  'createdAt',
);

export type NewPayout = Pick<
  Entry,
  | 'businessId'
  | 'id'
  | 'amountCents'
  | 'accountKind'
  | 'routingNumber'
  | 'last4'
  | 'holder'
  | 'numberOwner'
  | 'createdAt'
> & {
  /** The cut-off it waits for. */
  readonly nextAt: Date;
};

/** A payout is an ACH entry of the kind `deposit`. */
export async function insertPayout(tx: Sql, made: NewPayout): Promise<void> {
  const holder = made.holder.slice(0, 100);
  await payout.insert(tx, [
    { ...made, holder, kind: 'deposit', state: 'queued', secCode: 'CCD', isSameDay: false },
  ]);
}

const stillOpen = shape({
  /** Not paid out yet; below zero: the business owes it. */
  clearingCents: int8,
  /** The amount that processors and banks still have to hand over. */
  receivableCents: int8,
  /** Bank transfers that no bank has yet: they go out with the next file. */
  queued: int4,
  queuedCents: int8,
});
export type StillOpen = Awaited<ReturnType<typeof readStillOpen>>;

/** The money of a business that is still on its way, in US dollars: no other currency is paid out. */
export async function readStillOpen(sql: Sql, businessId: bigint) {
  const [row] = await stillOpen.read(
    sql,
    `select
       coalesce(sum(cents) filter (where account = 'clearing'), 0)::bigint as "clearingCents",
       coalesce(sum(cents) filter (where account like 'receivable:%'), 0)::bigint as "receivableCents",
       (select count(*)::int from ach_entries
        where business_id = $1 and state in ('queued', 'filed')
          and kind in ('debit', 'credit', 'deposit')) as queued,
       (select coalesce(sum(amount_cents), 0)::bigint from ach_entries
        where business_id = $1 and state in ('queued', 'filed')
          and kind in ('debit', 'credit', 'deposit')) as "queuedCents"
     from (
       select debit as account, cents from transfers where business_id = $1 and currency = 'USD'
       union all
       select credit, -cents from transfers where business_id = $1 and currency = 'USD'
     ) sides`,
    [businessId],
  );
  return row!;
}
