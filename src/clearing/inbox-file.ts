import { createHash } from 'node:crypto';
import type { AchFile } from '../ach/nacha/file.ts';
import { readAchFile } from '../ach/nacha/read-file.ts';
import type { Fault } from '../ach/nacha/rules.ts';
import { openQuestion } from '../questions/question.ts';
import type { World } from '../world.ts';
import { type Applied, type Arrival, applyEntry } from './apply-entry.ts';
import type { ClearingFile } from './file.ts';
import type { Inbox } from './inbox.ts';
import { type Failed, isPaused, pauseReading } from './inbox-pause.ts';
import { endReading, type ReadEnd, recordArrival, sameReadBefore } from './inbox-store.ts';

/** `again`: this very file was read before. `not_yet`: something in it cannot be booked now; come back. */
export type FileEnd = 'read' | 'rejected' | 'again' | 'not_yet';

type From = Pick<Inbox, 'scope' | 'environment'> & {
  /** A person has it read now, whatever failed before. */
  readonly isByHand?: true;
};

/**
 * Writes down that a file came, books every entry of it by itself, then writes down that it was read. After a fault
 * it is tried again, less and less often.
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

/** Half a file is not booked: what is missing in it may take back what stands there. */
async function reject(
  world: World,
  arrived: ClearingFile,
  faults: readonly Fault[],
): Promise<FileEnd> {
  const told = faults.slice(0, mostTold).map(({ line, says }) => `line ${line}: ${says}`);
  await end(world, arrived, { state: 'rejected', faults: told }, { why: 'it cannot be read' });
  return 'rejected';
}

const mostTold = 20;

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
  const question = strangers.length > 0 ? { why: 'it speaks of what we did not send' } : undefined;
  await end(world, arrived, { state: 'read', faults: strangers.slice(0, mostTold) }, question);
  return 'read';
}

/** Both or neither: a file that was ended asks no more. */
async function end(
  world: World,
  arrived: ClearingFile,
  reading: ReadEnd,
  question: { readonly why: string } | undefined,
): Promise<void> {
  const { scope: businessId, id, name } = arrived;
  await world.db.begin(async (tx) => {
    const isFirst = await endReading(tx, arrived, reading);
    if (!isFirst || !question) return;
    const evidence = { ...question, name, faults: reading.faults };
    const object = { kind: 'ach_file', id } as const;
    await openQuestion(world, { businessId, kind: 'ach_file', object, evidence }, tx);
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
