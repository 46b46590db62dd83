import { type Language, languages } from '../../kernel/language.ts';
import { type BusinessState, businessStates } from '../../parties/businesses/business.ts';
import { customers } from '../../parties/customers/customer.ts';
import { detailsColumn, type InvoiceDetails } from '../../payments/invoice.ts';
import { bool, int8, json, jsonOf, oneOf, optional, uuid } from '../../runtime/column.ts';
import { type AnyEvent, dataField, eventsWith } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet } from '../../runtime/table.ts';
import { isCalledOff } from '../conversations/called-off.ts';

/** An event with the facts that a mail or text needs beside its payload. */
export type Subject = {
  readonly event: AnyEvent;
  /** Undefined unless it is an event of a payment. */
  readonly payment: PaidFor | undefined;
  /** True when the customer must not be contacted. */
  readonly doNotContact: boolean;
  readonly businessState: BusinessState;
  /** Of the customer; of a subscription, who is it now. */
  readonly language: Language | undefined;
  /** Who paid, else the customer. */
  readonly payer: Payer;
  /** The payer's page of the subscription that it is about, while that has not ended. */
  readonly pageId: bigint | undefined;
  /** True when it announces a charge that will not be made. */
  readonly isCalledOff: boolean;
};

type Payer = { readonly firstName?: string | undefined; readonly lastName?: string | undefined };

export type PaidFor = {
  readonly invoiceId: bigint;
  readonly details: InvoiceDetails;
  readonly capturedCents: bigint;
  /** An open link of its invoice, when that is open again; of a part, of the invoice of which it is one. */
  readonly openLinkId: bigint | undefined;
};

const keys = rowSet({ businessId: int8, id: uuid });

const paid = `
  left join payments p on e.kind like 'payment.%' and p.business_id = e.business_id and p.id = e.object_id
  left join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
  -- Columns of their own: under row-level security no index finds a row by what is not leakproof.
  cross join lateral (
    select (${dataField('subscriptionId', 'e.')})::bigint as subscription_id offset 0
  ) d
  left join subscriptions s on s.business_id = e.business_id and s.id = d.subscription_id
  cross join lateral (
    select coalesce(p.customer_id, case when e.kind like 'subscription.%'
        then coalesce(s.customer_id, (${dataField('customerId', 'e.')})::bigint) end) as customer_id
    offset 0
  ) o
  left join customers c on c.business_id = e.business_id and c.id = o.customer_id
  left join lateral (
    select l.id from invoices w join pay_links l on l.business_id = w.business_id and l.invoice_id = w.id
    where w.business_id = v.business_id and w.id = coalesce(v.part_of, v.id) and w.state = 'open' and l.state = 'open'
    order by l.id desc limit 1
  ) l on true`;

const names = customers.pick('firstName', 'lastName').outer();

const subjects = eventsWith({
  invoiceId: optional(int8),
  details: optional(jsonOf<InvoiceDetails>(json)),
  capturedCents: optional(int8),
  doNotContact: optional(bool),
  businessState: oneOf(businessStates),
  linkId: optional(int8),
  language: optional(oneOf(languages)),
  ...names.fields,
  pageId: optional(int8),
  isCalledOff: bool,
});

/** By id of the event. */
export async function readSubjects(
  sql: Sql,
  wanted: readonly { readonly businessId: bigint; readonly id: string }[],
): Promise<Map<string, Subject>> {
  if (wanted.length === 0) return new Map();
  const rows = await subjects.read(
    sql,
    `select ${subjects.columns}, v.id as "invoiceId", ${detailsColumn('v')},
       p.captured_cents as "capturedCents", c.status = 'do_not_contact' as "doNotContact", l.id as "linkId",
       b.state as "businessState", c.language, ${names.of('c')},
       case when s.ended_at is null then coalesce(s.page_id, s.id) end as "pageId",
       ${isCalledOff('e', 's')} as "isCalledOff"
     from ${keys.sql} join events e using (business_id, id) join businesses b using (business_id) ${paid}`,
    keys.encode(wanted),
  );
  return new Map(rows.map((row) => [row.id, toSubject(row)]));
}

function toSubject(row: Awaited<ReturnType<typeof subjects.read>>[number]): Subject {
  const {
    invoiceId,
    details,
    capturedCents = 0n,
    doNotContact,
    businessState,
    linkId,
    language,
    firstName,
    lastName,
    pageId,
    isCalledOff,
  } = row;
  const isSilent = doNotContact === true;
  const about = {
    event: row,
    doNotContact: isSilent,
    businessState,
    language,
    pageId,
    isCalledOff,
  };
  const customer = { firstName, lastName };
  if (invoiceId === undefined || details === undefined) {
    return { ...about, payer: customer, payment: undefined };
  }
  const { billTo } = details;
  const payer = billTo.firstName || billTo.lastName ? billTo : customer;
  return { ...about, payer, payment: { invoiceId, details, capturedCents, openLinkId: linkId } };
}
