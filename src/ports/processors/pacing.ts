import { hourMs, minuteMs } from '../../kernel/duration.ts';
import type { Ask, CallResult, HttpCall } from '../../runtime/http-out/http-call.ts';
import type { Pace } from './request-terms.ts';

export type PacingOptions = {
  readonly now: () => Date;
  readonly signalAfter: (ms: number) => AbortSignal;
  /** How long a request that moves money waits for its turn; after that it is certain that it was not sent. */
  readonly patienceMs?: number;
  /** How long an inquiry waits. */
  readonly longPatienceMs?: number;
  /** How long a patient inquiry waits: longer than a window of a minute. */
  readonly longestPatienceMs?: number;
  /** For how long, at least, nothing that moves money is sent after the gateway asked to slow down. */
  readonly quietMs?: number;
  /** For how long at most, whatever the gateway asks for. */
  readonly longestQuietMs?: number;
  /** True if an answer with the status 429 asks to slow down; left out: every one does. */
  readonly asksToSlowDown?: ((body: string) => boolean) | undefined;
};

/** A patient inquiry is a page of many. */
type Kind = 'move' | 'inquiry' | 'patient';

type Calls = {
  /** When each call of the last hour began. */
  readonly begun: number[];
  underWay: number;
};

/** Observes how long calls wait for their turn, and when the gateway asks to slow down. */
export type PacingWatch = {
  readonly waits: (kind: Kind) => (hasTurn: boolean) => void;
  readonly slowed: () => void;
};

/** Makes calls wait for their turn. All calls given to it share its limits. */
export type Pacer = (call: HttpCall, watch?: PacingWatch) => HttpCall;

/**
 * A rate limiter: keeps the calls of one account within the limits of its gateway. The limits count requests, and one
 * operation may take several, so each call waits for its turn. Requests that move money and inquiries also have limits
 * of their own, and neither kind may use up the account: inquiries resolve unknown outcomes, and must not keep the next
 * payer waiting. Without limits it only waits when the gateway asks for it.
 */
export function createPacer(pace: Pace = unlimited, options: PacingOptions): Pacer {
  const { now, signalAfter, quietMs = 10_000, longestQuietMs = 300_000 } = options;
  const { asksToSlowDown = () => true } = options;
  const patienceOf: Readonly<Record<Kind, number>> = {
    move: options.patienceMs ?? 2000,
    inquiry: options.longPatienceMs ?? 10_000,
    patient: options.longestPatienceMs ?? 90_000,
  };
  const mostOf = mostOfEach(pace);
  const all: Calls = { begun: [], underWay: 0 };
  const moves: Calls = { begun: [], underWay: 0 };
  const inquiries: Calls = { begun: [], underWay: 0 };
  const waiting = new Set<() => void>();
  let quietUntil = 0;

  return (call, watch) => async (ask) => {
    const kind = kindOf(ask);
    const patience = signalAfter(patienceOf[kind]);
    const giveUp = ask.until ? AbortSignal.any([patience, ask.until]) : patience;
    const waited = watch?.waits(kind);
    const hasTurn = await turn(kind, giveUp, ask.sendBy);
    waited?.(hasTurn);
    if (!hasTurn) return noTurn;
    try {
      const result = await call(ask);
      const isTooMuch = result.kind === 'answered' && result.status === 429;
      if (isTooMuch && asksToSlowDown(result.body)) {
        keepQuiet(result.retryAfter);
        watch?.slowed();
      }
      return result;
    } finally {
      for (const calls of [all, ofKind(kind)]) calls.underWay -= 1;
      for (const wake of waiting) wake();
    }
  };

  /** A later answer with a shorter time does not take back what an earlier one asked for. */
  function keepQuiet(retryAfter: string | undefined): void {
    const at = now().getTime();
    const asked = Math.min(waitAskedMs(retryAfter, at), longestQuietMs);
    quietUntil = Math.max(quietUntil, at + Math.max(quietMs, asked));
  }

  /** Takes a turn. Returns false if there was none in time. */
  async function turn(kind: Kind, giveUp: AbortSignal, sendBy: Date | undefined): Promise<boolean> {
    const giveUpAt = now().getTime() + patienceOf[kind];
    let wake = () => {};
    const stir = () => wake();
    waiting.add(stir);
    giveUp.addEventListener('abort', stir);
    try {
      for (;;) {
        // The clock as well: after a pause of the process the timer of a free turn may run before that of giving up.
        if (giveUp.aborted || now().getTime() >= giveUpAt) return false;
        if (sendBy && now() > sendBy) return false;
        const waitMs = untilFree(kind);
        if (waitMs === 0) {
          // Taken before any other waiter looks.
          for (const calls of [all, ofKind(kind)]) {
            if (pace !== unlimited) calls.begun.push(now().getTime());
            calls.underWay += 1;
          }
          return true;
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        // It gives up before a longer wait ends.
        if (waitMs <= patienceOf[kind]) signalAfter(waitMs).addEventListener('abort', stir);
        await promise;
      }
    } finally {
      waiting.delete(stir);
      giveUp.removeEventListener('abort', stir);
    }
  }

  function ofKind(kind: Kind): Calls {
    return kind === 'move' ? moves : inquiries;
  }

  /** 0: it may begin now. Infinity: it may begin when another call ends. */
  function untilFree(kind: Kind): number {
    const at = now().getTime();
    if (kind === 'move' && quietUntil > at) return quietUntil - at;
    const freeAt = Math.max(freeWithin(all, pace, at), freeWithin(ofKind(kind), mostOf[kind], at));
    return Math.max(0, freeAt - at);
  }
}

function kindOf({ method, isPatient, isInquiry }: Ask): Kind {
  if (method !== 'GET' && !isInquiry) return 'move';
  return isPatient ? 'patient' : 'inquiry';
}

const none = Number.POSITIVE_INFINITY;
const unlimited: Pace = { atOnce: none, perMinute: none, perHour: none };

/** A patient inquiry leaves half of the limits of inquiries to the others; over an hour it may use all of them. */
function mostOfEach(pace: Pace): Readonly<Record<Kind, Pace>> {
  const inquiry = partOf(pace, 0.5);
  const patient = { ...partOf(pace, 0.25), perHour: inquiry.perHour };
  return { move: partOf(pace, 0.8), inquiry, patient };
}

function partOf({ atOnce, perMinute, perHour }: Pace, share: number): Pace {
  const most = (limit: number) => Math.max(1, Math.floor(limit * share));
  return { atOnce: most(atOnce), perMinute: most(perMinute), perHour: most(perHour) };
}

/** The time when one more of these calls may begin. */
function freeWithin({ begun, underWay }: Calls, most: Pace, at: number): number {
  while (begun.length > 0 && begun[0]! <= at - hourMs) begun.shift();
  if (underWay >= most.atOnce) return Number.POSITIVE_INFINITY;
  return Math.max(
    windowFreeAt(begun, most.perMinute, minuteMs),
    windowFreeAt(begun, most.perHour, hourMs),
  );
}

/** The time when so few calls are left in the window that one more may begin. */
function windowFreeAt(begun: readonly number[], most: number, windowMs: number): number {
  const before = begun.at(-most);
  return before === undefined ? 0 : before + windowMs;
}

/** Reads seconds or a date; 0 if it is neither. */
function waitAskedMs(retryAfter = '', at: number): number {
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const until = /^[A-Z][a-z]{2}, /.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(until) ? 0 : Math.max(0, until - at);
}

/** Why nothing was sent: we held it back ourselves. */
export const noTurnInTime = 'no turn in time';
const noTurn: CallResult = { kind: 'not_sent', reason: noTurnInTime };
