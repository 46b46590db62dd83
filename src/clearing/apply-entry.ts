import type { AchEntry, NoticeAddenda, RawAddenda, ReturnAddenda } from '../ach/nacha/file.ts';
import type { Sql } from '../base/sql.ts';
import { readBusiness } from '../businesses/store.ts';
import type { World } from '../world.ts';
import { applyCorrection } from './apply-correction.ts';
import { askAboutEntry } from './apply-question.ts';
import { applyReturn } from './apply-return.ts';
import type { Entry } from './entry.ts';
import { allBusinesses } from './file.ts';
import { entryKeyOf } from './individual-id.ts';
import { readEntry } from './store.ts';

/** The file that is being read. */
export type Arrival = {
  readonly scope: bigint;
  readonly fileId: bigint;
  readonly fileName: string;
  readonly environment: 'sandbox' | 'live';
  /** As its header says. */
  readonly madeOn: Temporal.PlainDate;
  /** There was no file: a person says so. */
  readonly isDecided?: true;
};

/**
 * `again`: it was done before. `stored`: kept, and nothing moved. `not_yet`: it is not written down that the
 * bank has our file, though it answers. A stranger fits nothing that we sent.
 */
export type Applied = 'applied' | 'again' | 'stored' | 'not_yet' | { readonly stranger: string };

/** Books what the bank says of one of our entries, once, however often it is read. */
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
    await askAboutEntry(world, tx, arrival, entry, { why, code });
    return 'stored' as const;
  });
}

type Answer = ReturnAddenda | NoticeAddenda | RawAddenda;

/** By its identification, and only where trace number and amount are those that we sent. */
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

/** It stands in the same columns whoever returns what. */
function originalTraceOf(addenda: Answer): string {
  return addenda.kind === 'raw' ? addenda.record.slice(6, 21) : addenda.originalTrace;
}
