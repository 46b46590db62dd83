import { currencies } from '../kernel/currency.ts';
import { Refusal } from '../kernel/refusal.ts';
import { int8, oneOf, optional, text, timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { type RowOf, table } from '../runtime/table.ts';
import { detailsColumn, storedDetails } from './invoice.ts';
import type { Bill, PartOf } from './order.ts';
import type { Payment } from './payment.ts';

export const invoices = table('invoices', {
  businessId: int8,
  id: int8,
  customerId: int8,
  /** The payment that holds it. */
  paymentId: optional(int8),
  state: oneOf(['open', 'held', 'covered', 'expired', 'void']),
  amountCents: int8,
  currency: oneOf(currencies),
  orderNumber: text,
  externalId: optional(text),
  details: storedDetails,
  createdAt: timestamptz,
  /** For a part: the invoice of which it is one. */
  partOf: optional(int8),
  /** The sum of its parts that payments hold. */
  partsCents: int8,
});
const read = invoices.omit('externalId', 'details').with({ details: storedDetails });

/** An invoice, as it is now. */
export type Invoice = RowOf<typeof read>;

const opened = invoices.omit('paymentId', 'externalId', 'partOf', 'partsCents');

export type NewInvoice = Omit<Invoice, 'state' | 'paymentId' | 'partOf' | 'partsCents'>;

/** Inserts invoices that will be paid later. */
export async function insertOpenInvoices(tx: Sql, made: readonly NewInvoice[]): Promise<void> {
  const rows = made.map((one) => {
    return { ...one, state: 'open', details: JSON.stringify(one.details) } as const;
  });
  await opened.insert(tx, rows);
}

export async function readInvoice(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<Invoice | undefined> {
  const [invoice] = await readInvoices(sql, businessId, [id]);
  return invoice;
}

/** Invoices that exist, in no order. */
export async function readInvoices(
  sql: Sql,
  businessId: bigint,
  ids: readonly bigint[],
): Promise<Invoice[]> {
  return await read.read(
    sql,
    `select ${read.columns}, ${detailsColumn('invoices')}
     from invoices where business_id = $1 and id = any($2::bigint[])`,
    [businessId, ids],
  );
}

/**
 * Locks the open invoices of `wanted` that their payments may have, whole or in part: so much has been paid of each as its
 * payer saw, and a part is no more than what is left. Of one invoice a statement starts one payment. Lock order: invoices
 * by their keys; an invoice before its parts, which are new.
 */
export const lockWanted = `select w.business_id, w.payment_id, w.invoice_id, w.part_cents, w.details
  from invoices v
  join (select distinct on (business_id, invoice_id) * from wanted order by business_id, invoice_id, payment_id) w
    on w.business_id = v.business_id and w.invoice_id = v.id
  where v.state = 'open' and v.parts_cents = w.seen_cents and w.part_cents <= v.amount_cents - v.parts_cents
  order by v.business_id, v.id for update of v`;

/** Assigns open invoices to their payments. Part of the statement that starts the payments; `locked l` are the rows. */
export const holdLocked = `update invoices v set state = 'held', payment_id = l.payment_id, details = l.details
  from locked l where v.business_id = l.business_id and v.id = l.invoice_id and l.part_cents = 0`;

/** The same for those of which a part is paid. */
export const takePart = `update invoices v set parts_cents = v.parts_cents + l.part_cents,
    state = case when v.parts_cents + l.part_cents = v.amount_cents then 'covered' else v.state end
  from locked l where v.business_id = l.business_id and v.id = l.invoice_id and l.part_cents > 0`;

const release = `update invoices v set state = case when v.part_of is null then 'open' else 'void' end, payment_id = null`;
const released = 'returning v.business_id, v.part_of, v.amount_cents';

/*
 * What parts in `released` were for can be paid once more, unless the invoice has ended. Lock order: parts, then their
 * invoices by their keys.
 */
const reopenWholes = `wholes as materialized (
  select v.business_id, v.id, r.cents
  from (
    select business_id, part_of, sum(amount_cents)::bigint as cents from released
    where part_of is not null group by business_id, part_of
  ) r
  join invoices v on v.business_id = r.business_id and v.id = r.part_of
  order by v.business_id, v.id for update of v
),
reopened as (
  update invoices v set parts_cents = v.parts_cents - g.cents,
    state = case when v.state = 'covered' then 'open' else v.state end
  from wholes g where v.business_id = g.business_id and v.id = g.id
)`;

/** Reopens the invoices of failed charges. Part of the statement that finishes the payments. */
export const releaseUnpaid = `released as (
  ${release}
  from done d
  where v.business_id = d.business_id and v.id = d.invoice_id and d.settled and not d.took
    and v.payment_id = d.id
  ${released}
),
${reopenWholes}`;

type Holder = Pick<Payment, 'businessId' | 'id' | 'invoiceId'>;

/** Reopens the invoice of a payment that failed; a part ends, and what it was for is open again. */
export async function freeInvoice(tx: Sql, { businessId, id, invoiceId }: Holder): Promise<void> {
  await tx.query(
    `with released as (
       ${release} where v.business_id = $1 and v.id = $2 and v.payment_id = $3 ${released}
     ),
     ${reopenWholes}
     select`,
    [businessId, invoiceId, id],
  );
}

/**
 * For a payment that is presented again. False: the invoice has ended, or other payments hold it or too much of it. A part
 * is taken from its invoice once more: from one that has ended too, which stays as it is, so not if nothing would be left.
 */
export async function holdInvoice(tx: Sql, payment: Holder): Promise<boolean> {
  const { businessId, id, invoiceId } = payment;
  const held = await tx.query(
    `with locked as materialized (
       select v.business_id, v.id as invoice_id, p.amount_cents as part_cents
       from invoices v join invoices p on p.business_id = v.business_id and p.part_of = v.id
       where p.business_id = $1 and p.id = $2 and p.payment_id is null
         and (v.state = 'open' and p.amount_cents <= v.amount_cents - v.parts_cents
           or v.state in ('expired', 'void') and p.amount_cents < v.amount_cents - v.parts_cents)
       for update of v
     ),
     taken as (
       ${takePart} returning v.id
     )
     update invoices set state = 'held', payment_id = $3
     where business_id = $1 and id = $2 and (payment_id = $3 or payment_id is null and case
       when part_of is null then state = 'open' and parts_cents = 0 else exists (select from taken) end)
     returning id`,
    [businessId, invoiceId, id],
  );
  return held.length === 1;
}

/** Ends an invoice that no payment holds, or what is left of it. False: one holds it, parts cover it, or it has ended. */
export async function endOpenInvoice(
  tx: Sql,
  { businessId, id }: Pick<Invoice, 'businessId' | 'id'>,
  state: 'expired' | 'void',
): Promise<boolean> {
  const ended = await tx.query(
    `update invoices set state = $3 where business_id = $1 and id = $2 and state = 'open' returning id`,
    [businessId, id, state],
  );
  return ended.length === 1;
}

/** Opens an invoice that expired once more. */
export async function reopenExpired(
  tx: Sql,
  { businessId, id }: Pick<Invoice, 'businessId' | 'id'>,
): Promise<void> {
  await tx.query(
    `update invoices set state = 'open' where business_id = $1 and id = $2 and state = 'expired'`,
    [businessId, id],
  );
}

/** Adds the fields of a page to an invoice that was made with its payment. */
export async function addBill(
  tx: Sql,
  { businessId, id }: Pick<Invoice, 'businessId' | 'id'>,
  bill: Bill,
): Promise<void> {
  await tx.query(
    `update invoices set details = (details::jsonb || jsonb_build_object('bill', $3::jsonb))::json
     where business_id = $1 and id = $2 and state = 'open'`,
    [businessId, id, JSON.stringify(bill)],
  );
}

/**
 * Refuses an invoice that has ended, or of which other parts have been paid than the payer saw. A part (`seenCents`) is
 * not paid while a payment holds the whole.
 */
export async function refuseUnlessOpen(
  sql: Sql,
  businessId: bigint,
  { id, seenCents }: Pick<PartOf, 'id'> & { readonly seenCents?: bigint },
): Promise<void> {
  const invoice = await readInvoice(sql, businessId, id);
  if (invoice?.state === 'expired' || invoice?.state === 'void') throw new Refusal('invoice_ended');
  const isAsSeen = invoice?.partsCents === (seenCents ?? 0n);
  const isHeld = invoice?.state === 'held' && seenCents !== undefined;
  if (invoice && (!isAsSeen || isHeld)) throw new Refusal('changed_meanwhile');
}
