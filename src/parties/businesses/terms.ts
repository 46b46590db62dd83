import {
  bool,
  int2,
  int4,
  int8,
  listOf,
  oneOf,
  optional,
  time,
  timestamptz,
} from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';

/** How a bank account is validated before its first debit that was agreed to online (WEB). */
export const validationMethods = ['prenote', 'micro_deposits', 'hook'] as const;

const businessTerms = table('business_terms', {
  businessId: int8,
  /** A share of the settled amount, in hundredths of a percent. */
  cardFeeBps: int4,
  cardFeeCents: int4,
  achFeeCents: int4,
  returnFeeCents: int4,
  /** When its batches are closed, by the clock of its time zone: HH:MM. */
  batchCutoff: time,
  /** Banking days for which the money of a bank payment is held. */
  holdDays: int2,
  /** True if a debit that was returned for insufficient funds is presented again. */
  represents: bool,
  sameDay: bool,
  /** True if a new bank account gets a prenote before it is debited. */
  prenotes: bool,
  /** True if a card may pay a part of the amount. */
  partialApprovals: bool,
  /**
   * True if an approved charge is reversed and reported as declined when its security code, or all of its address, is
   * wrong.
   */
  voidsWrongCode: bool,
  voidsWrongAddress: bool,
  updatedAt: timestamptz,
  /** On which days after the first a declined period of a subscription is charged again. */
  retryDays: listOf(int2),
  /** For how long an equal partial refund without Idempotency-Key is the same refund; 0: never. */
  repeatMinutes: int2,
  accountValidation: oneOf(['none', ...validationMethods]),
  /** True if payers may let a subscription end with its period. */
  payerCancels: bool,
  /** When `accountValidation` was last changed. */
  validationSince: optional(timestamptz),
});

/** For `left join business_terms t`: `terms.of('t')`. */
export const terms = businessTerms.omit('businessId', 'updatedAt');
/** Agreed with a business about its money. */
export type Terms = RowOf<typeof terms>;

/** Without an agreement. */
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
  voidsWrongCode: false,
  voidsWrongAddress: false,
  retryDays: [1, 3, 5, 7],
  repeatMinutes: 10,
  payerCancels: false,
  accountValidation: 'none',
  validationSince: undefined,
};

/** Switched on by a type of business, for its businesses without terms of their own. */
export const features = ['representment', 'same_day', 'prenotes', 'partial_approvals'] as const;
export type Feature = (typeof features)[number];
export const usualFeatures: readonly Feature[] = ['representment'];

/** The terms that were joined to a business, otherwise the terms of its type. */
export function toTerms(
  row: RowOf<ReturnType<typeof terms.outer>>,
  ofType: readonly string[] | undefined,
): Terms {
  const own = terms.partOf(row);
  if (!own) return termsOfType(ofType ?? usualFeatures);
  return { ...own, batchCutoff: own.batchCutoff.slice(0, 'HH:MM'.length) };
}

/** For a business without terms of its own. */
export function termsOfType(on: readonly string[]): Terms {
  return {
    ...usualTerms,
    represents: on.includes('representment'),
    sameDay: on.includes('same_day'),
    prenotes: on.includes('prenotes'),
    partialApprovals: on.includes('partial_approvals'),
  };
}

const single = businessTerms.omit('retryDays');
const input = single.set(2);
const changed = businessTerms.omit('businessId').changesFrom('excluded');

export async function writeTerms(
  sql: Sql,
  businessId: bigint,
  { retryDays, ...rest }: Terms,
  updatedAt: Date,
): Promise<void> {
  await sql.query(
    `insert into business_terms (${single.names}, retry_days)
     select ${single.names}, $1::smallint[] from ${input.sql}
     on conflict (business_id) do update set ${changed}`,
    [retryDays, ...input.encode([{ ...rest, businessId, updatedAt }])],
  );
}
