import { int4, optional, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { readConversations } from '../accounts/gateway-conversations.ts';
import { detailsColumn, storedDetails } from '../invoice.ts';
import { firstAttempt, payments, referenceOf } from '../payment.ts';
import { followUps } from './follow-up.ts';

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
