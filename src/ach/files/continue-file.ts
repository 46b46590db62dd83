import { isOpen, nextCutoff } from '../../kernel/ach-windows.ts';
import { openCase } from '../../records/case-store.ts';
import type { World } from '../../world.ts';
import type { Entry } from '../entry.ts';
import { takeBackAll } from '../returns/take-back.ts';
import { adopt, collect, release, takeOut } from './collect.ts';
import { type Contents, contentsOf, fill } from './contents.ts';
import { endRejecting } from './end-rejecting.ts';
import { type ClearingFile, LostFile, leaseFrom } from './file.ts';
import { changeFile, dropFile, readFile } from './file-store.ts';
import { originateAll } from './originate.ts';
import { type Originator, originatorOf } from './originator.ts';
import { mailboxOf, putOnce, type Written } from './put-once.ts';
import { readEntriesOf } from './queue.ts';
import { deleteAnswersTo } from './simulated-odfi.ts';

/**
 * Completes a file, from the step that its last owner reached: collect, write, send, update its entries. Each step may
 * run twice. A failed step is retried when the lease ends.
 */
export async function continueFile(world: World, file: ClearingFile): Promise<void> {
  try {
    const decided = file.state === 'rejecting' ? await endRejecting(world, file) : file;
    if (decided.state === 'rejected') await finishRejected(world, decided);
    // A file that was not rejected after all is left to the worker that finds its lease over.
    else if (decided === file) await finish(world, file);
  } catch (error) {
    if (error instanceof LostFile) return;
    const { scope, name } = file;
    world.log.error('ach.file_not_finished', { businessId: scope, file: name, error });
  }
}

async function finish(world: World, file: ClearingFile): Promise<void> {
  const originator = originatorOf(world.config, file.environment);
  if (!originator) throw new Error('it is not set how live bank payments are sent');
  // The bank has it once it was put: whether its bytes can still be made does not matter any more.
  const put = file.putAt ? file : await send(world, file, originator);
  if (!put) return;
  await originateAll(world, put, originator);
  await deliver(world, put);
}

/** Undefined: nothing came to be sent. */
async function send(
  world: World,
  file: ClearingFile,
  originator: Originator,
): Promise<ClearingFile | undefined> {
  const mailbox = mailboxOf(world, file);
  if (!mailbox) throw new Error('it is not set how live bank payments are sent');
  const written =
    file.state === 'collecting'
      ? await write(world, file, originator)
      : await writeAnew(world, file, originator);
  if (!written) return undefined;
  await putOnce(world, mailbox, written);
  return written.file;
}

/** Undefined: nothing came to be sent. */
async function write(
  world: World,
  file: ClearingFile,
  originator: Originator,
): Promise<Written | undefined> {
  await adopt(world, file);
  if (!isOpen(file, world.now())) {
    await release(world, file);
    await dropFile(world.db, file);
    return undefined;
  }
  await collect(world, file);
  const filed = await readEntriesOf(world.db, file);
  const { good, bad } = await fill(world, file, originator, filed);
  for (const { entry, why } of bad) await putAside(world, file, entry, why);
  if (good.length === 0) {
    await dropFile(world.db, file);
    return undefined;
  }
  const { text, ...facts } = contentsOf(file, originator, good);
  const change = { ...facts, state: 'written', resolveAt: leaseFrom(world.now()) } as const;
  const written = await changeFile(world.db, file, change); // committed: now it is fixed what is sent
  if (!written) throw new LostFile();
  return { file: written, text };
}

/** One entry that a file cannot carry must not keep all others from being sent. */
async function putAside(
  world: World,
  file: ClearingFile,
  entry: Entry,
  why: string,
): Promise<void> {
  const { businessId, id, kind, paymentId } = entry;
  const nextAt = nextCutoff(file.cutoffAt, false);
  await takeOut(world, file, businessId, [entry], nextAt);
  await openCase(world, {
    businessId,
    kind: 'ach_file',
    object: { kind: 'ach_entry', id },
    evidence: { entryId: String(id), kind, paymentId: paymentId?.toString(), cannotBeFiled: why },
  });
}

/** The same bytes as were written down, or nothing is sent. */
async function writeAnew(
  world: World,
  file: ClearingFile,
  originator: Originator,
): Promise<Written> {
  const entries = await readEntriesOf(world.db, file);
  const { good, bad } = await fill(world, file, originator, entries);
  const contents =
    good.length > 0 && bad.length === 0 ? contentsOf(file, originator, good) : undefined;
  if (contents && file.sha256?.equals(contents.sha256)) return { file, text: contents.text };
  // Read now: its former owner may have put it since it was taken over, or a person rejected it.
  const stored = await readFile(world.db, file);
  if (stored?.state !== 'written' || stored.putAt) throw new LostFile();
  await askAPerson(world, file, contents);
  throw new Error('the file cannot be made anew as it was written');
}

async function askAPerson(
  world: World,
  file: ClearingFile,
  contents: Contents | undefined,
): Promise<void> {
  await openCase(world, {
    businessId: file.scope,
    kind: 'ach_file',
    object: { kind: 'ach_file', id: file.id },
    evidence: {
      file: file.name,
      writtenEntries: file.entryCount,
      writtenDebitCents: String(file.debitCents),
      writtenCreditCents: String(file.creditCents),
      entriesNow: contents?.entryCount,
      says: 'what it was made of has changed; if the bank does not have it, reject it, so that its entries go out anew',
    },
  });
}

async function deliver(world: World, file: ClearingFile): Promise<void> {
  const change = { state: 'delivered', deliveredAt: world.now(), resolveAt: undefined } as const;
  if (!(await changeFile(world.db, file, change))) throw new LostFile();
  world.log.info('ach.file_delivered', {
    businessId: file.scope,
    file: file.name,
    count: file.entryCount,
  });
}

async function finishRejected(world: World, file: ClearingFile): Promise<void> {
  await takeBackAll(world, file);
  // The bank does not answer a file that it did not take.
  const { scheduled } = world.mailboxes;
  if (scheduled) await deleteAnswersTo(scheduled, file.scope, file.name);
  if (!(await changeFile(world.db, file, { resolveAt: undefined }))) throw new LostFile();
}
