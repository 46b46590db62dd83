import type { Config } from '../../config.ts';
import { dayMs } from '../../kernel/duration.ts';
import { longestChargeMs } from '../../kernel/longest-charge.ts';
import type { DeclineCode } from '../../ports/processors/declines.ts';
import type { ChargeAnswer } from '../../ports/processors/processor.ts';
import { chargeText, followUpText } from '../../ports/processors/simulated-conversations.ts';
import type { KeptConversation } from '../accounts/gateway-conversations.ts';
import { isSettled, tookMoney } from '../payment.ts';
import type { Exchanges } from './exchanges.ts';
import { hadSucceeded, isFinished, sentAs } from './follow-up.ts';

type Limits = Pick<Config, 'gatewayConversationDays' | 'processorTimeoutMs'>;
type Sent = {
  readonly reference: string;
  readonly sentAt: Date;
  readonly finishedAt: Date | undefined;
};

/**
 * Exchanges that the simulated bank answered at once, derived from the rows of each charge, capture, void and refund
 * without a stored doubtful exchange. They reach back no further than stored conversations do.
 */
export function plainExchanges(
  { charge, followUps, conversations }: Exchanges,
  limits: Limits,
  now: Date,
): KeptConversation[] {
  const oldest = now.getTime() - limits.gatewayConversationDays * dayMs;
  const longestMs = longestChargeMs(limits);
  const isPlain = ({ reference, sentAt, finishedAt }: Sent): boolean => {
    if (!finishedAt || sentAt.getTime() <= oldest) return false;
    // Found out later, and not answered.
    if (finishedAt.getTime() - sentAt.getTime() > longestMs) return false;
    return !conversations.some(
      (one) => one.reference === reference && one.at >= sentAt && one.at <= finishedAt,
    );
  };
  const { createdAt: sentAt } = charge;
  const charged = isSettled(charge.state) && isPlain({ ...charge, sentAt });
  return [
    ...(charged ? [ofCharge(charge)] : []),
    ...followUps
      .filter((one) => isFinished(one) && isPlain(one))
      .map((one) => ofFollowUp(one, charge)),
  ];
}

type Charge = Exchanges['charge'];
type FollowUp = Exchanges['followUps'][number];

function ofCharge(charge: Charge): KeptConversation {
  const { reference, createdAt, details, approvedCents } = charge;
  const answer = answerOf(charge, tookMoney(charge.state) ? approvedCents : undefined);
  const { statementDescriptor } = details;
  const text = chargeText({ ...charge, statementDescriptor }, answer);
  return { kind: 'charge', reference, ...timesOf(charge, createdAt), ...text };
}

function ofFollowUp(followUp: FollowUp, { reference, currency }: Charge): KeptConversation {
  const { amountCents, sentAt } = followUp;
  const kind = sentAs(followUp);
  const request = { kind, chargeReference: reference, amountCents, currency };
  const answer = answerOf(followUp, hadSucceeded(followUp) ? amountCents : undefined);
  const text = followUpText(request, answer);
  return { kind, reference: followUp.reference, ...timesOf(followUp, sentAt), ...text };
}

type Ended = Pick<FollowUp, 'reference' | 'processorId' | 'outcomeCode' | 'message'> & {
  readonly authorizationCode?: string | undefined;
};

function answerOf(ended: Ended, approvedCents: bigint | undefined): ChargeAnswer {
  const { reference, processorId = '', outcomeCode, message = '', authorizationCode = '' } = ended;
  if (approvedCents !== undefined) {
    const amountCents = approvedCents;
    return { outcome: 'approved', reference, processorId, amountCents, authorizationCode };
  }
  if (outcomeCode === 'not_sent') return { outcome: 'not_sent', reason: '' };
  return { outcome: 'declined', reference, processorId, code: outcomeCode as DeclineCode, message };
}

function timesOf(
  { processor: account, finishedAt }: Pick<FollowUp, 'processor' | 'finishedAt'>,
  at: Date,
): Pick<KeptConversation, 'account' | 'at' | 'tookMs'> {
  return { account, at, tookMs: Math.max(0, finishedAt!.getTime() - at.getTime()) };
}
