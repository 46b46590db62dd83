import { createHash } from 'node:crypto';
import { dayMs } from '../../kernel/duration.ts';
import { openCase } from '../../records/case-store.ts';
import type { World } from '../../world.ts';
import type { AchFile } from '../nacha/file.ts';
import { readAchFile } from '../nacha/read-file.ts';
import type { Fault } from '../nacha/rules.ts';
import { type Applied, type Arrival, applyEntry } from '../returns/apply-entry.ts';
import type { ClearingFile } from './file.ts';
import { changeFile, endReading, type ReadEnd, sameReadBefore } from './file-store.ts';
import type { Inbox } from './inbox.ts';
import { recordArrival } from './inbox-store.ts';

/** `again`: the same file was read before. `not_yet`: an entry cannot be booked now; the file is read again. */
export type FileEnd = 'read' | 'rejected' | 'again' | 'not_yet';

type From = Pick<Inbox, 'scope' | 'environment'> & {
  /** A person has it read now: no pause. */
  readonly isByHand?: true;
};

/**
 * Records that a file came, books each of its entries by itself, then records that it was read. After a fault it is
 * read again, with growing pauses.
 */
export async function readInboxFile(
  world: World,
  from: From,
  name: string,
  text: string,
): Promise<FileEnd> {
  const sha256 = createHash('sha256').update(text, 'latin1').digest();
  const { file, faults } = readAchFile(text);
  const arrived = await recordArrival(world, from, { name, sha256, ...totalsOf(file) }); // committed
  if (arrived.state === 'read' || arrived.state === 'rejected') {
    world.log.warn('ach.file_again', { businessId: from.scope, file: name });
    return 'again';
  }
  const same = await sameReadBefore(world.db, arrived);
  if (same !== undefined) {
    await endReading(world.db, arrived, { state: 'read', faults: [`the same as ${same}`] });
    world.log.warn('ach.file_again', { businessId: from.scope, file: name });
    return 'again';
  }
  if (!file || faults.length > 0) return await reject(world, arrived, faults);
  if (!from.isByHand && isPaused(world, arrived)) return 'not_yet';
  return await bookAll(world, arrived, file);
}

/** No part of a damaged file is booked: the missing part may reverse the readable one. */
async function reject(
  world: World,
  arrived: ClearingFile,
  faults: readonly Fault[],
): Promise<FileEnd> {
  const named = faults.slice(0, mostNamed).map(({ line, says }) => `line ${line}: ${says}`);
  await end(world, arrived, { state: 'rejected', faults: named }, 'it cannot be read');
  return 'rejected';
}

/** Faults and traces that a case names. */
const mostNamed = 20;

async function bookAll(world: World, arrived: ClearingFile, file: AchFile): Promise<FileEnd> {
  const arrival: Arrival = {
    scope: arrived.scope,
    fileId: arrived.id,
    fileName: arrived.name,
    environment: arrived.environment,
    madeOn: file.createdAt.date,
  };
  const strangers: string[] = [];
  const failed: Failed[] = [];
  let isWhole = true;
  for (const entry of file.batches.flatMap(({ entries }) => entries)) {
    const applied = await applyEntry(world, arrival, entry).catch((error): Applied => {
      failed.push({ trace: entry.traceNumber, error });
      return 'not_yet';
    });
    if (applied === 'not_yet') isWhole = false;
    else if (typeof applied === 'object') {
      strangers.push(`trace ${entry.traceNumber}: ${applied.stranger}`);
    }
  }
  if (failed.length > 0) await pauseReading(world, arrived, failed);
  if (!isWhole) return 'not_yet';
  const why = strangers.length > 0 ? 'it speaks of what we did not send' : undefined;
  await end(world, arrived, { state: 'read', faults: strangers.slice(0, mostNamed) }, why);
  return 'read';
}

/** Ends the file and opens the case, both or neither. */
async function end(
  world: World,
  arrived: ClearingFile,
  reading: ReadEnd,
  why: string | undefined,
): Promise<void> {
  const { scope: businessId, id, name } = arrived;
  await world.db.begin(async (tx) => {
    const isFirst = await endReading(tx, arrived, reading);
    if (!isFirst || why === undefined) return;
    const evidence = { why, name, faults: reading.faults };
    const object = { kind: 'ach_file', id } as const;
    await openCase(world, { businessId, kind: 'ach_file', object, evidence }, tx);
  });
}

function totalsOf(file: AchFile | undefined) {
  const entries = file?.batches.flatMap((batch) => batch.entries) ?? [];
  const isDebit = (code: number) => code === 26 || code === 36;
  let [debitCents, creditCents] = [0n, 0n];
  for (const { transactionCode, amountCents } of entries) {
    if (isDebit(transactionCode)) debitCents += amountCents;
    else creditCents += amountCents;
  }
  return { fileOn: file?.createdAt.date, entryCount: entries.length, debitCents, creditCents };
}

/** An entry that could not be booked. */
type Failed = { readonly trace: string; readonly error: unknown };

const shortestMs = 60_000;
const longestMs = dayMs;

/** True within the pause after a failure. */
function isPaused({ now }: Pick<World, 'now'>, { resolveAt }: ClearingFile): boolean {
  return resolveAt !== undefined && resolveAt > now();
}

/**
 * Pauses a file for as long as it is there already, so that each pause is twice the last one, up to a day. The first
 * failure is logged as an error; the second is no accident, and opens a case.
 */
async function pauseReading(
  world: World,
  file: ClearingFile,
  failed: readonly Failed[],
): Promise<void> {
  const { scope: businessId, id, name, createdAt, resolveAt: before } = file;
  const isFirst = before === undefined;
  const count = failed.length;
  const facts = { businessId, file: name, count, error: failed[0]?.error };
  world.log[isFirst ? 'error' : 'warn']('ach.entry_not_booked', facts);
  const at = world.now().getTime();
  const pauseMs = Math.min(Math.max(at - createdAt.getTime(), shortestMs), longestMs);
  // Another worker may have failed at the same: its pause will do.
  await changeFile(world.db, file, { resolveAt: new Date(at + pauseMs) });
  if (isFirst) return;
  const why = 'some of it cannot be booked; that is tried again, less and less often';
  const traces = failed.slice(0, mostNamed).map(({ trace }) => trace);
  await openCase(world, {
    businessId,
    kind: 'ach_file',
    object: { kind: 'ach_file', id },
    evidence: { why, name, count, traces },
  });
}
