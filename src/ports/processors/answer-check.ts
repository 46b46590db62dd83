import type { Currency } from '../../kernel/currency.ts';
import type { ChargeAnswer, ChargeRequest, InquiryAnswer } from './processor.ts';

type Asked = Pick<ChargeRequest, 'reference' | 'amountCents' | 'currency'> & {
  readonly allowPartial?: boolean;
};

/**
 * Checks that an answer belongs to its request. Returns the same object if it does; otherwise the outcome is unknown,
 * and the caller raises an alarm, because a processor that mixes up answers is faulty.
 */
export function checkAnswer(
  { reference, amountCents, currency, allowPartial = false }: Asked,
  answer: ChargeAnswer,
): ChargeAnswer {
  if ('reference' in answer && answer.reference !== reference) return anotherReference;
  if (isInAnother(currency, answer)) return anotherCurrency;
  if (answer.outcome !== 'approved' || answer.amountCents === amountCents) return answer;
  const isPart = answer.amountCents > 0n && answer.amountCents < amountCents;
  return allowPartial && isPart ? answer : anotherAmount;
}

/** The same for an inquiry. The caller compares the amount: a charge that was found was made. */
export function checkInquiry(
  { reference, currency }: Pick<Asked, 'reference' | 'currency'>,
  answer: InquiryAnswer,
): InquiryAnswer {
  if ('reference' in answer && answer.reference !== reference) return anotherReference;
  return isInAnother(currency, answer) ? anotherCurrency : answer;
}

/** An amount in another currency is another amount, and was not asked for. */
function isInAnother(currency: Currency, answer: ChargeAnswer | InquiryAnswer): boolean {
  return 'currency' in answer && answer.currency !== undefined && answer.currency !== currency;
}

const anotherReference = { outcome: 'unknown', reason: 'answer for another reference' } as const;
const anotherAmount = { outcome: 'unknown', reason: 'answer for another amount' } as const;
/** Something is there. */
const anotherCurrency = {
  outcome: 'unknown',
  reason: 'answer in another currency',
  isThere: true,
} as const;
