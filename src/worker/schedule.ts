import { expireApplications } from '../applications/expire.ts';
import { enqueue, type JobKind } from '../base/jobs.ts';
import { advanceEntries } from '../clearing/advance.ts';
import { readInboxes } from '../clearing/inbox.ts';
import { makeFiles, resumeFiles } from '../clearing/make-files.ts';
import { simulateOdfi } from '../clearing/simulated-odfi.ts';
import { sendTexts } from '../conversations/send-texts.ts';
import { carryOutConfirmed } from '../decisions/carry-out.ts';
import { watchDecided } from '../followups/give-back.ts';
import { resolveFollowUps } from '../followups/resolve.ts';
import { sendMails } from '../letters/send-mails.ts';
import { tellPeople } from '../letters/tell-people.ts';
import { tellWebhooks } from '../notices/tell-webhooks.ts';
import { expireLinks } from '../pay-links/end-links.ts';
import { resolveDue } from '../payments/resolve.ts';
import { resolveBatches } from '../settlement/resolve.ts';
import { announceDue } from '../subscriptions/announce.ts';
import { beginDue } from '../subscriptions/begin-due.ts';
import { chargeDue } from '../subscriptions/charge-due.ts';
import { followPayments } from '../subscriptions/follow.ts';
import { giveUp } from '../subscriptions/give-up.ts';
import { platform } from '../trail/trail.ts';
import type { World } from '../world.ts';

/** Work that is due because time passed. Each such job comes back by itself; the platform owns it. */
const recurring: readonly JobKind[] = [
  'ach.read_inbox',
  'declines.forget',
  'kept_keys.forget',
  'settlement.plan',
  'site_requests.forget',
  'text_counts.forget',
];

export async function scheduleRecurring(world: World): Promise<void> {
  const runAt = world.now();
  await enqueue(
    world.db,
    recurring.map((kind) => ({
      businessId: platform,
      kind,
      key: 'recurring',
      payload: null,
      runAt,
    })),
  );
}

/** Of one business, or of all. What takes long hears that it is to stop, and leaves to the next what is not begun. */
export type Sweep = (world: World, only?: bigint, stop?: AbortSignal) => Promise<number>;

/**
 * What is due because time passed and needs no job, since a row itself says when: the watch of a payment is
 * the job that finds out about it. Each returns how much it found.
 */
export const sweeps: readonly Sweep[] = [
  resolveDue,
  resolveFollowUps,
  watchDecided,
  resolveBatches,
  makeFiles,
  resumeFiles,
  advanceEntries,
  readInboxes,
  simulateOdfi,
  expireApplications,
  carryOutConfirmed,
  followPayments,
  beginDue,
  chargeDue,
  giveUp,
  announceDue,
  expireLinks,
  tellPeople,
  sendTexts,
  sendMails,
  tellWebhooks,
];

/**
 * Who is told of a payment is told a little later while many are being made: a round of these, then a rest, so that a
 * flood of payments is not answered half as fast for the sake of its receipts.
 */
export const mayWait: ReadonlySet<Sweep> = new Set([tellPeople, sendTexts, sendMails]);
