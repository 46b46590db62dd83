import type { ChargeAnswer, ChargeRequest, InquiryAnswer } from './processor.ts';

type Asked = Pick<ChargeRequest, 'reference' | 'amountCents'> & { readonly allowPartial?: boolean };

/**
 * An answer counts only for what was asked. The very same object comes back when it fits; otherwise the
 * outcome is unknown, and the caller raises an alarm: a processor that mixes answers up is a fault.
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

/** The same for an inquiry, whose amount is for the caller to compare: what was found, was charged. */
export function checkInquiry(reference: string, answer: InquiryAnswer): InquiryAnswer {
  if ('reference' in answer && answer.reference !== reference) return anotherReference;
  return answer;
}

const anotherReference = { outcome: 'unknown', reason: 'answer for another reference' } as const;
const anotherAmount = { outcome: 'unknown', reason: 'answer for another amount' } as const;
