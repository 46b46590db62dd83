import { hourMs } from '../../kernel/duration.ts';
import { atClockOf } from '../../parties/businesses/clock.ts';
import { claimPages } from '../../parties/businesses/page-address.ts';
import type { Sent, TextCarrier } from '../../ports/carriers/carrier.ts';
import { someAtOnce } from '../../runtime/some-at-once.ts';
import type { World } from '../../world.ts';
import { sentBody } from './body.ts';
import { optedOut, recordOptOut } from './consent.ts';
import { countJudged, type Decided, decideDue, withinLimits } from './decide-due.ts';
import { type DueBusiness, type DueText, leaseDue, readDueBusinesses } from './due-texts.ts';
import { logFailed, referenceOf } from './message.ts';
import { endSends, type SendEnd, writeVerdicts } from './message-moves.ts';
import { releaseHeld } from './message-store.ts';
import { readTypes } from './reach.ts';

/** Longer than a carrier may take, so that no text is taken over while its owner is sending it. */
const leaseMs = 2 * 60_000;
const atOnce = 32;

/** The backoff of a text that was certainly not sent. */
const waitsMs = [30_000, 2 * 60_000, 10 * 60_000, hourMs, 4 * hourMs];

/**
 * Sends due texts, of one business or of all; returns how many were found. At most once: the state "being sent" is
 * committed before a text's first byte, and a text whose lease has ended is never sent again. When stopped, it finishes
 * the texts that it has taken.
 */
export async function sendTexts(world: World, only?: bigint, stop?: AbortSignal): Promise<number> {
  const businesses = await readDueBusinesses(world.db, world.now(), only);
  return await someAtOnce(businesses, async (due) => {
    if (stop?.aborted) return 0;
    return await sendOf(only === undefined ? atClockOf(world, due) : world, due);
  });
}

async function sendOf(world: World, due: DueBusiness): Promise<number> {
  const { businessId } = due;
  try {
    const { judged, until } = await take(world, due); // committed
    for (const { verdict } of judged) {
      if (verdict.state === 'failed') logFailed(world, { ...verdict, businessId });
    }
    const taken = judged.filter(({ verdict }) => verdict.state === 'sending');
    const sends = taken.map(({ text }) => send(world, due, text, until));
    for (const end of await Promise.allSettled(sends)) {
      // It may have been sent: when its lease ends, its outcome counts as unknown.
      if (end.status === 'rejected') logError(world, due, end.reason);
    }
    return judged.length;
  } catch (error) {
    logError(world, due, error);
    return 0;
  }
}

function logError({ log }: World, { businessId }: DueBusiness, error: unknown): void {
  log.error('text.not_sent', { businessId, error });
}

type Taken = { readonly judged: readonly Decided[]; readonly until: Date };

/**
 * Leases the texts first: lookups are read and written in between, by statements of their own. A process that dies there
 * has sent nothing, and its texts are due again when the lease ends; each then counts once more towards the limits.
 */
async function take(world: World, due: DueBusiness): Promise<Taken> {
  const { businessId, limited } = due;
  const at = world.now();
  const until = new Date(at.getTime() + leaseMs);
  if (due.hasHeld) await releaseHeld(world.db, businessId, at);
  const leased = await leaseDue(world.db, businessId, { at, until, limit: atOnce }); // committed
  if (leased.length === 0) return { judged: [], until };
  const pages = leased.flatMap(({ pageId: objectId }) => {
    return objectId === undefined ? [] : [{ businessId, kind: 'subscription', objectId } as const];
  });
  if (pages.length > 0) await claimPages(world, pages); // committed
  const phones = leased.map(({ phone }) => phone);
  const carrier = world.carriers.texts[due.environment]?.name;
  const moment = { at, until, carrier, types: await readTypes(world, phones) };
  const counts =
    limited &&
    (await countJudged(world.db, due, await decideDue(world.db, due, leased, moment), at));
  return await world.db.begin(async (tx) => {
    const found = await decideDue(tx, due, leased, moment);
    const judged = counts ? withinLimits(found, counts, at) : found;
    await writeVerdicts(
      world,
      tx,
      businessId,
      judged.map(({ verdict }) => verdict),
    );
    return { judged, until };
  });
}

async function send(world: World, due: DueBusiness, text: DueText, until: Date): Promise<void> {
  const carrier = world.carriers.texts[due.environment];
  // After the lease nothing may be sent any more.
  if (!carrier || world.now() >= until) return;
  const { businessId } = due;
  const { tracing, sends } = world.telemetry;
  await tracing.begin('send text', { businessId }, async (span) => {
    const sent = await handOver(world, carrier, due, text); // no connection held
    sends.add(['text', sent.outcome]);
    span.note({ 'quittance.outcome': sent.outcome });
    const ended = { ...endOf(due, text, sent, world.now()), eventId: world.uuid() };
    const isWritten = await writeEnd(world, ended); // committed
    if (isWritten && ended.state === 'failed')
      logFailed(world, { ...ended, carrier: carrier.name });
  });
}

/** False: the lease was lost. */
async function writeEnd(world: World, ended: SendEnd): Promise<boolean> {
  if (ended.errorCode !== optedOut) return await world.gather(endSends, ended);
  return await world.db.begin(async (tx) => {
    const [isWritten = false] = await endSends(tx, [ended]);
    if (isWritten) await recordOptOut(world, tx, ended, world.now());
    return isWritten;
  });
}

async function handOver(
  world: World,
  carrier: TextCarrier,
  { businessId }: DueBusiness,
  text: DueText,
): Promise<Sent> {
  const { id, ownNumber: from, phone: to } = text;
  const body = sentBody(world, { ...text, businessId });
  return await carrier.send({
    businessId,
    reference: referenceOf({ businessId, id }),
    from,
    to,
    body,
  });
}

function endOf(
  { businessId }: DueBusiness,
  { id, epoch, tries }: DueText,
  sent: Sent,
  at: Date,
): Omit<SendEnd, 'eventId'> {
  const end = { businessId, id, epoch, tries, wasSent: true };
  switch (sent.outcome) {
    case 'accepted': {
      const { carrierId, progress = 'sent' } = sent;
      const finishedAt = progress === 'sent' ? undefined : at;
      const errorCode = progress === 'sent' || progress === 'delivered' ? undefined : progress;
      return { ...end, state: progress, carrierId, errorCode, finishedAt };
    }
    case 'refused':
      return { ...end, state: 'failed', errorCode: sent.code, finishedAt: at };
    case 'unknown':
      return { ...end, state: 'failed', errorCode: 'outcome_unknown', finishedAt: at };
    case 'not_sent': {
      const wait = waitsMs[tries];
      const again = { ...end, tries: tries + 1, errorCode: sent.code, wasSent: false };
      if (wait === undefined) return { ...again, state: 'failed', finishedAt: at };
      return { ...again, state: 'queued', dueAt: new Date(at.getTime() + wait) };
    }
  }
}
