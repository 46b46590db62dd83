import { setTimeout as delay } from 'node:timers/promises';
import { type ClientLog, count } from './client-log.ts';
import type { Credentials } from './installation.ts';
import { type Answer, type HttpRequest, post } from './post.ts';
import type { Kind } from './purchases.ts';
import type { Random } from './random.ts';

export type ClientOptions = {
  readonly credentials: Credentials;
  readonly ports: readonly number[];
  readonly log: ClientLog;
  readonly random: Random;
  /** Kinds of purchases; all, by their weights, when left out. */
  readonly kinds?: readonly Kind[];
  /** True once no new purchase begins. */
  readonly isOver: () => boolean;
};

/** How long after the end an unanswered request is still repeated: longer than any machine is slow. */
const patienceMs = 3_600_000;

/** Repeats a request until `isEnough` accepts an answer; undefined when none was accepted in time. */
export async function insist(
  { ports, log, isOver }: ClientOptions,
  random: Random,
  request: HttpRequest,
  isEnough: (answer: Answer) => boolean,
): Promise<Answer | undefined> {
  let overSince: number | undefined;
  for (;;) {
    const reply = await post(random.pick(ports), request);
    count(log.counts, typeof reply === 'string' ? reply : nameOf(reply));
    if (typeof reply !== 'string' && isEnough(reply)) return reply;
    if (isOver()) overSince ??= performance.now();
    if (overSince !== undefined && performance.now() - overSince > patienceMs) return undefined;
    await delay(reply === 'lost' ? random.whole(0, 100) : random.whole(100, 600));
  }
}

function nameOf({ status, state, followUpState }: Answer): string {
  if (followUpState !== undefined) return `${status} follow-up ${followUpState}`;
  return state === undefined ? String(status) : `${status} ${state}`;
}
