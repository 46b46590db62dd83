import { readBusiness } from '../businesses/store.ts';
import type { World } from '../world.ts';
import { allBusinesses } from './file.ts';
import { readInboxFile } from './inbox-file.ts';
import type { Mailbox } from './mailbox.ts';

export type Inbox = {
  /** Whose entries its files may speak of. */
  readonly scope: bigint;
  readonly environment: 'sandbox' | 'live';
  readonly mailbox: Mailbox;
};

/**
 * Reads what came from the bank, for all live businesses or for one of the sandbox; returns how many files that
 * were. To the others of the sandbox only their simulated bank writes, which has its files read itself.
 */
export async function readInboxes(world: World, only?: bigint): Promise<number> {
  const inbox = only === undefined ? liveInbox(world) : await inboxOf(world, only);
  if (!inbox) return 0;
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

function liveInbox({ mailboxes }: World): Inbox | undefined {
  const { live: mailbox } = mailboxes;
  return mailbox && { scope: allBusinesses, environment: 'live', mailbox };
}

async function inboxOf(world: World, businessId: bigint): Promise<Inbox | undefined> {
  const business = await readBusiness(world.db, businessId);
  return business?.environment === 'sandbox' ? sandboxInbox(world, businessId) : undefined;
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
