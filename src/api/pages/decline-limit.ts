import { Refusal } from '../../kernel/refusal.ts';
import { type Payment, tookMoney } from '../../payments/payment.ts';
import { createAddressLimiter, type Limiter } from '../../runtime/rate-limiter.ts';

/*
 * Against card testing, for each network address over all businesses with limits, and all pages that charge. Many people may share an address, so after
 * some declines its browsers do work before each try. Nobody is refused for declines that `card-testing/judge.ts` counts.
 */

/** Declines an hour before each further try needs a proof of work. */
const unproved = 10;
/** Declines an hour of correct cards, beyond the payers who paid: nothing else counts these. */
const ofRightCards = 60;
const rightCards: ReadonlySet<string | undefined> = new Set([
  'insufficient_funds',
  'limit_exceeded',
  'authentication_required',
]);

export type DeclineLimit = {
  /** True if a try from there needs a proof. */
  wantsProof(address: string): boolean;
  /** Undefined: it charged nothing. */
  pay<T extends Payment | Refusal | undefined>(
    address: string,
    prove: () => Promise<boolean>,
    work: () => Promise<T>,
  ): Promise<T | Refusal>;
};

export function createDeclineLimit(now: () => Date): DeclineLimit {
  const perHour = (burst: number) => createAddressLimiter({ burst, perSecond: burst / 3600, now });
  const [free, right] = [perHour(unproved), perHour(ofRightCards)];

  return {
    wantsProof(address) {
      const { ok } = free.take(address);
      if (ok) free.putBack(address);
      return !ok;
    },
    // Taken beforehand, or many at once would pass; put back unless it was declined.
    async pay(address, prove, work) {
      const { ok, retryAfterSeconds } = right.take(address);
      if (!ok) return new Refusal('rate_limited', { message: tooManyDeclines, retryAfterSeconds });
      const paid = await payProved(free, { address, prove, work });
      const result: Payment | Refusal | undefined = paid;
      const payment = result instanceof Refusal ? undefined : result;
      const isDeclined = payment?.state === 'declined';
      if (!isDeclined || !rightCards.has(payment.outcomeCode)) right.putBack(address);
      if (payment && tookMoney(payment.state)) right.putBack(address);
      return paid;
    },
  };
}

async function payProved<T extends Payment | Refusal | undefined>(
  free: Limiter,
  {
    address,
    prove,
    work,
  }: { address: string; prove: () => Promise<boolean>; work: () => Promise<T> },
): Promise<T | Refusal> {
  const { ok } = free.take(address);
  if (!ok && !(await prove())) return new Refusal('proof_wanted');
  const paid = await work();
  const isDeclined = paid && !(paid instanceof Refusal) && paid.state === 'declined';
  if (ok && !isDeclined) free.putBack(address);
  return paid;
}

const tooManyDeclines =
  'Too many payments were declined here in the last hour. Nothing was charged; please try again later.';
