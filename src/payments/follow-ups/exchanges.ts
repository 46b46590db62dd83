import type { Config } from '../../config.ts';
import { dayMs } from '../../kernel/duration.ts';
import { longestChargeMs } from '../../kernel/longest-charge.ts';
import type { DeclineCode } from '../../ports/processors/declines.ts';
import type { ChargeAnswer } from '../../ports/processors/processor.ts';
import { chargeText, followUpText } from '../../ports/processors/simulated-conversations.ts';
import { int4, optional, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type KeptConversation, readConversations } from '../accounts/gateway-conversations.ts';
import { detailsColumn, storedDetails } from '../invoice.ts';
import { firstAttempt, isSettled, payments, referenceOf, tookMoney } from '../payment.ts';
import { followUps, hadSucceeded, isFinished, sentAs } from './follow-up.ts';

/* The exchanges with a processor about a payment, and their results. */

const chargeColumns = payments.pick(
  'state',
  'processor',
  'processorId',
  'outcomeCode',
  'message',
  'authorizationCode',
  'amountCents',
  'approvedCents',
  'currency',
  'capture',
  'last4',
  'createdAt',
  'finishedAt',
);
/** While its outcome is open: of its own watch, or of the one of all that began together. */
const chargeFacts = chargeColumns.with({
  details: storedDetails,
  sentAt: optional(timestamptz),
  lookAt: optional(timestamptz),
  looks: optional(int4),
  cancelSentAt: optional(timestamptz),
  absentSince: optional(timestamptz),
  seenAt: optional(timestamptz),
});
const followUpFacts = followUps.pick(
  'kind',
  'isRefund',
  'state',
  'amountCents',
  'reference',
  'processor',
  'processorId',
  'actor',
  'reason',
  'outcomeCode',
  'message',
  'createdAt',
  'sentAt',
  'finishedAt',
  'resolveAt',
  'inquiries',
  'cancelSentAt',
  'absentSince',
  'seenAt',
);

/** Undefined: the business has no such payment. */
export async function readExchanges(sql: Sql, businessId: bigint, paymentId: bigint) {
  const values = [businessId, paymentId];
  const charge = await chargeFacts.readOne(
    sql,
    `select ${chargeColumns.of('p')}, ${detailsColumn('v')}, w.asked_at as "sentAt", w.look_at as "lookAt", w.looks::int4 as looks,
       w.cancel_sent_at as "cancelSentAt", w.absent_since as "absentSince", w.seen_at as "seenAt"
     from payments p join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
     left join lateral (
       select * from payment_watches o
       where o.business_id = $1 and case
         when o.kind = 'begun' then p.state = 'processing' and $2 = any (o.payment_ids) else o.id = $2 end
       order by o.kind desc limit 1
     ) w on true
     where p.business_id = $1 and p.id = $2`,
    values,
  );
  if (!charge) return undefined;
  const afterwards = await followUpFacts.read(
    sql,
    `select ${followUpFacts.columns} from followups
     where business_id = $1 and payment_id = $2 order by n`,
    values,
  );
  const reference = referenceOf(businessId, paymentId, firstAttempt);
  const references = [reference, ...afterwards.map((one) => one.reference)];
  const conversations = await readConversations(sql, businessId, references);
  return { charge: { ...charge, reference }, followUps: afterwards, conversations };
}

export type Exchanges = NonNullable<Awaited<ReturnType<typeof readExchanges>>>;

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
