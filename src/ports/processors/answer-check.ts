import type { ChargeAnswer, ChargeRequest, InquiryAnswer } from './processor.ts';

type Asked = Pick<ChargeRequest, 'reference' | 'amountCents'> & { readonly allowPartial?: boolean };

/**
 * Checks that an answer belongs to its request. Returns the same object if it does; otherwise the outcome is unknown,
 * and the caller raises an alarm, because a processor that mixes up answers is faulty.
 */
export function checkAnswer(
  { reference, amountCents, allowPartial = false }: Asked,
  answer: ChargeAnswer,
): ChargeAnswer {
  if ('reference' in answer && answer.reference !== reference) return anotherReference;
  if (answer.outcome !== 'approved' || answer.amountCents === amountCents) return answer;
  const isPart = answer.amountCents > 0n && answer.amountCents < amountCents;
  return allowPartial && isPart ? answer : anotherAmount;
}

/** The same for an inquiry. The caller compares the amount: a charge that was found was made. */
export function checkInquiry(reference: string, answer: InquiryAnswer): InquiryAnswer {
  if ('reference' in answer && answer.reference !== reference) return anotherReference;
  return answer;
}

const anotherReference = { outcome: 'unknown', reason: 'answer for another reference' } as const;
const anotherAmount = { outcome: 'unknown', reason: 'answer for another amount' } as const;
