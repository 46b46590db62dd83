import type { CallResult, HttpCall } from '../../runtime/http-out/http-call.ts';
import type { Pace } from './request-terms.ts';

export type PacingOptions = {
  readonly now: () => Date;
  readonly signalAfter: (ms: number) => AbortSignal;
  /** How long a request that moves money waits for its turn; then it is certain that it was not sent. */
  readonly patienceMs?: number;
  /** How long an inquiry waits. */
  readonly longPatienceMs?: number;
  /** How long nothing that moves money is sent after the gateway asked to slow down. */
  readonly quietMs?: number;
};

const [minuteMs, hourMs] = [60_000, 3_600_000];
/** Of each limit this share is for requests that move money; inquiries may have all of it. */
const share = 0.8;

/**
 * Keeps the calls of one account within the limits of its gateway. They count requests, and a conversation may take
 * several, so it is each call that waits for its turn. Room is kept for inquiries, which resolve unknown outcomes: they
 * are the requests with GET.
 */
export function pacedCall(call: HttpCall, pace: Pace, options: PacingOptions): HttpCall {
  const {
    now,
    signalAfter,
    patienceMs = 2000,
    longPatienceMs = 10_000,
    quietMs = 10_000,
  } = options;
  /** When each call of the last hour began. */
  const begun: number[] = [];
  const waiting = new Set<() => void>();
  let underWay = 0;
  let quietUntil = 0;

  return async (ask) => {
    const isInquiry = ask.method === 'GET';
    const patience = signalAfter(isInquiry ? longPatienceMs : patienceMs);
    const giveUp = ask.until ? AbortSignal.any([patience, ask.until]) : patience;
    if (!(await turn(isInquiry, giveUp))) return noTurn;
    try {
      const result = await call(ask);
      if (result.kind === 'answered' && result.status === 429)
        quietUntil = now().getTime() + quietMs;
      return result;
    } finally {
      underWay -= 1;
      for (const wake of waiting) wake();
    }
  };

  /** Takes a turn. False: there was none in time. */
  async function turn(isInquiry: boolean, giveUp: AbortSignal): Promise<boolean> {
    let wake = () => {};
    const stir = () => wake();
    waiting.add(stir);
    giveUp.addEventListener('abort', stir);
    try {
      for (;;) {
        const waitMs = untilFree(isInquiry);
        if (waitMs === 0) {
          // Taken before anybody else looks.
          begun.push(now().getTime());
          underWay += 1;
          return true;
        }
        if (giveUp.aborted) return false;
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        // Longer than that nobody waits.
        if (waitMs <= longPatienceMs) signalAfter(waitMs).addEventListener('abort', stir);
        await promise;
      }
    } finally {
      waiting.delete(stir);
      giveUp.removeEventListener('abort', stir);
    }
  }

  /** 0: it may begin now. Infinity: once another one ends. */
  function untilFree(isInquiry: boolean): number {
    const at = now().getTime();
    while (begun.length > 0 && begun[0]! <= at - hourMs) begun.shift();
    const most = (limit: number) => (isInquiry ? limit : Math.max(1, Math.floor(limit * share)));
    if (!isInquiry && quietUntil > at) return quietUntil - at;
    const freeAt = Math.max(
      windowFreeAt(most(pace.perMinute), minuteMs),
      windowFreeAt(most(pace.perHour), hourMs),
    );
    if (freeAt > at) return freeAt - at;
    return underWay < most(pace.atOnce) ? 0 : Number.POSITIVE_INFINITY;
  }

  /** When so few calls began within the time that one more may. */
  function windowFreeAt(most: number, windowMs: number): number {
    const before = begun.at(-most);
    return before === undefined ? 0 : before + windowMs;
  }
}

const noTurn: CallResult = { kind: 'not_sent', reason: 'no turn within the limits of the gateway' };
