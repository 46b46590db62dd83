import assert from 'node:assert/strict';
import type { Database } from '../src/runtime/sql.ts';
import { type AtMoment, steppingDatabase } from './moments.ts';
import type { Scope } from './scope.ts';
import { type Campaign, drawing, stride } from './size.ts';

export class Death extends Error {}

/**
 * A life that ends at its n-th moment. Who is dead stays dead: from then on everything throws. Whoever dies inside a
 * transaction leaves what was there before it, as at the moment before its commit: these are one.
 */
export type Life = {
  readonly atMoment: AtMoment;
  readonly isOver: boolean;
  /** From now on moments count: what came before was the process's start. */
  begin(): void;
};

export function life(moments: number): Life {
  let left = moments;
  let isOver = false;
  let hasBegun = false;
  return {
    atMoment(isInside = false) {
      if (hasBegun && !isOver && !isInside) left -= 1;
      if (left <= 0) isOver = true;
      if (hasBegun && isOver) throw new Death();
    },
    get isOver() {
      return isOver;
    },
    begin() {
      hasBegun = true;
    },
  };
}

/** What happens in each life. `n` counts lives, from 1. */
type Lives<Process, Subject, Done> = {
  /** The process that may die. */
  readonly open: (span: Life, subject: Subject) => Promise<Process> | Process;
  /** By a process that lives: what this life is about. Its scope is over when the next begins. */
  readonly before: (n: number, scope: Scope) => Promise<Subject>;
  readonly act: (crashing: Process, subject: Subject, span: Life) => Promise<Done>;
  /** What others do then; `done` if it lived to say so. */
  readonly others?: (subject: Subject, n: number, done: Done | undefined) => Promise<unknown>;
  /** Throws if what is left in the end is wrong. */
  readonly judge?: ((subject: Subject, n: number, hasDied: boolean) => Promise<void>) | undefined;
  /**
   * Moments in a row of which usually one is tried, the last: who dies just after a statement or call leaves what is
   * left just before the next, if nothing else goes on.
   */
  readonly alike?: number;
};

/** `isWhole`: death was tried at all moments that differ, so that everything that may happen was seen. */
export type Lived = { readonly lives: number; readonly isWhole: boolean };

const mostMoments = 400;

/** One process after the other does the same, each for some moments longer, until one survives. */
export async function everyLife<Process, Subject, Done>(
  campaign: Campaign,
  { open, before, act, others, judge, alike = 1 }: Lives<Process, Subject, Done>,
): Promise<Lived> {
  return await drawing(campaign, async (seed, size) => {
    const step = size === 'usual' ? alike : stride(size);
    const first = size === 'usual' ? alike : 1 + (seed % step);
    for (let n = 1, moment = first; moment < mostMoments; n += 1, moment += step) {
      const span = life(moment);
      const ends: (() => Promise<void>)[] = [];
      try {
        const subject = await before(n, { after: (end) => void ends.push(end) });
        const process = await open(span, subject);
        span.begin();
        const done = await act(process, subject, span).catch((error) => {
          if (!span.isOver) throw error;
          return undefined;
        });
        await others?.(subject, n, span.isOver ? undefined : done);
        await judge?.(subject, n, span.isOver);
      } catch (error) {
        throw new Error(`death at moment ${moment}: ${messageOf(error)}`, { cause: error });
      } finally {
        // An end may add another.
        for (const end of ends) await end();
      }
      if (span.isOver) continue;
      assert.ok(n > 1, 'nobody died');
      return { lives: n, isWhole: stride(size) === 1 };
    }
    throw new Error('it never survives');
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A database whose client dies just before or just after its step number `steps`. */
export function crashing(db: Database, steps: number, moment: 'before' | 'after'): Database {
  const client = life(moment === 'before' ? 2 * steps - 1 : 2 * steps);
  client.begin();
  return steppingDatabase(db, client.atMoment);
}
