import type { Terms } from '../../parties/businesses/terms.ts';
import { type DeclineCode, declines } from '../../ports/processors/declines.ts';
import type {
  Approval,
  CancelAnswer,
  ChargeAnswer,
  InquiryAnswer,
} from '../../ports/processors/processor.ts';
import { type Outcome, outcomeOf } from '../outcome.ts';
import type { Payment } from '../payment.ts';

/**
 * The outcome by the terms of the business: issuers approve charges whose security code or address is wrong, and leave
 * it to the business. One that it does not keep is declined, and reversed in a step of its own.
 */
export function outcomeByTerms(
  payment: Payment,
  answer: ChargeAnswer | InquiryAnswer | CancelAnswer,
  terms: Terms,
): Outcome {
  const code = answer.outcome === 'approved' ? whatIsWrong(answer, terms) : undefined;
  if (answer.outcome !== 'approved' || !code) return outcomeOf(payment, answer);
  return {
    state: 'declined',
    code,
    message: declines[code],
    approvedCents: 0n,
    processorId: answer.processorId,
    authorizationCode: undefined,
    checks: answer.checks,
    reversedCents: answer.amountCents,
  };
}

/** True if the issuer's checks decide about an approval. */
export function needsChecks({ voidsWrongCode, voidsWrongAddress }: Terms): boolean {
  return voidsWrongCode || voidsWrongAddress;
}

function whatIsWrong({ checks }: Approval, terms: Terms): DeclineCode | undefined {
  if (terms.voidsWrongCode && checks?.securityCode === 'no_match') return 'incorrect_cvc';
  if (terms.voidsWrongAddress && checks?.address === 'no_match') return 'incorrect_address';
  return undefined;
}
