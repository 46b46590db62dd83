import type { ChargeAnswer, NotSent, Processor } from './processor.ts';

export type BreakerOptions = {
  readonly now: () => Date;
  /** So many failures in a row … */
  readonly failures?: number;
  /** … within so many seconds … */
  readonly withinSeconds?: number;
  /** … and nothing that moves money is sent for so many seconds; then one is, to see. */
  readonly pauseSeconds?: number;
};

const circuitOpen: NotSent = { outcome: 'not_sent', reason: 'circuit open' };

/**
 * A processor that fails time after time is left alone for a while: such a payment was certainly not sent,
 * which is better for everybody than one more whose outcome nobody knows. Any real answer, also a decline,
 * begins the count anew: a busy processor that loses one answer in a thousand is not down. Inquiries and
 * cancels always go through, because they are what settles the unknown; so does what comes once a day.
 */
export function withBreaker(processor: Processor, options: BreakerOptions): Processor {
  const { now, failures = 10, withinSeconds = 30, pauseSeconds = 5 } = options;
  let failedAt: number[] = [];
  let pausedUntil: number | undefined;
  let isProbing = false;

  return {
    name: processor.name,
    can: processor.can,

    charge: (request) => send(() => processor.charge(request)),
    followUp: (request) => send(() => processor.followUp(request)),
    inquire: (reference) => processor.inquire(reference),
    cancel: (reference) => processor.cancel(reference),
    closeBatch: (request) => processor.closeBatch(request),
    inquireBatch: (reference) => processor.inquireBatch(reference),
    findCustomer: (code) => processor.findCustomer(code),
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
    if (answer.outcome !== 'unknown' && answer.outcome !== 'not_sent') {
      failedAt = [];
      pausedUntil = undefined;
      return answer;
    }
    const at = now().getTime();
    failedAt = failedAt.filter((moment) => moment > at - withinSeconds * 1000);
    failedAt.push(at);
    if (isProbing || failedAt.length >= failures) {
      failedAt = [];
      pausedUntil = at + pauseSeconds * 1000;
    }
    return answer;
  }
}
