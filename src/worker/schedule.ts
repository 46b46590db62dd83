import { advanceEntries } from '../ach/files/advance.ts';
import { readInboxes } from '../ach/files/inbox.ts';
import { makeFiles, resumeFiles } from '../ach/files/make-files.ts';
import { releaseStrays } from '../ach/files/release-strays.ts';
import { simulateOdfi } from '../ach/files/simulated-odfi.ts';
import { validateByHooks } from '../ach/validation/ask-hooks.ts';
import { beginValidations } from '../ach/validation/begin.ts';
import { concludeValidations } from '../ach/validation/conclude.ts';
import { carryOutConfirmed } from '../backoffice/case-actions/carry-out.ts';
import { expireLinks } from '../invoicing/pay-links/end-links.ts';
import { announceDue } from '../invoicing/subscriptions/announce.ts';
import { beginDue } from '../invoicing/subscriptions/begin-due.ts';
import { chargeDue } from '../invoicing/subscriptions/charge-due.ts';
import { followPayments } from '../invoicing/subscriptions/follow.ts';
import { giveUp } from '../invoicing/subscriptions/give-up.ts';
import { isHeld } from '../notify/conversations/message-store.ts';
import { sendTexts } from '../notify/conversations/send-texts.ts';
import { notifyPeople } from '../notify/mail/notify-people.ts';
import { sendMails } from '../notify/mail/send-mails.ts';
import { sendWebhooks } from '../notify/webhooks/deliver-due.ts';
import { expireApplications } from '../parties/applications/expire.ts';
import { resolveFollowUps } from '../payments/follow-ups/resolve.ts';
import { watchDecided } from '../payments/follow-ups/reversal.ts';
import { resolveDue } from '../payments/resolve.ts';
import { platform } from '../records/audit-log.ts';
import { type Channel, isPending } from '../runtime/events.ts';
import { enqueue, type JobKind, moveJob } from '../runtime/jobs.ts';
import { resolveBatches } from '../settlement/resolve.ts';
import type { World } from '../world.ts';

/** Work that is due because time passed. Each such job comes back by itself; the platform owns it. */
const recurring: readonly JobKind[] = [
  'account_team.tell',
  'ach.read_inbox',
  'declines.forget',
  'figures.store',
  'gateway_conversations.forget',
  'kept_keys.forget',
  'numbers.route_calls',
  'retention.sweep',
  'settlement.plan',
  'sessions.forget',
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
  // A shorter interval holds from this start on.
  const { accountTeamMinutes } = world.config;
  const next = new Date(runAt.getTime() + accountTeamMinutes * 60_000);
  const tell = { businessId: platform, kind: 'account_team.tell', key: 'recurring' } as const;
  await moveJob(world.db, { ...tell, runAt: next }, { onlyEarlier: true });
}

/**
 * Runs for one business, or for all. A long sweep ends early at `stop`, and leaves to the next round what it has not
 * begun.
 */
export type Sweep = (world: World, only?: bigint, stop?: AbortSignal) => Promise<number>;

/** A select of rows at the time $1, of all businesses; another condition may follow. */
type Rows = string;

export function dueRows(table: string, dueAt: string): Rows {
  return `select from ${table} where ${dueAt} <= $1`;
}
const pending = (...channels: Channel[]): Rows => `select from events where ${isPending(channels)}`;

/**
 * Sweeps for work that is due because time passed. It needs no job, since a row itself says when: the watch of a
 * payment is the job that resolves it. Each returns how much it found. Beside it stand the rows without which it finds
 * nothing; without rows it looks elsewhere.
 */
export const sweeps: ReadonlyMap<Sweep, readonly Rows[]> = new Map([
  [resolveDue, [dueRows('payment_watches', 'look_at')]],
  [resolveFollowUps, [dueRows('followups', 'resolve_at')]],
  [watchDecided, [dueRows('payment_watches', 'look_at')]],
  [resolveBatches, [dueRows('batches', 'resolve_at')]],
  [beginValidations, [`select from ach_entries where state = 'queued'`]],
  [validateByHooks, [dueRows('account_validations', 'due_at')]],
  [makeFiles, []],
  [resumeFiles, [dueRows('ach_files', 'resolve_at')]],
  [releaseStrays, [dueRows('ach_file_parts', 'look_at')]],
  [advanceEntries, [dueRows('ach_entries', 'next_at')]],
  [readInboxes, []],
  [concludeValidations, [dueRows('account_validations', 'due_at')]],
  [simulateOdfi, []],
  [expireApplications, [dueRows('applications', 'expires_at')]],
  [carryOutConfirmed, [`${dueRows('open_questions', 'closed_at')} and state = 'proposed'`]],
  [followPayments, [pending('subscription')]],
  [beginDue, [dueRows('subscriptions', 'due_at')]],
  [chargeDue, [dueRows('subscription_periods', 'due_at')]],
  [giveUp, [dueRows('subscription_periods', 'gives_up_at')]],
  [announceDue, [dueRows('subscriptions', 'notice_at')]],
  [expireLinks, [dueRows('pay_links', 'due_at')]],
  [notifyPeople, [pending('email', 'sms')]],
  [sendTexts, [dueRows('messages', 'due_at'), `select from messages where ${isHeld('due_at')}`]],
  [sendMails, [dueRows('mails', 'due_at')]],
  [
    sendWebhooks,
    [
      pending('webhook'),
      `${dueRows('deliveries', 'due_at')} and finished_at is null`,
      dueRows('webhook_endpoints', 'disable_at'),
    ],
  ],
]);

/**
 * Sweeps that send notifications. While many payments are being made, the worker rests after a round of these, so that
 * their receipts do not halve the speed of payments.
 */
export const mayWait: ReadonlySet<Sweep> = new Set([notifyPeople, sendTexts, sendMails]);
