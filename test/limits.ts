import { setTimeout as delay } from 'node:timers/promises';

/** For parts that ask for a signal after a time: it never comes. */
export function never(): AbortSignal {
  return new AbortController().signal;
}

/** Limits of time that pass when a test says so. Those that are asked for later are new ones. */
export function limitByHand() {
  let limit = new AbortController();
  return {
    signalAfter: () => limit.signal,
    pass(): void {
      limit.abort();
      limit = new AbortController();
    },
  };
}

const parts = 20;

/**
 * A limit of real time of which a process that stands still loses one part: when it goes on, it reads what came meanwhile
 * before the limit has passed.
 */
export function signalAfterParts(ms: number): AbortSignal {
  const limit = new AbortController();
  const pass = async () => {
    for (let n = 0; n < parts; n += 1) await delay(ms / parts, undefined, { ref: false });
    limit.abort();
  };
  void pass();
  return limit.signal;
}

/** An address at which nobody listens: a port that has no listener, ever. */
export const nobody = 'http://127.0.0.1:1';
