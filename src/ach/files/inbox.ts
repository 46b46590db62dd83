import { readBusiness } from '../../parties/businesses/store.ts';
import type { Mailbox } from '../../ports/mailboxes/mailbox.ts';
import type { World } from '../../world.ts';
import { allBusinesses } from './file.ts';
import { readInboxFile } from './inbox-file.ts';

export type Inbox = {
  /** The scope of the entries that its files may name. */
  readonly scope: bigint;
  readonly environment: 'sandbox' | 'live';
  readonly mailbox: Mailbox;
};

/**
 * Reads the bank's files for all live businesses; returns the number of files. A job does it, every few minutes and one
 * worker at a time: the bank's server is not called with every look for due work.
 */
export async function readLiveInbox(world: World): Promise<number> {
  const { live: mailbox } = world.mailboxes;
  if (!mailbox) return 0;
  return await readInbox(world, { scope: allBusinesses, environment: 'live', mailbox });
}

/**
 * The same for one business of the sandbox. To the others there only their simulated bank writes, which has its
 * files read itself.
 */
export async function readInboxes(world: World, only?: bigint): Promise<number> {
  const business = only === undefined ? undefined : await readBusiness(world.db, only);
  if (business?.environment !== 'sandbox') return 0;
  const inbox = sandboxInbox(world, business.id);
  try {
    return await readInbox(world, inbox);
  } catch (error) {
    world.log.error('ach.inbox_not_read', { businessId: inbox.scope, error });
    return 0;
  }
}

export function sandboxInbox({ mailboxes }: World, scope: bigint): Inbox {
  return { scope, environment: 'sandbox', mailbox: mailboxes.sandbox(scope) };
}

/** File by file; one that cannot be booked yet stays where it is and keeps no other waiting. */
export async function readInbox(world: World, inbox: Inbox): Promise<number> {
  const { mailbox, scope } = inbox;
  let finished = 0;
  for (const name of await mailbox.list()) {
    try {
      const text = await mailbox.read(name);
      if ((await readInboxFile(world, inbox, name, text)) === 'not_yet') continue;
      await mailbox.done(name);
      finished += 1;
    } catch (error) {
      // Two may read at once: the second finds the file put away.
      if (!(await mailbox.list()).includes(name)) continue;
      world.log.error('ach.file_not_read', { businessId: scope, file: name, error });
    }
  }
  return finished;
}
