import { retryWhileAway } from '../../payments/asking.ts';
import type { Mailbox } from '../../ports/mailboxes/mailbox.ts';
import { lockOpenCase } from '../../records/case-store.ts';
import { openOrExtend } from '../../records/decide-case.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { allBusinesses, type ClearingFile, LostFile } from './file.ts';
import { notePut, readFile } from './file-store.ts';

export type Written = { readonly file: ClearingFile; readonly text: string };

export function mailboxOf({ mailboxes }: World, { scope }: ClearingFile): Mailbox | undefined {
  return scope === allBusinesses ? mailboxes.live : mailboxes.sandbox(scope);
}

/** Committed before anything else that may fail: the bank may collect the file at once, and would take it twice. */
export async function putOnce(
  world: World,
  mailbox: Mailbox,
  { file, text }: Written,
): Promise<void> {
  // Read now: a person may have rejected it since it was taken over, or its former owner put it.
  const stored = await readFile(world.db, file);
  if (stored?.state !== 'written') throw new LostFile();
  if (stored.putAt) return;
  await mailbox.put(file.name, text);
  const isRejected = await retryWhileAway(world, () =>
    world.db.begin((tx) => recordPut(world, tx, file)),
  );
  if (isRejected) throw new LostFile();
}

/**
 * True if the file was rejected during its upload. A person who is asked about the file learns that it was put, and is
 * asked if it was rejected.
 */
async function recordPut(world: World, tx: Sql, file: ClearingFile): Promise<boolean> {
  const { scope: businessId, id, name } = file;
  const noted = await notePut(tx, file, world.now());
  const about = { businessId, kind: 'ach_file', object: { kind: 'ach_file', id } } as const;
  const isRejected = noted?.state === 'rejecting' || noted?.state === 'rejected';
  if (isRejected) world.log.error('ach.rejected_file_put', { businessId, file: name });
  if (isRejected || (await lockOpenCase(tx, about))) {
    const says = isRejected
      ? 'it lies in the outbox although it was rejected: its entries go out anew with another file, so the bank must not take this one'
      : 'it was put into the outbox since it was asked about: the bank has it';
    await openOrExtend(world, tx, about, [{ file: name, putAt: noted?.putAt, says }]);
  }
  return isRejected;
}
