import { readLiveInbox } from '../ach/files/inbox.ts';
import { dayMs, minuteMs } from '../kernel/duration.ts';
import { moveLate } from '../moving/merge/move-rows.ts';
import { removeOldRows } from '../moving/retention.ts';
import { deleteOldCounts } from '../notify/conversations/limits.ts';
import { beginDigests, mailDigest } from '../notify/mail/mail-account-team.ts';
import { mailSignInLink } from '../notify/mail/sign-in-mail.ts';
import { assignNumber, patienceMs } from '../parties/businesses/assign-number.ts';
import { carryOut } from '../parties/businesses/change-keys.ts';
import { routeCalls } from '../parties/businesses/route-calls.ts';
import { deleteOldRequests } from '../parties/businesses/site-requests.ts';
import { deleteOldChallenges } from '../parties/sign-in/passkey-challenge.ts';
import { deleteOldSessions } from '../parties/sign-in/session.ts';
import { checkDaily } from '../payments/accounts/check-account.ts';
import { connectFromApplication } from '../payments/accounts/connect-account.ts';
import { deleteOldConversations } from '../payments/accounts/gateway-conversations.ts';
import { readDisputes } from '../payments/disputes/read-disputes.ts';
import { deleteOldFieldSessions } from '../payments/field-sessions/field-session.ts';
import { storeFigures } from '../payments/figures/daily-figures.ts';
import { expireAuthorization } from '../payments/follow-ups/expire.ts';
import { reversePayment } from '../payments/follow-ups/reversal.ts';
import { watchFollowUp } from '../payments/follow-ups/watch.ts';
import { deleteOldProofs } from '../payments/risk/card-testing/proof.ts';
import { deleteOldSuspects } from '../payments/risk/card-testing/store.ts';
import { deleteOldDeclines } from '../payments/risk/decline-limit.ts';
import { deleteExpiredKeys } from '../runtime/idempotency.ts';
import type { Job, JobKind } from '../runtime/jobs.ts';
import { deleteExpiredAnswers } from '../runtime/kept-answers.ts';
import { closeDue, payOutInTheMorning, planTimers } from '../settlement/timers.ts';
import { watchBatch } from '../settlement/watch.ts';
import type { World } from '../world.ts';

/** Every kind of job, and who does it. Undefined: done. A date: not done, come back then. */
type Handler<K extends JobKind> = (world: World, job: Job<K>) => Promise<Date | undefined>;

export const kinds: { readonly [K in JobKind]: Handler<K> } = {
  'account_team.mail': async (world, { key, payload }) => {
    const isDone = await mailDigest(world, key, payload);
    return isDone ? undefined : later(world, world.config.accountTeamMinutes * minuteMs);
  },
  'account_team.tell': async (world) => {
    await beginDigests(world);
    return later(world, world.config.accountTeamMinutes * minuteMs);
  },
  'ach.read_inbox': async (world) => {
    await readLiveInbox(world);
    return later(world, 5 * minuteMs);
  },
  'authorization.expire': async (world, { businessId, payload }) =>
    await expireAuthorization(world, businessId, BigInt(payload.paymentId)),
  'batch.close': async (world, { businessId, key }) => await closeDue(world, businessId, key),
  'batch.watch': async (world, { businessId, payload }) =>
    await watchBatch(world, businessId, payload),
  'customer.move_late': async (world, { businessId, key, payload }) =>
    await moveLate(world, { businessId, id: BigInt(key) }, payload.until),
  'declines.forget': async (world) => {
    await deleteOldDeclines(world);
    await deleteOldSuspects(world.db, world.now());
    await deleteOldProofs(world.db, world.now());
    return later(world, dayMs);
  },
  'deposit.make': async (world, { businessId }) => await payOutInTheMorning(world, businessId),
  'disputes.read': async (world, { businessId, key: processor }) => {
    await readDisputes(world, { businessId, processor });
    return later(world, dayMs);
  },
  'figures.store': async (world) => {
    await storeFigures(world);
    return later(world, 60 * minuteMs);
  },
  'followup.watch': async (world, { businessId, key, payload }) =>
    await watchFollowUp(world, { businessId, id: BigInt(key) }, payload),
  'gateway_conversations.forget': async (world) => {
    await deleteOldConversations(world);
    return later(world, dayMs);
  },
  'kept_keys.forget': async (world) => {
    await deleteExpiredKeys(world.db, world.now());
    await deleteExpiredAnswers(world.db, world.now());
    return later(world, dayMs);
  },
  'keys.change': async ({ db }, { businessId, payload }) => {
    await carryOut(db, businessId, payload);
    return undefined;
  },
  'number.assign': async (world, { businessId, payload, tries }) => {
    const { isDone } = await assignNumber(world, businessId, payload, patienceMs.worker);
    return isDone ? undefined : later(world, Math.min(2 ** tries, 60) * minuteMs);
  },
  'numbers.route_calls': async (world) => {
    const isDone = await routeCalls(world);
    return later(world, (isDone ? 60 : 5) * minuteMs);
  },
  'payment.give_back': async (world, { businessId, payload, tries }) => {
    const { paymentId, processorId, cents } = payload;
    const isKnown = processorId !== undefined && cents !== undefined;
    const known = isKnown ? { processorId, amountCents: BigInt(cents) } : undefined;
    const outcome = await reversePayment(world, businessId, BigInt(paymentId), known);
    return outcome === 'unknown' ? later(world, Math.min(2 ** tries, 60) * minuteMs) : undefined;
  },
  'processor_account.check': async (world, { businessId, key }) =>
    await checkDaily(world, businessId, key),
  'processor_account.connect': async (world, { businessId }) =>
    await connectFromApplication(world, businessId),
  'retention.sweep': async (world) => {
    await removeOldRows(world);
    return later(world, dayMs);
  },
  'settlement.plan': async (world) => {
    await planTimers(world);
    return later(world, 15 * minuteMs);
  },
  'sessions.forget': async (world) => {
    await deleteOldSessions(world.db, new Date(world.now().getTime() - 30 * dayMs));
    await deleteOldChallenges(world.db, world.now());
    await deleteOldFieldSessions(world);
    return later(world, dayMs);
  },
  'sign_in.mail': async (world, { businessId, key, payload, tries }) => {
    const { userId, ...link } = payload;
    const whose = userId === undefined ? undefined : BigInt(userId);
    const isDone = await mailSignInLink(world, key, { businessId, ...link, userId: whose });
    return isDone ? undefined : later(world, Math.min(2 ** tries, 60) * minuteMs);
  },
  'site_requests.forget': async (world) => {
    await deleteOldRequests(world.db, world.now());
    return later(world, dayMs);
  },
  'text_counts.forget': async (world) => {
    await deleteOldCounts(world.db, world.now());
    return later(world, dayMs);
  },
};

/**
 * Jobs of one round wait for the same others: for a gateway, a bank or a carrier that may be silent, or for much work in
 * the database. So each of these holds up no job of another round.
 */
const roundOfKind: {
  readonly [K in JobKind]: 'prompt' | 'upkeep' | 'gateways' | 'bank' | 'carriers';
} = {
  'account_team.mail': 'carriers',
  'account_team.tell': 'carriers',
  'ach.read_inbox': 'bank',
  'authorization.expire': 'gateways',
  'batch.close': 'gateways',
  'batch.watch': 'gateways',
  'customer.move_late': 'prompt',
  'declines.forget': 'upkeep',
  'deposit.make': 'prompt',
  'disputes.read': 'gateways',
  'figures.store': 'upkeep',
  'followup.watch': 'gateways',
  'gateway_conversations.forget': 'upkeep',
  'kept_keys.forget': 'upkeep',
  'keys.change': 'prompt',
  'number.assign': 'carriers',
  'numbers.route_calls': 'carriers',
  'payment.give_back': 'gateways',
  'processor_account.check': 'gateways',
  'processor_account.connect': 'gateways',
  'retention.sweep': 'upkeep',
  'sessions.forget': 'upkeep',
  'settlement.plan': 'prompt',
  'sign_in.mail': 'carriers',
  'site_requests.forget': 'upkeep',
  'text_counts.forget': 'upkeep',
};
const kindsOfJobs = Object.keys(roundOfKind) as JobKind[];
export const jobRounds = Object.values(Object.groupBy(kindsOfJobs, (kind) => roundOfKind[kind]));

function later(world: World, ms: number): Date {
  return new Date(world.now().getTime() + ms);
}
