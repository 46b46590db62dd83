import { noTurnInTime } from './pacing.ts';
import type { ChargeAnswer, NotSent, Processor } from './processor.ts';

export type BreakerOptions = {
  readonly now: () => Date;
  /** The number of consecutive failures that opens the circuit breaker … */
  readonly failures?: number;
  /** … within so many seconds … */
  readonly withinSeconds?: number;
  /** … for so many seconds. Then one request is sent as a trial. */
  readonly pauseSeconds?: number;
  /** Called when it opens and when it closes, but not for trials that fail in between. */
  readonly note?: (isOpen: boolean) => void;
};

const circuitOpen: NotSent = { outcome: 'not_sent', reason: 'circuit open' };

/**
 * A circuit breaker: while a processor fails repeatedly, nothing that moves money is sent to it. Such a payment is
 * certainly not charged, which is better than one more unknown outcome. Any answer resets the count, also a decline or
 * one that leaves open what became of its card: a busy processor that loses one answer in a thousand is not down.
 * Inquiries and cancels always pass, because they resolve unknown outcomes; so do requests that are sent once a day.
 */
export function withBreaker(processor: Processor, options: BreakerOptions): Processor {
  const { now, failures = 10, withinSeconds = 30, pauseSeconds = 5, note } = options;
  let failedAt: number[] = [];
  let pausedUntil: number | undefined;
  let isProbing = false;

  return {
    // The rest passes: it resolves unknown outcomes, or is sent once a day.
    ...processor,
    charge: (request) => send(() => processor.charge(request)),
    followUp: (request) => send(() => processor.followUp(request)),
  };

  async function send(ask: () => Promise<ChargeAnswer>): Promise<ChargeAnswer> {
    if (pausedUntil === undefined) return heed(await ask());

    if (isProbing || now().getTime() < pausedUntil) return circuitOpen;
    isProbing = true;
    try {
      return heed(await ask());
    } finally {
      isProbing = false;
    }
  }

  function heed(answer: ChargeAnswer): ChargeAnswer {
    // What our own limits held back says nothing of the processor.
    if (answer.outcome === 'not_sent' && answer.reason === noTurnInTime) return answer;
    if (!isFailure(answer)) {
      failedAt = [];
      if (pausedUntil !== undefined) note?.(false);
      pausedUntil = undefined;
      return answer;
    }
    const at = now().getTime();
    failedAt = failedAt.filter((moment) => moment > at - withinSeconds * 1000);
    failedAt.push(at);
    if (isProbing || failedAt.length >= failures) {
      failedAt = [];
      if (pausedUntil === undefined) note?.(true);
      pausedUntil = at + pauseSeconds * 1000;
    }
    return answer;
  }
}

function isFailure(answer: ChargeAnswer): boolean {
  if (answer.outcome === 'not_sent') return true;
  return answer.outcome === 'unknown' && !(answer.isThere ?? answer.isHeld ?? answer.isAnswered);
}
