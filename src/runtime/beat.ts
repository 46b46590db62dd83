/** Tells how long input that is read now may have waited. */
export type Beat = {
  /** Call it a few times a second. */
  readonly beat: () => void;
  readonly unreadSince: () => Date;
};

const pauseMs = 1_000;
/** For this long after a pause there may be unread input that arrived during it. */
const catchUpMs = 5_000;

/**
 * A process that was paused (by a debugger, a suspended machine, a starved container) reads requests whose callers gave
 * up long ago. They count as having arrived when the pause began.
 */
export function createBeat(now: () => Date): Beat {
  let last = now();
  let pausedAt = last;
  let caughtUpAt = last.getTime();

  function beat(): void {
    const at = now();
    if (at.getTime() - last.getTime() > pauseMs) {
      // A second pause before all input of the first was read leaves the first in force.
      if (last.getTime() >= caughtUpAt) pausedAt = last;
      caughtUpAt = at.getTime() + catchUpMs;
    }
    last = at;
  }

  return {
    beat,
    unreadSince() {
      beat();
      return last.getTime() < caughtUpAt ? pausedAt : last;
    },
  };
}
