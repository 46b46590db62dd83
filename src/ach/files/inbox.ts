import { readBusiness } from '../../parties/businesses/store.ts';
import type { Mailbox } from '../../ports/mailboxes/mailbox.ts';
import type { World } from '../../world.ts';
import { allBusinesses } from './file.ts';
import { readInboxFile } from './inbox-file.ts';

export type Inbox = {
  /** Whose entries its files may speak of. */
  readonly scope: bigint;
  readonly environment: 'sandbox' | 'live';
  readonly mailbox: Mailbox;
};

/**
 * Reads what the bank sent to all live businesses; returns how many files that were. A job does it, every few
 * minutes and one worker at a time: a bank is not asked with every look at what is due.
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
      // Two may read at once: whoever comes second finds it put away.
      if (!(await mailbox.list()).includes(name)) continue;
      world.log.error('ach.file_not_read', { businessId: scope, file: name, error });
    }
  }
  return finished;
}
