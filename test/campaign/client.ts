import { setTimeout as delay } from 'node:timers/promises';
import { carryOut } from './deed-client.ts';
import { drawDeeds, drawEarly } from './deeds.ts';
import { type ClientOptions, insist } from './insist.ts';
import { letterOf } from './letters.ts';
import type { Answer } from './post.ts';
import type { Random } from './random.ts';
import { isEnd } from './told.ts';
import { drawWish, rowOf, tokenFields, type Wish } from './wishes.ts';

/** Wants one thing after the other, and asks for each until it knows what became of it. */
export async function client(options: ClientOptions, name: string): Promise<void> {
  const { random, isOver, kinds } = options;
  for (let n = 1; !isOver(); n += 1) {
    const wish = drawWish(random, `${name}-${n}`, kinds && random.pick(kinds));
    await fulfil(options, wish);
    await delay(random.whole(0, 60));
  }
}

async function fulfil(options: ClientOptions, wish: Wish): Promise<void> {
  const { random } = options;
  const { tokenAs } = rowOf(wish.kind);
  let { fields } = wish;
  if (tokenAs) {
    const token = await makeToken(options, wish);
    if (token === undefined) return;
    fields = { ...fields, [tokenAs]: token };
  }
  const paying = { ...wish, fields };
  const asked = Array.from({ length: wish.copies }, () =>
    want(options, paying, 'CreatePayment', random.fork()),
  );
  // Some change their mind while it is not known yet whether they paid.
  const early = random.chance(0.08) ? drawEarly(random, wish) : [];
  const answers = await Promise.all(asked);
  await Promise.all(early.map((deed) => carryOut(options, deed)));
  const answer = answers.find((one) => one?.state !== 'canceled');
  const invoice = answer && invoiceOf(answer);
  if (!answer || !invoice || early.length > 0) return;

  for (const round of drawDeeds(random, wish, answer.state, invoice)) {
    const done = await Promise.all(round.map((deed) => carryOut(options, deed)));
    // The next rests on this one.
    if (!done.every(Boolean)) break;
  }
  // Whatever was done about it since, the charge is answered as it was.
  if (random.chance(0.3)) await want(options, paying, 'CreatePayment', random.fork());
}

async function makeToken(options: ClientOptions, wish: Wish): Promise<string | undefined> {
  const { operation, fields } = tokenFields(wish);
  // A token is another wish than the payment with it, with another key.
  const name = `${wish.name}-T`;
  const order = fields.OrderNumber ?? `C-${name}`;
  const making = { ...wish, name, order, fields, key: `key ${name}` };
  const answer = await want(options, making, operation, options.random.fork());
  return answer && tokenOf(answer);
}

/** Until there is a definite answer, under the same name all the time. */
async function want(
  options: ClientOptions,
  wish: Wish,
  operation: string,
  random: Random,
): Promise<Answer | undefined> {
  const { credentials, told } = options;
  const { username } = credentials;
  const letter = letterOf('json', operation, wish.fields, credentials, wish.key);
  const isPayment = operation === 'CreatePayment';
  let triesLeft = random.whole(0, 2);
  let isRefused = false;
  if (isPayment) told.wants(username, wish);
  const answer = await insist(options, random, letter, (reply) => {
    if (reply.status < 500) told.hears(username, wish, reply, tokenOf(reply));
    else if (reply.payment) told.hears(username, wish, reply, undefined);
    isRefused = reply.status >= 400 && reply.status < 500;
    if (isRefused) {
      told.complains(`${wish.name} (${wish.kind}) was answered ${reply.status}: ${reply.body}`);
      return true;
    }
    const isKnown = isPayment ? isEnd(reply.state ?? 'unknown') : reply.status === 200;
    // Certainly not charged: one may leave it at that, or try again.
    if (!isKnown || reply.state !== 'canceled' || triesLeft === 0) return isKnown;
    triesLeft -= 1;
    return false;
  });
  if (!answer) told.complains(`${wish.name} (${wish.kind}) was never told what became of it`);
  return isRefused ? undefined : answer;
}

function tokenOf({ status, body }: Answer): string | undefined {
  if (status !== 200) return undefined;
  return JSON.parse(body).Data?.TokenResult ?? undefined;
}

function invoiceOf({ body }: Answer): string | undefined {
  return JSON.parse(body).Data?.InvoiceID ?? undefined;
}
