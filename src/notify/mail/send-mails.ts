import { minuteMs } from '../../kernel/duration.ts';
import { atClockOf, eachByItsClock } from '../../parties/businesses/clock.ts';
import { claimPages } from '../../parties/businesses/page-address.ts';
import type { MailCarrier, Sent } from '../../ports/carriers/carrier.ts';
import { loudnessOf } from '../../ports/carriers/given-up.ts';
import { readBusinessesDue } from '../../runtime/discovery.ts';
import type { World } from '../../world.ts';
import { type Composed, composeMails } from './compose.ts';
import {
  dueMails,
  endTries,
  type LeasedMail,
  type MailEnd,
  putBack,
  takeDueMails,
} from './store.ts';

const atOnce = 100;
/** Longer than a whole batch takes when every mail server is slow. */
const leaseMs = 10 * 60_000;
const lanes = 10;

/** The backoff: the pause after each failed try. After the last one the mail has failed. */
const waitsMs = [0.5, 5, 30, 2 * 60, 8 * 60, 24 * 60].map((minutes) => minutes * minuteMs);

/**
 * Sends due mails, of one business or of all; returns how many were due. At least once: a mail with an unknown outcome is
 * sent again under the same Message-ID. When stopped, it finishes what was begun and puts back the rest.
 */
export async function sendMails(world: World, only?: bigint, stop?: AbortSignal): Promise<number> {
  const until = world.now().getTime() + leaseMs / 2;
  const taken = await takeDue(world, only); // committed
  if (taken.length === 0) return 0;
  const waiting = await composeMails(world, taken);
  const pages = waiting.flatMap(([, one]) => ('mail' in one && one.page ? [one.page] : []));
  if (pages.length > 0) await claimPages(world, pages); // committed
  const own = (mail: LeasedMail) => (only === undefined ? atClockOf(world, mail) : world);
  const lane = async () => {
    // No mail is begun when the lease is half over: another worker may soon take over the rest.
    while (!stop?.aborted && world.now().getTime() <= until) {
      const next = waiting.shift();
      if (!next) return;
      const [mail, composed] = next;
      await send(own(mail), mail, composed);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const left = waiting.map(([mail]) => ({ ...mail, dueAt: own(mail).now() }));
  await Promise.all(left.map((mail) => world.gather(putBack, mail)));
  return taken.length;
}

/** Leases a batch, in which each business has the same share; the longest wait comes first. */
async function takeDue(world: World, only?: bigint): Promise<LeasedMail[]> {
  const waiting = await readBusinessesDue(world.db, dueMails, world.now(), only);
  const businesses = waiting.slice(0, atOnce);
  const limit = Math.ceil(atOnce / businesses.length);
  const taken: LeasedMail[] = [];
  const frame = { only, failure: 'mail.not_taken' };
  await eachByItsClock(world, businesses, frame, async (own, { id }) => {
    const now = own.now();
    const lease = { now, until: new Date(now.getTime() + leaseMs), limit };
    const mails = await takeDueMails(own.db, id, lease);
    taken.push(...mails);
    return mails.length;
  });
  return taken;
}

async function send(world: World, mail: LeasedMail, composed: Composed): Promise<void> {
  const { businessId, id, kind } = mail;
  try {
    if ('fault' in composed) {
      world.log.error('mail.no_words', {
        businessId,
        kind,
        reference: mail.eventId,
        error: composed.fault,
      });
    }
    const carrier = world.carriers.mails[mail.environment];
    const { tracing, sends } = world.telemetry;
    await tracing.begin('send mail', { businessId }, async (span) => {
      const sent = await trySending(carrier, composed);
      sends.add(['mail', sent.outcome]);
      span.note({ 'quittance.outcome': sent.outcome, 'quittance.event_id': mail.eventId });
      const end = endOf(world, mail, sent);
      const isWritten = await world.gather(endTries, end); // committed
      if (isWritten && end.state === 'failed') logFailed(world, mail, end, carrier);
    });
  } catch (error) {
    // When its lease ends it is sent again, under the same Message-ID.
    world.log.error('mail.not_written', { businessId, kind, reference: String(id), error });
  }
}

/** Logs that a mail is given up, without its recipient. */
function logFailed(
  { log }: World,
  { businessId, id, kind, tries }: LeasedMail,
  { errorCode: code }: Extract<MailEnd, { state: 'failed' }>,
  carrier: MailCarrier | undefined,
): void {
  const reference = `${businessId}/${id}`;
  const facts = { businessId, kind, reference, code, attempt: tries + 1 };
  log[loudnessOf({ code, carrier: carrier?.name })]('mail.failed', facts);
}

/** No connection is held. */
async function trySending(carrier: MailCarrier | undefined, composed: Composed): Promise<Sent> {
  if ('refused' in composed) return { outcome: 'refused', code: composed.refused };
  if ('fault' in composed) return { outcome: 'not_sent', code: 'fault' };
  if (!carrier) return { outcome: 'refused', code: 'no_carrier' };
  return await carrier.send(composed.mail);
}

function endOf(world: World, { businessId, id, epoch, tries }: LeasedMail, sent: Sent): MailEnd {
  const at = world.now();
  const end = { businessId, id, epoch, at };
  switch (sent.outcome) {
    case 'accepted':
      return { ...end, state: 'sent', carrierId: sent.carrierId?.slice(0, 255) };
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
