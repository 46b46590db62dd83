import {
  bool,
  bytea,
  date,
  int2,
  int4,
  int8,
  listOf,
  named,
  oneOf,
  optional,
  text,
  timestamptz,
} from '../../runtime/column.ts';
import { type RowOf, table } from '../../runtime/table.ts';

/**
 * Out: `collecting` entries, then `written` (its contents are fixed), then `delivered`. When the bank rejects it, it is
 * `rejecting` until it is certain that nothing in it has settled, then `rejected`, or in its former state. In:
 * `delivered`, then `read`, or `rejected` when it cannot be read.
 */
const fileStates = ['collecting', 'written', 'delivered', 'rejecting', 'rejected', 'read'] as const;

/** A NACHA file: out to the bank, or in from it. Its bytes are made anew from its entries when they are needed. */
export const files = table('ach_files', {
  /** 0: of many businesses, as in live. A sandbox business has files of its own, and a clock of its own. */
  scope: named('business_id', int8),
  id: int8,
  direction: oneOf(['out', 'in']),
  state: oneOf(fileStates),
  name: text,
  fileOn: date,
  /** Counts the files of the day; of outgoing ones it is the file id modifier. */
  number: int2,
  isSameDay: bool,
  environment: oneOf(['sandbox', 'live']),
  sha256: optional(bytea),
  entryCount: int4,
  debitCents: int8,
  creditCents: int8,
  faults: listOf(text),
  cutoffAt: timestamptz,
  /** When its next step is due; undefined once it is finished. */
  resolveAt: optional(timestamptz),
  /** Raised by each worker that takes it over while it collects: the fencing token of its parts. */
  round: int2,
  createdAt: timestamptz,
  /** When it was put into the outbox. From then on it is not put again: the bank may have collected it. */
  putAt: optional(timestamptz),
  deliveredAt: optional(timestamptz),
});
export type ClearingFile = RowOf<typeof files>;

/** The lease of a worker on a file. */
const leaseMs = 180_000;

export function leaseFrom(at: Date): Date {
  return new Date(at.getTime() + leaseMs);
}

/** The scope of files of many businesses. */
export const allBusinesses = 0n;

/** Another worker continues this file: our next step is done by it, or is no longer to be done. */
export class LostFile extends Error {}
