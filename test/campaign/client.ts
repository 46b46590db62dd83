import { setTimeout as delay } from 'node:timers/promises';
import { isEnd } from './client-log.ts';
import { carryOut } from './follow-up-client.ts';
import { drawEarly, drawFollowUps } from './follow-ups.ts';
import { type ClientOptions, insist } from './insist.ts';
import type { Answer } from './post.ts';
import { drawPurchase, type Purchase, rowOf, tokenFields } from './purchases.ts';
import type { Random } from './random.ts';
import { requestOf } from './requests.ts';

/** Makes one purchase after the other, and requests each until its outcome is known. */
export async function client(options: ClientOptions, name: string): Promise<void> {
  const { random, isOver, kinds } = options;
  for (let n = 1; !isOver(); n += 1) {
    const purchase = drawPurchase(random, `${name}-${n}`, kinds && random.pick(kinds));
    await make(options, purchase);
    await delay(random.whole(0, 60));
  }
}

async function make(options: ClientOptions, purchase: Purchase): Promise<void> {
  const { random } = options;
  const { tokenAs } = rowOf(purchase.kind);
  let { fields } = purchase;
  if (tokenAs) {
    const token = await makeToken(options, purchase);
    if (token === undefined) return;
    fields = { ...fields, [tokenAs]: token };
  }
  const paying = { ...purchase, fields };
  const asked = Array.from({ length: purchase.copies }, () =>
    want(options, paying, 'CreatePayment', random.fork()),
  );
  // Some clients want their money back while the outcome of the charge is unknown.
  const early = random.chance(0.08) ? drawEarly(random, purchase) : [];
  const answers = await Promise.all(asked);
  await Promise.all(early.map((followUp) => carryOut(options, followUp)));
  const answer = answers.find((one) => one?.state !== 'canceled');
  const invoice = answer && invoiceOf(answer);
  if (!answer || !invoice || early.length > 0) return;

  for (const round of drawFollowUps(random, purchase, answer.state, invoice)) {
    const done = await Promise.all(round.map((followUp) => carryOut(options, followUp)));
    // The next rests on this one.
    if (!done.every(Boolean)) break;
  }
  // The charge is replayed as it was answered, whatever followed.
  if (random.chance(0.3)) await want(options, paying, 'CreatePayment', random.fork());
}

async function makeToken(options: ClientOptions, purchase: Purchase): Promise<string | undefined> {
  const { operation, fields } = tokenFields(purchase);
  // The request for the token has a name and a key of its own.
  const name = `${purchase.name}-T`;
  const order = fields.OrderNumber ?? `C-${name}`;
  const making = { ...purchase, name, order, fields, key: `key ${name}` };
  const answer = await want(options, making, operation, options.random.fork());
  return answer && tokenOf(answer);
}

/** Sends the same request until there is a final answer. */
async function want(
  options: ClientOptions,
  purchase: Purchase,
  operation: string,
  random: Random,
): Promise<Answer | undefined> {
  const { credentials, log } = options;
  const { username } = credentials;
  const request = requestOf('json', operation, purchase.fields, credentials, purchase.key);
  const isPayment = operation === 'CreatePayment';
  let triesLeft = random.whole(0, 2);
  let isRefused = false;
  if (isPayment) log.recordSent(username, purchase);
  const answer = await insist(options, random, request, (reply) => {
    if (reply.status < 500) log.recordAnswer(username, purchase, reply, tokenOf(reply));
    else if (reply.payment) log.recordAnswer(username, purchase, reply, undefined);
    isRefused = reply.status >= 400 && reply.status < 500;
    if (isRefused) {
      log.recordFinding(
        `${purchase.name} (${purchase.kind}) was answered ${reply.status}: ${reply.body}`,
      );
      return true;
    }
    const isKnown = isPayment ? isEnd(reply.state ?? 'unknown') : reply.status === 200;
    // Nothing was charged for certain: a client may give up or try again.
    if (!isKnown || reply.state !== 'canceled' || triesLeft === 0) return isKnown;
    triesLeft -= 1;
    return false;
  });
  if (!answer) log.recordFinding(`${purchase.name} (${purchase.kind}) never got a final answer`);
  return isRefused ? undefined : answer;
}

function tokenOf({ status, body }: Answer): string | undefined {
  if (status !== 200) return undefined;
  return JSON.parse(body).Data?.TokenResult ?? undefined;
}

function invoiceOf({ body }: Answer): string | undefined {
  return JSON.parse(body).Data?.InvoiceID ?? undefined;
}
