import { readBusiness } from '../../parties/businesses/store.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { type Entry, entryKeyOf } from '../entry.ts';
import { readEntry } from '../entry-store.ts';
import { allBusinesses } from '../files/file.ts';
import type { AchEntry, NoticeAddenda, RawAddenda, ReturnAddenda } from '../nacha/file.ts';
import { recordAnswer } from './answers.ts';
import { openEntryCase } from './apply-case.ts';
import { applyCorrection } from './apply-correction.ts';
import { applyReturn } from './apply-return.ts';

/** The file that is being read. */
export type Arrival = {
  readonly scope: bigint;
  readonly fileId: bigint;
  readonly fileName: string;
  readonly environment: 'sandbox' | 'live';
  /** The date in its header. */
  readonly madeOn: Temporal.PlainDate;
  /** True if a person decided it: there was no file. */
  readonly isDecided?: true;
};

/**
 * `again`: it was applied before. `stored`: recorded, and no money moved. `not_yet`: the bank answers a file that is not
 * recorded as delivered. `stranger`: it matches no entry that we sent, and why.
 */
export type Applied = 'applied' | 'again' | 'stored' | 'not_yet' | { readonly stranger: string };

/** Applies a return or correction of one of our entries, once, however often its file is read. */
export async function applyEntry(world: World, arrival: Arrival, told: AchEntry): Promise<Applied> {
  const { addenda } = told;
  if (addenda === undefined || typeof addenda === 'string') {
    return { stranger: 'it answers nothing: it is neither a return nor a notice of change' };
  }
  const entry = await find(world.db, arrival, told, addenda);
  if ('stranger' in entry) return entry;
  switch (addenda.kind) {
    case 'return':
      return await world.db.begin((tx) => applyReturn(world, tx, arrival, entry, addenda));
    case 'notice':
      return await applyCorrection(world, arrival, entry, addenda);
    case 'raw':
      return await keep(world, arrival, entry, addenda);
  }
}

/** An answer to an answer: nothing in it moves money, and its columns are others. */
async function keep(
  world: World,
  arrival: Arrival,
  entry: Entry,
  { code }: RawAddenda,
): Promise<Applied> {
  if (code.startsWith('C')) {
    return await applyCorrection(world, arrival, entry, { code, correctedData: '' });
  }
  return await world.db.begin(async (tx) => {
    const why = ['a return of a return, or an answer to one'];
    await openEntryCase(world, tx, arrival, entry, { why, code });
    await recordAnswer(world, tx, arrival, entry, { kind: 'return', code, isApplied: false });
    return 'stored' as const;
  });
}

type Answer = ReturnAddenda | NoticeAddenda | RawAddenda;

/** By its identification, and only if trace number and amount are the sent ones. */
async function find(
  sql: Sql,
  { scope, environment }: Arrival,
  { individualId, amountCents }: AchEntry,
  addenda: Answer,
): Promise<Entry | { stranger: string }> {
  const key = entryKeyOf(individualId);
  const isWithin = key && (scope === allBusinesses || key.businessId === scope);
  const entry = isWithin ? await readEntry(sql, key) : undefined;
  const business = entry && (await readBusiness(sql, entry.businessId));
  if (!entry || business?.environment !== environment) {
    return { stranger: 'no entry of ours has its identification' };
  }
  if (entry.traceNumber !== originalTraceOf(addenda)) {
    return { stranger: `entry ${entry.businessId}/${entry.id} has another trace number` };
  }
  if (addenda.kind === 'return' && entry.amountCents !== amountCents) {
    return { stranger: `entry ${entry.businessId}/${entry.id} has another amount` };
  }
  return entry;
}

/** The original trace number; an unreadable answer has it in the same columns. */
function originalTraceOf(addenda: Answer): string {
  return addenda.kind === 'raw' ? addenda.record.slice(6, 21) : addenda.originalTrace;
}
