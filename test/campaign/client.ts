import { setTimeout as delay } from 'node:timers/promises';
import type { Credentials } from './installation.ts';
import { type Answer, post } from './post.ts';
import type { Random } from './random.ts';
import { count, isEnd, type Told } from './told.ts';
import { drawWish, rowOf, tokenFields, type Wish } from './wishes.ts';

export type ClientOptions = {
  readonly credentials: Credentials;
  readonly ports: readonly number[];
  readonly told: Told;
  readonly random: Random;
  /** After this nothing new is wanted. */
  readonly isOver: () => boolean;
  /** How long after the end one still asks. */
  readonly patienceMs: number;
};

const createPayment = '/api/Default/CreatePayment';

/** Wants one thing after the other, and asks for each until it knows what became of it. */
export async function client(options: ClientOptions, name: string): Promise<void> {
  const { random, isOver } = options;
  for (let n = 1; !isOver(); n += 1) {
    const wish = drawWish(random, `${name}-${n}`);
    await fulfil(options, wish);
    await delay(random.whole(0, 60));
  }
}

async function fulfil(options: ClientOptions, wish: Wish): Promise<void> {
  const { tokenAs } = rowOf(wish.kind);
  let { fields } = wish;
  if (tokenAs) {
    const token = await makeToken(options, wish);
    if (token === undefined) return;
    fields = { ...fields, [tokenAs]: token };
  }
  const paying = { ...wish, fields };
  await Promise.all(
    Array.from({ length: wish.copies }, () =>
      insist(options, paying, createPayment, options.random.fork()),
    ),
  );
}

async function makeToken(options: ClientOptions, wish: Wish): Promise<string | undefined> {
  const { path, fields } = tokenFields(wish);
  // A token is another wish than the payment with it, with another key.
  const name = `${wish.name}-T`;
  const order = fields.OrderNumber ?? `C-${name}`;
  const making = { ...wish, name, order, fields, key: `key ${name}` };
  const answer = await insist(options, making, path, options.random.fork());
  return answer && tokenOf(answer);
}

/** Until there is a definite answer, under the same name all the time. */
async function insist(
  { credentials, ports, told, isOver, patienceMs }: ClientOptions,
  wish: Wish,
  path: string,
  random: Random,
): Promise<Answer | undefined> {
  const { username, apiKey } = credentials;
  const basic = `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`;
  const letter = { path, basic, body: JSON.stringify(wish.fields), key: wish.key };
  const isPayment = path === createPayment;
  let triesLeft = random.whole(0, 2);
  let overSince: number | undefined;
  for (;;) {
    if (isPayment) told.wants(username, wish);
    const reply = await post(random.pick(ports), letter);
    count(told.counts, typeof reply === 'string' ? reply : nameOf(reply));
    if (typeof reply !== 'string') {
      if (reply.status < 500) told.hears(username, wish, reply, tokenOf(reply));
      else if (reply.payment) told.hears(username, wish, reply, undefined);
      if (reply.status >= 400 && reply.status < 500) {
        told.complains(`${wish.name} (${wish.kind}) was answered ${reply.status}: ${reply.body}`);
        return undefined;
      }
      const isKnown = isPayment ? isEnd(reply.state ?? 'unknown') : reply.status === 200;
      // Certainly not charged: one may leave it at that, or try again.
      const isEnough = reply.state !== 'canceled' || triesLeft === 0;
      if (isKnown && isEnough) return reply;
      if (isKnown) triesLeft -= 1;
    }
    if (isOver()) overSince ??= performance.now();
    if (overSince !== undefined && performance.now() - overSince > patienceMs) {
      told.complains(`${wish.name} (${wish.kind}) was never told what became of it`);
      return undefined;
    }
    await delay(reply === 'lost' ? random.whole(0, 100) : random.whole(100, 600));
  }
}

function nameOf({ status, state }: Answer): string {
  return state === undefined ? String(status) : `${status} ${state}`;
}

function tokenOf({ status, body }: Answer): string | undefined {
  if (status !== 200) return undefined;
  return JSON.parse(body).Data?.TokenResult ?? undefined;
}
