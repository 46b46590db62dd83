import { refusals } from '../../src/kernel/refusal.ts';
import type { FollowUp, FollowUpEnd } from './follow-ups.ts';
import { type ClientOptions, insist } from './insist.ts';
import type { Answer } from './post.ts';
import type { Random } from './random.ts';
import { answerIn, requestOf } from './requests.ts';

/** Sends all copies at once, each until its outcome is known. True when every copy was answered to be done. */
export async function carryOut(options: ClientOptions, followUp: FollowUp): Promise<boolean> {
  const copies = Array.from({ length: followUp.copies }, () => options.random.fork());
  const ends = await Promise.all(copies.map((random) => send(options, followUp, random)));
  return ends.every((end) => end === 'done');
}

async function send(
  options: ClientOptions,
  followUp: FollowUp,
  random: Random,
): Promise<FollowUpEnd | undefined> {
  const { credentials, log } = options;
  const { door, operation, fields, key, name } = followUp;
  const request = requestOf(door, operation, fields, credentials, key);
  let triesLeft = random.whole(0, 2);
  let end: FollowUpEnd | undefined;
  const answer = await insist(options, random, request, (reply) => {
    const body = answerIn(door, operation, reply.body);
    end = body === undefined ? undefined : endOf(reply, body);
    if (!end) return false;
    // Nothing was done for certain: a client may give up or try again.
    if (end === 'not sent' && triesLeft > 0) {
      triesLeft -= 1;
      return false;
    }
    const cents = end === 'done' ? centsIn(body!) : undefined;
    log.recordFollowUp(credentials.username, followUp, end, { ...reply, body: body! }, cents);
    return true;
  });
  if (answer) return end;
  log.recordFinding(`${name} (${followUp.kind}) never got a final answer`);
  return undefined;
}

/** Undefined: not yet, or no answer at all. */
function endOf({ followUpState, isLater }: Answer, body: string): FollowUpEnd | undefined {
  switch (followUpState) {
    case 'succeeded':
    case 'returned':
      return 'done';
    case 'failed':
      return isLater ? 'not sent' : 'declined';
    case undefined:
      return isLater || isNoAnswer(body) ? undefined : 'refused';
    default:
      return undefined;
  }
}

const notNow: readonly string[] = [refusals.payment_busy.message, refusals.busy.message];

/** An internal error, a busy payment or service, or a body that the interface does not document. */
function isNoAnswer(body: string): boolean {
  try {
    const { Message } = JSON.parse(body);
    return !Message || notNow.includes(Message) || String(Message).startsWith('Internal error');
  } catch {
    return true;
  }
}

function centsIn(body: string): number | undefined {
  const { RefundedAmount, CapturedAmount } = JSON.parse(body).Data ?? {};
  const text = RefundedAmount ?? (CapturedAmount === '0.00' ? undefined : CapturedAmount);
  return text === undefined ? undefined : Math.round(Number(text) * 100);
}
