import { declines } from '../../../../src/ports/processors/declines.ts';
import type {
  BatchTotals,
  ChargeAnswer,
  InquiryAnswer,
  Rejection,
  Unknown,
} from '../../../../src/ports/processors/processor.ts';
import { isSameRequest, usedForAnother } from './book.ts';
import { type Booking, type Closing, type ReferenceState, standing } from './entry.ts';
import { authorizationCode } from './processor-ids.ts';

/** The answer to an inquiry. */
export function inquiryAnswer(
  reference: string,
  judgement: ReferenceState | undefined,
  asOf: number,
): InquiryAnswer {
  if (!judgement) return { outcome: 'not_found' };
  const { booked, canceled } = judgement;
  if (canceled || !booked) return { outcome: 'canceled', reference };
  const { processorId, code } = booked;
  const currency = booked.currency === undefined ? {} : { currency: booked.currency };
  if (code) {
    return {
      outcome: 'declined',
      reference,
      processorId,
      ...currency,
      code,
      message: declines[code],
    };
  }
  if (standing(judgement, asOf) === 'pending') return { outcome: 'not_found' };
  return {
    outcome: 'approved',
    reference,
    processorId,
    amountCents: booked.cents,
    ...currency,
    authorizationCode: authorizationCode(processorId),
  };
}

/** The answer to a charge or follow-up, the first under its reference or a repeated one. */
export function chargeAnswer(
  requested: Booking,
  judgement: ReferenceState,
  asOf: number,
): ChargeAnswer {
  const { booked, canceled } = judgement;
  if (canceled || !booked) return rejected('This reference was canceled.');
  if (!isSameRequest(judgement, requested)) return rejected(usedForAnother.wrong);
  const answer = inquiryAnswer(requested.reference, judgement, asOf);
  if (answer.outcome === 'approved' || answer.outcome === 'declined') return answer;
  return unknown('still being carried out');
}

export function totals({ reference, processorId, count, cents }: Closing): BatchTotals {
  return { outcome: 'closed', reference, processorId, count, cents };
}

export function rejected(message: string): Rejection {
  return { outcome: 'rejected', message };
}

export function unknown(reason: string): Unknown {
  return { outcome: 'unknown', reason };
}

/** One dollar more than was requested. */
export function withAnotherAmount(answer: ChargeAnswer): ChargeAnswer {
  if (answer.outcome !== 'approved') return answer;
  return { ...answer, amountCents: answer.amountCents + 100n };
}

export function withAnotherReference(answer: ChargeAnswer): ChargeAnswer {
  if (answer.outcome !== 'approved') return answer;
  return { ...answer, reference: 'somebody-elses' };
}
