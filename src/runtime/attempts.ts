import { Refusal } from '../kernel/refusal.ts';
import type { Limiter } from './rate-limiter.ts';

/** Refuses an attempt because too many were wrong before. */
export const noRoom = Symbol('no room');

/** Limits wrong attempts, however many run at once. */
export type Attempts = {
  /**
   * Runs a lookup that returns undefined for a wrong attempt. Takes a token from the rate limiter before it runs, and
   * puts it back if the attempt was right. If none is left while other attempts under the same name are in progress, it
   * waits: those may be right and return theirs, so that many concurrent valid callers are not refused.
   */
  judge<T>(name: string, run: () => Promise<T | undefined>): Promise<T | typeof noRoom | undefined>;
};

type UnderWay = { count: number; ended: PromiseWithResolvers<void> };

export function createAttempts(limiter: Limiter): Attempts {
  const underWay = new Map<string, UnderWay>();

  return {
    async judge(name, run) {
      while (!limiter.take(name).ok) {
        const others = underWay.get(name);
        if (!others) return noRoom;
        await others.ended.promise;
      }
      const mine = begin(name);
      try {
        const found = await run();
        if (found !== undefined) limiter.putBack(name);
        return found;
      } catch (error) {
        // An internal error has not judged the attempt. A refusal may come after part of it was judged.
        if (!(error instanceof Refusal)) limiter.putBack(name);
        throw error;
      } finally {
        end(name, mine);
      }
    },
  };

  function begin(name: string): UnderWay {
    const mine = underWay.get(name) ?? { count: 0, ended: Promise.withResolvers<void>() };
    mine.count += 1;
    underWay.set(name, mine);
    return mine;
  }

  function end(name: string, mine: UnderWay): void {
    mine.count -= 1;
    if (mine.count === 0) underWay.delete(name);
    mine.ended.resolve();
    mine.ended = Promise.withResolvers();
  }
}
