import { atClockOf } from '../businesses/clock.ts';
import type { MailCarrier, Sent } from '../carriers/carrier.ts';
import { loudnessOf } from '../carriers/given-up.ts';
import type { World } from '../world.ts';
import { type Composed, composeMails } from './compose.ts';
import { endTries, type MailEnd, putBack, type TakenMail, takeDueMails } from './store.ts';

const atOnce = 100;
/** Longer than all that is taken at once takes, when every mail server is slow. */
const leaseMs = 10 * 60_000;
const lanes = 10;

const minuteMs = 60_000;
/** How long after a try that failed the next one comes. The last of them is the end. */
const waitsMs = [0.5, 5, 30, 2 * 60, 8 * 60, 24 * 60].map((minutes) => minutes * minuteMs);

/**
 * Sends what is due, of one business or of all; returns how much that was. A mail may come twice when nobody knows
 * whether it went out, under the same Message-ID, by which its reader knows it; it is never lost. Who is told to stop
 * ends what was begun and leaves the rest to the next.
 */
export async function sendMails(world: World, only?: bigint, stop?: AbortSignal): Promise<number> {
  const lease = { now: world.now(), leaseMs, limit: atOnce };
  const taken = await takeDueMails(world.db, lease, only); // committed
  if (taken.length === 0) return 0;
  const composed = await composeMails(world, taken);
  const waiting = taken.map((row, i) => ({ row, what: composed[i]! }));
  const until = lease.now.getTime() + leaseMs / 2;
  const lane = async () => {
    // When the lease is over somebody else takes what is left, so nothing is begun when that is near.
    while (!stop?.aborted && world.now().getTime() <= until) {
      const next = waiting.shift();
      if (!next) return;
      await send(only === undefined ? atClockOf(world, next.row) : world, next.row, next.what);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await putBack(
    world.db,
    waiting.map(({ row }) => row),
    leaseMs,
  );
  return taken.length;
}

async function send(world: World, row: TakenMail, what: Composed): Promise<void> {
  const { businessId, id, kind } = row;
  try {
    if ('fault' in what) {
      world.log.error('letter.no_words', {
        businessId,
        kind,
        reference: row.eventId,
        error: what.fault,
      });
    }
    const carrier = world.carriers.mails[row.environment];
    const end = endOf(world, row, await trySending(carrier, what));
    const isWritten = await world.gather(endTries, end); // committed
    if (isWritten && end.state === 'failed') tellGivenUp(world, row, end, carrier);
  } catch (error) {
    // It is taken again, under the same Message-ID, when its lease is over.
    world.log.error('letter.not_written', { businessId, kind, reference: String(id), error });
  }
}

/** Nobody will try again: of its recipient the log hears nothing. */
function tellGivenUp(
  { log }: World,
  { businessId, id, kind, tries }: TakenMail,
  { errorCode: code }: Extract<MailEnd, { state: 'failed' }>,
  carrier: MailCarrier | undefined,
): void {
  const reference = `${businessId}/${id}`;
  const facts = { businessId, kind, reference, code, attempt: tries + 1 };
  log[loudnessOf({ code, carrier: carrier?.name })]('mail.failed', facts);
}

/** No connection is held. */
async function trySending(carrier: MailCarrier | undefined, what: Composed): Promise<Sent> {
  if ('refused' in what) return { outcome: 'refused', code: what.refused };
  if ('fault' in what) return { outcome: 'not_sent', code: 'fault' };
  if (!carrier) return { outcome: 'refused', code: 'no_carrier' };
  return await carrier.send(what.mail);
}

function endOf(world: World, { businessId, id, epoch, tries }: TakenMail, sent: Sent): MailEnd {
  const at = world.now();
  const end = { businessId, id, epoch, at };
  switch (sent.outcome) {
    case 'accepted':
      return {
        ...end,
        state: 'sent',
        errorCode: undefined,
        carrierId: sent.carrierId?.slice(0, 255),
      };
    case 'refused':
      return { ...end, state: 'failed', errorCode: sent.code.slice(0, 50) };
    case 'not_sent':
    case 'unknown': {
      const wait = waitsMs[tries];
      const errorCode = sent.code.slice(0, 50);
      if (wait === undefined) return { ...end, state: 'failed', errorCode };
      return { ...end, state: 'queued', errorCode, dueAt: new Date(at.getTime() + wait) };
    }
  }
}
