import type { Sql } from '../base/sql.ts';

/** What is agreed with a business about its money. */
export type Terms = {
  /** Of what is settled, in hundredths of a percent. */
  readonly cardFeeBps: number;
  readonly cardFeeCents: number;
  readonly achFeeCents: number;
  readonly returnFeeCents: number;
  /** When its batches are closed, by the clock of its time zone: HH:MM. */
  readonly batchCutoff: string;
  /** Banking days for which what a bank payment brought is held. */
  readonly holdDays: number;
  /** Whether a debit that came back for want of funds is sent again. */
  readonly represents: boolean;
  readonly sameDay: boolean;
  /** Whether a new bank account is tried with a prenote before it is debited. */
  readonly prenotes: boolean;
  /** Whether a card may pay a part where it has too little for the whole. */
  readonly partialApprovals: boolean;
  /** On which days after the first a declined period of a subscription is charged again. */
  readonly retryDays: readonly number[];
};

/** Where nothing else was agreed. */
export const usualTerms: Terms = {
  cardFeeBps: 0,
  cardFeeCents: 0,
  achFeeCents: 0,
  returnFeeCents: 0,
  batchCutoff: '22:00',
  holdDays: 2,
  represents: true,
  sameDay: false,
  prenotes: false,
  partialApprovals: false,
  retryDays: [1, 3, 5, 7],
};

/** The terms of whoever is selected as `t`, to be joined with `left join business_terms t`. */
export const termsColumns = `t.card_fee_bps, t.card_fee_cents, t.ach_fee_cents, t.return_fee_cents,
  to_char(t.batch_cutoff, 'HH24:MI') as batch_cutoff, t.hold_days, t.represents, t.same_day, t.prenotes,
  t.partial_approvals, t.retry_days`;

export type TermsRecord = {
  card_fee_bps: number | null;
  card_fee_cents: number;
  ach_fee_cents: number;
  return_fee_cents: number;
  batch_cutoff: string;
  hold_days: number;
  represents: boolean;
  same_day: boolean;
  prenotes: boolean;
  partial_approvals: boolean;
  retry_days: number[];
};

export function toTerms(row: TermsRecord): Terms {
  if (row.card_fee_bps === null) return usualTerms;
  return {
    cardFeeBps: row.card_fee_bps,
    cardFeeCents: row.card_fee_cents,
    achFeeCents: row.ach_fee_cents,
    returnFeeCents: row.return_fee_cents,
    batchCutoff: row.batch_cutoff,
    holdDays: row.hold_days,
    represents: row.represents,
    sameDay: row.same_day,
    prenotes: row.prenotes,
    partialApprovals: row.partial_approvals,
    retryDays: row.retry_days,
  };
}

export async function writeTerms(
  sql: Sql,
  businessId: bigint,
  terms: Terms,
  at: Date,
): Promise<void> {
  await sql.query(
    `insert into business_terms (business_id, card_fee_bps, card_fee_cents, ach_fee_cents, return_fee_cents,
       batch_cutoff, hold_days, represents, same_day, prenotes, partial_approvals, retry_days, updated_at)
     values ($1, $2, $3, $4, $5, $6::time, $7, $8, $9, $10, $11, $12, $13)
     on conflict (business_id) do update set card_fee_bps = $2, card_fee_cents = $3, ach_fee_cents = $4,
       return_fee_cents = $5, batch_cutoff = $6::time, hold_days = $7, represents = $8, same_day = $9,
       prenotes = $10, partial_approvals = $11, retry_days = $12, updated_at = $13`,
    [
      businessId,
      terms.cardFeeBps,
      terms.cardFeeCents,
      terms.achFeeCents,
      terms.returnFeeCents,
      terms.batchCutoff,
      terms.holdDays,
      terms.represents,
      terms.sameDay,
      terms.prenotes,
      terms.partialApprovals,
      terms.retryDays,
      at,
    ],
  );
}
