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

/** An address at which nobody listens: a port that has no listener, ever. */
export const nobody = 'http://127.0.0.1:1';
