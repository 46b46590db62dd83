type Clocks = {
  /** Milliseconds for which this machine ran; where it was suspended they stood still. */
  readonly runningMs: () => number;
  /** Milliseconds since it was started, suspended or not; exact to a second on some systems. */
  readonly upMs: () => number;
};

/** `upMs` costs a system call. */
const lookEveryMs = 10;
const noticeableMs = 1_500;

/**
 * Milliseconds that passed; never set, unlike the clock of this machine. The time for which it was suspended counts: for
 * others it passed, and what was leased here is theirs since.
 */
export function createElapsed({ runningMs, upMs }: Clocks): () => number {
  const startedMs = upMs() - runningMs();
  let suspendedMs = 0;
  let lookedAt = runningMs();
  return () => {
    const running = runningMs();
    if (running - lookedAt >= lookEveryMs) {
      lookedAt = running;
      const missingMs = upMs() - startedMs - running;
      if (missingMs - suspendedMs > noticeableMs) suspendedMs = missingMs;
    }
    return running + suspendedMs;
  };
}
