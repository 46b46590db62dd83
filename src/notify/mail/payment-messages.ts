import { invoices } from '../../payments/open-invoice.ts';
import { payments } from '../../payments/payment.ts';
import { int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import { isHeld } from '../conversations/message-store.ts';
import { mailStates } from './store.ts';

/** States of mails, and of texts that the business sends. */
export const sentStates = [
  ...mailStates,
  'scheduled',
  'delivered',
  'undelivered',
  'canceled',
  'blocked',
] as const;

/** A mail or a text that was sent because of a payment. */
const paymentMessages = shape({
  id: int8,
  channel: oneOf(['mail', 'text']),
  /** The kind of its event; `pay_link` for a text that asks for the payment, `pay_link_reminder` for one that reminds of it. */
  template: text,
  recipient: text,
  state: oneOf(sentStates),
  errorCode: optional(text),
  conversationId: optional(int8),
  createdAt: timestamptz,
  sendsAt: optional(timestamptz),
  sentAt: optional(timestamptz),
  finishedAt: optional(timestamptz),
});
export type PaymentMessage = RowOf<typeof paymentMessages>;

const mostShown = 100;

const ofPayment = payments.pick('invoiceId');

/**
 * The latest mails and texts about a payment and about links to its invoice, the oldest first. Undefined: the business has
 * no such payment.
 */
export async function readPaymentMessages(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<PaymentMessage[] | undefined> {
  const payment = await ofPayment.readOne(
    sql,
    `select ${ofPayment.of('p')} from payments p where p.business_id = $1 and p.id = $2`,
    [businessId, id],
  );
  return payment && (await readMessages(sql, { businessId, ids: [id], ...payment }));
}

/** The same about all payments of an invoice, also of those that did not succeed. */
export async function readInvoiceMessages(
  sql: Sql,
  businessId: bigint,
  invoiceId: bigint,
): Promise<PaymentMessage[] | undefined> {
  const invoice = await ofInvoice.readOne(
    sql,
    `select ${ofInvoice.of('v')} from invoices v where v.business_id = $1 and v.id = $2`,
    [businessId, invoiceId],
  );
  if (!invoice) return undefined;
  // No index has the payments of an invoice, but two have those under its order number.
  const paid = await paymentIds.read(
    sql,
    ['holds_order', 'not holds_order']
      .map(
        (part) => `select id from payments
          where business_id = $1 and order_number = $2 and invoice_id = $3 and ${part}`,
      )
      // A part has the id of its payment.
      .concat('select id from invoices where business_id = $1 and part_of = $3')
      .join(' union all '),
    [businessId, invoice.orderNumber, invoiceId],
  );
  return await readMessages(sql, { businessId, ids: paid.map(({ id }) => id), invoiceId });
}

const ofInvoice = invoices.pick('orderNumber');
const paymentIds = payments.pick('id');

type About = {
  readonly businessId: bigint;
  readonly ids: readonly bigint[];
  readonly invoiceId: bigint;
};

async function readMessages(
  sql: Sql,
  { businessId, ids, invoiceId }: About,
): Promise<PaymentMessage[]> {
  const found = await paymentMessages.read(
    sql,
    `with happened as (
       select id, kind from events where business_id = $1 and object_id = any($2::int8[])
     ),
     texts as (
       select m.*, h.kind as template
       from happened h
       join messages m on m.business_id = $1 and m.event_id = h.id
       union all
       select m.*, case when m.kind = 'notice' and m.event_id is null then 'pay_link_reminder' else 'pay_link' end
       from pay_links l
       join messages m on m.business_id = $1 and m.link_id = l.id
       where l.business_id = $1 and l.invoice_id = $3
         and not exists (select from happened h where h.id = m.event_id)
     )
     select m.id, 'mail' as channel, h.kind as template, m.recipient, m.state, m.error_code as "errorCode",
       null::bigint as "conversationId", m.created_at as "createdAt", null::timestamptz as "sendsAt", m.sent_at as "sentAt",
       m.finished_at as "finishedAt"
     from happened h
     join mails m on m.business_id = $1 and m.event_id = h.id
     union all
     select t.id, 'text', t.template, c.phone, t.state, t.error_code, c.id, t.created_at,
       case when t.state = 'scheduled' and not ${isHeld('t.due_at')} then t.due_at end, t.sent_at, t.finished_at
     from texts t
     join conversations c on c.business_id = $1 and c.id = t.conversation_id
     order by "createdAt" desc, id desc limit ${mostShown}`,
    [businessId, ids, invoiceId],
  );
  return found.reverse();
}
