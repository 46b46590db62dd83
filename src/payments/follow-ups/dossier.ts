import { date, int2, int4, int8, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import { readConversations } from '../accounts/gateway-conversations.ts';
import type { PaymentState } from '../moves.ts';
import { firstAttempt, paymentRow, payments, referenceOf } from '../payment.ts';
import { followUps } from './follow-up.ts';

/* The facts of payments that an operator may see: no number, no name, no fingerprint, no token. */

type Filter = {
  readonly state: PaymentState | undefined;
  /** Only payments with a smaller id. */
  readonly before: bigint | undefined;
  readonly limit: number;
};

/** The newest first. */
export async function listPayments(sql: Sql, businessId: bigint, { state, before, limit }: Filter) {
  return await listedPayments.read(
    sql,
    `select ${paymentRow.of('p')}, v.external_id as "invoiceExternalId"
     from payments p left join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
     where p.business_id = $1 and p.id < coalesce($2, 9223372036854775807)
       and ($3::text is null or p.state = $3) order by p.id desc limit $4`,
    [businessId, before, state, limit],
  );
}

const listedPayments = paymentRow.with({ invoiceExternalId: optional(text) });

/** Everything that was done and published about a payment. */
export async function readDossier(sql: Sql, businessId: bigint, paymentId: bigint) {
  const values = [businessId, paymentId];
  const afterwards = await followUpFacts.read(
    sql,
    `select ${followUpFacts.columns} from followups
     where business_id = $1 and payment_id = $2 order by n`,
    values,
  );
  const references = [
    referenceOf(businessId, paymentId, firstAttempt),
    ...afterwards.map(({ reference }) => reference),
  ];
  const invoice = await invoiceFacts.readOne(
    sql,
    `select v.external_id as "invoiceExternalId"
     from payments p join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
     where p.business_id = $1 and p.id = $2`,
    values,
  );
  return {
    invoiceExternalId: invoice?.invoiceExternalId,
    charges: await chargeFacts.read(
      sql,
      `select ${chargeColumns.of('p')}, w.look_at as "lookAt", coalesce(w.looks, 0) as looks
       from payments p
       left join lateral (
         select look_at, looks from payment_watches
         where business_id = $1 and case
           when kind = 'begun' then p.state = 'processing' and $2 = any (payment_ids) else id = $2 end
         order by kind desc limit 1
       ) w on true
       where p.business_id = $1 and p.id = $2`,
      values,
    ),
    followUps: afterwards,
    conversations: await readConversations(sql, businessId, references),
    entries: await entryFacts.read(
      sql,
      `select ${entryFacts.columns} from ach_entries
       where business_id = $1 and payment_id = $2 order by id`,
      values,
    ),
    questions: await caseFacts.read(
      sql,
      `select ${caseFacts.columns} from open_questions
       where business_id = $1 and ((object_kind = 'payment' and object_id = $2)
         or (object_kind = 'followup' and object_id in (
           select id from followups where business_id = $1 and payment_id = $2)))
       order by id`,
      values,
    ),
  };
}

const invoiceFacts = shape({ invoiceExternalId: optional(text) });
const chargeColumns = payments.pick(
  'processor',
  'processorId',
  'authorizationCode',
  'createdAt',
  'finishedAt',
);
/** `lookAt`: the time of the next inquiry. */
const chargeFacts = chargeColumns.with({ lookAt: optional(timestamptz), looks: int4 });
const followUpFacts = followUps.pick(
  'id',
  'n',
  'kind',
  'state',
  'amountCents',
  'reference',
  'actor',
  'reason',
  'processorId',
  'outcomeCode',
  'message',
  'createdAt',
  'finishedAt',
  'resolveAt',
  'inquiries',
);
const entryFacts = shape({
  id: int8,
  kind: text,
  state: text,
  amountCents: int8,
  secCode: text,
  accountKind: text,
  last4: text,
  presentment: int2,
  traceNumber: optional(text),
  effectiveOn: optional(date),
  nextAt: optional(timestamptz),
  returnCode: optional(text),
});
const caseFacts = shape({ id: int8, kind: text, state: text });
