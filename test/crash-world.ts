import type { Database } from '../src/runtime/sql.ts';
import { type AtMoment, steppingDatabase } from './moments.ts';

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

/** A database whose client dies just before or just after its step number `steps`. */
export function crashing(db: Database, steps: number, moment: 'before' | 'after'): Database {
  const client = life(moment === 'before' ? 2 * steps - 1 : 2 * steps);
  client.begin();
  return steppingDatabase(db, client.atMoment);
}
