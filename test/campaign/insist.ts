import { setTimeout as delay } from 'node:timers/promises';
import type { Credentials } from './installation.ts';
import { type Answer, type Letter, post } from './post.ts';
import type { Random } from './random.ts';
import { count, type Told } from './told.ts';
import type { Kind } from './wishes.ts';

export type ClientOptions = {
  readonly credentials: Credentials;
  readonly ports: readonly number[];
  readonly told: Told;
  readonly random: Random;
  /** What is wanted; all kinds by their weights, when left out. */
  readonly kinds?: readonly Kind[];
  /** After this nothing new is wanted. */
  readonly isOver: () => boolean;
  /** How long after the end one still asks. */
  readonly patienceMs: number;
};

/** The same letter time after time, until `isEnough` says so of an answer; undefined: it never did. */
export async function insist(
  { ports, told, isOver, patienceMs }: ClientOptions,
  random: Random,
  letter: Letter,
  isEnough: (answer: Answer) => boolean,
): Promise<Answer | undefined> {
  let overSince: number | undefined;
  for (;;) {
    const reply = await post(random.pick(ports), letter);
    count(told.counts, typeof reply === 'string' ? reply : nameOf(reply));
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
