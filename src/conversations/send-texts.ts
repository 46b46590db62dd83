import { someAtOnce } from '../base/some-at-once.ts';
import { atClockOf } from '../businesses/clock.ts';
import type { Sent, TextCarrier } from '../carriers/carrier.ts';
import type { World } from '../world.ts';
import { sentBody } from './body.ts';
import { wakeHeld } from './held.ts';
import { judgeDue } from './judge-due.ts';
import { referenceOf } from './message.ts';
import { noteOptedOut, optedOut } from './note-opted-out.ts';
import {
  type DueBusiness,
  type DueText,
  endSends,
  type Fate,
  lockDue,
  readDueBusinesses,
  type SendEnd,
  writeFates,
} from './send-store.ts';
import { tellFailed } from './tell-failed.ts';

/** Longer than a carrier may take, so that nobody takes what somebody alive is sending. */
const leaseMs = 2 * 60_000;
const atOnce = 32;

/** When a text that certainly never left is tried again. */
const waitsMs = [30_000, 2 * 60_000, 10 * 60_000, 3_600_000, 4 * 3_600_000];

/**
 * Sends what is due, of one business or of all; returns how much was found. That a text is being sent is committed
 * before its first byte, and who finds one so that is nobody's any more sends it never again: at most once.
 * Who is told to stop ends what it has taken, and takes no more.
 */
export async function sendTexts(world: World, only?: bigint, stop?: AbortSignal): Promise<number> {
  const businesses = await readDueBusinesses(world.db, world.now(), only);
  return await someAtOnce(businesses, async (due) => {
    if (stop?.aborted) return 0;
    return await sendOf(only === undefined ? atClockOf(world, due) : world, due);
  });
}

async function sendOf(world: World, due: DueBusiness): Promise<number> {
  try {
    const { found, taken, until } = await take(world, due); // committed
    const sends = taken.map((text) => send(world, due, text, until));
    for (const end of await Promise.allSettled(sends)) {
      // It may have gone out: when its lease is over, it counts as that.
      if (end.status === 'rejected') logFault(world, due, end.reason);
    }
    return found;
  } catch (error) {
    logFault(world, due, error);
    return 0;
  }
}

function logFault({ log }: World, { businessId }: DueBusiness, error: unknown): void {
  log.error('text.not_sent', { businessId, error });
}

type Taken = {
  readonly found: number;
  readonly taken: readonly DueText[];
  readonly until: Date;
};

async function take(world: World, due: DueBusiness): Promise<Taken> {
  const { failed, ...taken } = await judge(world, due); // committed
  for (const { id, errorCode, carrier } of failed) {
    tellFailed(world, { businessId: due.businessId, id }, errorCode!, carrier);
  }
  return taken;
}

async function judge(world: World, due: DueBusiness): Promise<Taken & { failed: Fate[] }> {
  return await world.db.begin(async (tx) => {
    const at = world.now();
    const until = new Date(at.getTime() + leaseMs);
    if (due.hasHeld) await wakeHeld(tx, due.businessId, at);
    const texts = await lockDue(tx, due.businessId, at, atOnce);
    if (texts.length === 0) return { found: 0, taken: [], until, failed: [] };
    const carrier = world.carriers.texts[due.environment]?.name;
    const fates = await judgeDue(tx, due, texts, { at, until, carrier });
    await writeFates(tx, due.businessId, fates);
    const taken = texts.filter((_, i) => fates[i]!.state === 'sending');
    const failed = fates.filter(({ state }) => state === 'failed');
    return { found: texts.length, taken, until, failed };
  });
}

async function send(world: World, due: DueBusiness, text: DueText, until: Date): Promise<void> {
  const carrier = world.carriers.texts[due.environment];
  // Whoever was held up until somebody else came must not begin any more.
  if (!carrier || world.now() >= until) return;
  const sent = await handOver(world, carrier, due, text); // no connection held
  const ended = endOf(due, text, sent, world.now());
  const isWritten = await writeEnd(world, ended); // committed
  const { state, errorCode } = ended;
  if (isWritten && state === 'failed') tellFailed(world, ended, errorCode!, carrier.name);
}

/** False: somebody else did. */
async function writeEnd(world: World, ended: SendEnd): Promise<boolean> {
  if (ended.errorCode !== optedOut) return await world.gather(endSends, ended);
  return await world.db.begin(async (tx) => {
    const [isWritten] = await endSends(tx, [ended]);
    if (isWritten) await noteOptedOut(tx, ended, world.now());
    return isWritten!;
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
): SendEnd {
  const end = { businessId, id, epoch: epoch + 1, tries, dueAt: undefined, errorCode: undefined };
  const over = { ...end, carrierId: undefined, hasLeft: true, finishedAt: at };
  switch (sent.outcome) {
    case 'accepted': {
      const { carrierId, progress = 'sent' } = sent;
      const finishedAt = progress === 'sent' ? undefined : at;
      const errorCode = progress === 'sent' || progress === 'delivered' ? undefined : progress;
      return { ...over, state: progress, carrierId, errorCode, finishedAt };
    }
    case 'refused':
      return { ...over, state: 'failed', errorCode: sent.code };
    case 'unknown':
      return { ...over, state: 'failed', errorCode: 'outcome_unknown' };
    case 'not_sent': {
      const wait = waitsMs[tries];
      const again = { ...over, tries: tries + 1, errorCode: sent.code, hasLeft: false };
      if (wait === undefined) return { ...again, state: 'failed' };
      const dueAt = new Date(at.getTime() + wait);
      return { ...again, state: 'queued', dueAt, finishedAt: undefined };
    }
  }
}
