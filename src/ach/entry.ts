import { accountKinds } from '../kernel/bank-account.ts';
import {
  bool,
  bytea,
  date,
  int2,
  int8,
  listOf,
  oneOf,
  optional,
  text,
  timestamptz,
} from '../runtime/column.ts';
import { type RowOf, table } from '../runtime/table.ts';

/**
 * `filed`: the entry is in a file that is being made, and cannot be taken out. `originated`: the bank has the file. A
 * debit is `settled` while its money is held and `available` after that; for all other kinds `settled` is the end. A
 * rejected file puts its entries back to `queued`. A return after the money could be paid out is `late_returned`.
 */
export const entryMoves = {
  queued: ['filed', 'canceled'],
  filed: ['originated', 'queued'],
  originated: ['settled', 'returned', 'queued'],
  settled: ['available', 'returned'],
  available: ['late_returned'],
  returned: [],
  late_returned: [],
  canceled: [],
} as const satisfies Record<string, readonly string[]>;

export type EntryState = keyof typeof entryMoves;
const entryStates = Object.keys(entryMoves) as readonly EntryState[];

export function entryMayBecome(from: EntryState, to: EntryState): boolean {
  const next: readonly EntryState[] = entryMoves[from];
  return next.includes(to);
}

/** A bank transfer: one entry of a NACHA file. Each presentment is an entry of its own. */
export const entries = table('ach_entries', {
  businessId: int8,
  id: int8,
  /**
   * A payout is a `deposit`; a `prenote` tries an account. A `micro_credit` is an amount that its payer confirms, and a
   * `micro_debit` takes it back.
   */
  kind: oneOf(['debit', 'credit', 'deposit', 'prenote', 'micro_credit', 'micro_debit']),
  state: oneOf(entryStates),
  amountCents: int8,
  /** None for a payout, a prenote and a micro-deposit. */
  paymentId: optional(int8),
  /** The refund that a credit carries out. */
  followupId: optional(int8),
  secCode: oneOf(['WEB', 'PPD', 'CCD']),
  accountKind: oneOf(accountKinds),
  routingNumber: text,
  last4: text,
  holder: text,
  /** The owner of the account number in the vault: a token, `payment:ID` or `application`. */
  numberOwner: text,
  isSameDay: bool,
  /** 1 for the first time. */
  presentment: int2,
  /** The returned entry that this one presents again. */
  representsId: optional(int8),
  /** When its next move is due, by the clock of its business. */
  nextAt: optional(timestamptz),
  fileId: optional(int8),
  traceNumber: optional(text),
  effectiveOn: optional(date),
  settledAt: optional(timestamptz),
  returnCode: optional(text),
  returnedAt: optional(timestamptz),
  correctionCode: optional(text),
  createdAt: timestamptz,
  /** Fingerprints of all corrections that its bank sent. */
  corrections: listOf(bytea),
  /** The validation that a prenote or micro-deposit serves, or under which a debit is sent. */
  validationId: optional(int8),
});
export type Entry = RowOf<typeof entries>;
export type EntryKey = Pick<Entry, 'businessId' | 'id'>;

/** A debit takes from the account; all other kinds give to it or only ask whether it is there. */
export function takes({ kind }: Pick<Entry, 'kind'>): boolean {
  return kind === 'debit' || kind === 'micro_debit';
}

/** True for a micro-deposit: a person who knows its amount can confirm the account. */
export function isMicro({ kind }: Pick<Entry, 'kind'>): boolean {
  return kind === 'micro_credit' || kind === 'micro_debit';
}

const [businessWidth, idWidth] = [6, 9];

/**
 * The fifteen characters of the receiver's identification: business and entry in base 36, each in a place of its own.
 * The bank sends them back with a return, so that the entry is found even if trace numbers were mangled.
 */
export function individualIdOf({ businessId, id }: EntryKey): string {
  return inBase36(businessId, businessWidth) + inBase36(id, idWidth);
}

/** Undefined: no entry of ours has this identification. */
export function entryKeyOf(text: string): EntryKey | undefined {
  const name = text.trim().toUpperCase();
  if (!/^[0-9A-Z]{15}$/.test(name)) return undefined;
  return {
    businessId: fromBase36(name.slice(0, businessWidth)),
    id: fromBase36(name.slice(businessWidth)),
  };
}

function inBase36(number: bigint, width: number): string {
  const text = number.toString(36).toUpperCase().padStart(width, '0');
  if (text.length > width) throw new RangeError(`${number} does not fit into ${width} characters`);
  return text;
}

/** Nine characters are below 2^53: no digit is lost. */
function fromBase36(text: string): bigint {
  return BigInt(Number.parseInt(text, 36));
}
