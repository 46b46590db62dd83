import { refusals } from '../../src/base/refusal.ts';
import type { Deed, DeedEnd } from './deeds.ts';
import { type ClientOptions, insist } from './insist.ts';
import { answerIn, letterOf } from './letters.ts';
import type { Answer } from './post.ts';
import type { Random } from './random.ts';

/** Asks for it until it is known what became of it, as often at once as its copies say. Whether all were told yes. */
export async function carryOut(options: ClientOptions, deed: Deed): Promise<boolean> {
  const askers = Array.from({ length: deed.copies }, () => options.random.fork());
  const ends = await Promise.all(askers.map((random) => ask(options, deed, random)));
  return ends.every((end) => end === 'done');
}

async function ask(
  options: ClientOptions,
  deed: Deed,
  random: Random,
): Promise<DeedEnd | undefined> {
  const { credentials, told } = options;
  const { door, operation, fields, key, name } = deed;
  const letter = letterOf(door, operation, fields, credentials, key);
  let triesLeft = random.whole(0, 2);
  let end: DeedEnd | undefined;
  const answer = await insist(options, random, letter, (reply) => {
    const body = answerIn(door, operation, reply.body);
    end = body === undefined ? undefined : endOf(reply, body);
    if (!end) return false;
    // Certainly not done: one may leave it at that, or try again.
    if (end === 'not sent' && triesLeft > 0) {
      triesLeft -= 1;
      return false;
    }
    const cents = end === 'done' ? centsIn(body!) : undefined;
    told.hearsOf(credentials.username, deed, end, { ...reply, body: body! }, cents);
    return true;
  });
  if (answer) return end;
  told.complains(`${name} (${deed.does}) was never told what became of it`);
  return undefined;
}

/** Undefined: not yet, or no answer at all. */
function endOf({ followUpState, isLater }: Answer, body: string): DeedEnd | undefined {
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

/** A fault, somebody who is busy, or something that is no answer of the interface. */
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
