import { isAnswerTo } from '#sandbox';
import { readBusiness } from '../../parties/businesses/store.ts';
import type { Schedule } from '../../ports/mailboxes/mailbox.ts';
import type { World } from '../../world.ts';
import { readInbox, sandboxInbox } from './inbox.ts';

/**
 * Sends the files of the sandbox's bank that are due, to one business or to all, and reads them; returns how many it
 * read. Files are due by the clock of their business, so that one step of the time machine brings a return after sixty
 * days.
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
    // A business whose clock is ahead is served by that clock, a moment later.
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

/** Forgets the answers to a file that the bank rejected. May be repeated. */
export async function deleteAnswersTo(
  schedule: Schedule,
  businessId: bigint,
  fileName: string,
): Promise<void> {
  for (const one of await schedule.list(businessId)) {
    if (isAnswerTo(one.name, fileName)) await schedule.forget(one);
  }
}
