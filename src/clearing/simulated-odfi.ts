import { readBusiness } from '../businesses/store.ts';
import type { World } from '../world.ts';
import { readInbox, sandboxInbox } from './inbox.ts';

/**
 * The bank of the sandbox sends what is due, to one business or to all, and has it read; returns how many files
 * that were. It goes by the clock of each business, so that a return after sixty days is one push of the time
 * machine.
 */
export async function simulateOdfi(world: World, only?: bigint): Promise<number> {
  const { scheduled } = world.mailboxes;
  if (!scheduled) return 0;
  const now = world.now();
  let read = 0;
  for (const one of await scheduled.list(only)) {
    if (one.dueAt > now) break;
    const { businessId } = one;
    const business = await readBusiness(world.db, businessId);
    // Whose clock is ahead is looked after by that clock, a moment later.
    if (!business || (only === undefined && business.clockAheadMs > 0)) continue;
    try {
      await scheduled.send(one);
      const inbox = sandboxInbox(world, businessId);
      read += await readInbox(world, inbox);
      const isRead = !(await inbox.mailbox.list()).includes(one.name);
      if (isRead) await scheduled.forget(one);
    } catch (error) {
      world.log.error('ach.answer_not_sent', { businessId, file: one.name, error });
    }
  }
  return read;
}

/** When the bank sends the next file to a sandbox business. */
export async function nextOdfiEvent(
  { mailboxes }: World,
  businessId: bigint,
): Promise<Date | undefined> {
  const [first] = (await mailboxes.scheduled?.list(businessId)) ?? [];
  return first?.dueAt;
}
