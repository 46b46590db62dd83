import { int8, rowSet, uuid } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { BusinessState } from '../businesses/business.ts';
import type { InvoiceDetails } from '../payments/invoice.ts';
import { type EventRecord, type Told, toTold } from '../payments/untold-events.ts';

/** An event with what is told of it beside its own words. */
export type Subject = {
  readonly told: Told;
  /** Of events of payments. */
  readonly payment: PaidFor | undefined;
  /** Whether whoever it is about wants to hear nothing any more. */
  readonly doNotContact: boolean;
  /** Of the business, which may take money or not. */
  readonly businessState: BusinessState;
};

export type PaidFor = {
  readonly invoiceId: bigint;
  readonly details: InvoiceDetails;
  readonly capturedCents: bigint;
  /** A link that is open, of its invoice, which is open again. */
  readonly openLinkId: bigint | undefined;
};

const keys = rowSet({ businessId: int8, id: uuid });

const paid = `
  left join payments p on e.kind like 'payment.%' and p.business_id = e.business_id and p.id = e.object_id
  left join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
  left join customers c on c.business_id = e.business_id and c.id = coalesce(p.customer_id,
    case when e.kind like 'subscription.%' then (e.data ->> 'customerId')::bigint end)
  left join lateral (
    select l.id from pay_links l
    where v.state = 'open' and l.business_id = v.business_id and l.invoice_id = v.id and l.state = 'open'
    order by l.id desc limit 1
  ) l on true`;

type SubjectRecord = EventRecord & {
  business_id: bigint;
  invoice_id: bigint | null;
  details: InvoiceDetails | null;
  captured_cents: bigint | null;
  do_not_contact: boolean | null;
  business_state: BusinessState;
  link_id: bigint | null;
};

/** By the ids of events, in whatever order. */
export async function readSubjects(
  sql: Sql,
  wanted: readonly { readonly businessId: bigint; readonly id: string }[],
): Promise<Map<string, Subject>> {
  if (wanted.length === 0) return new Map();
  const rows = await sql.query<SubjectRecord>(
    `select e.business_id, e.id, e.kind, e.object_id, e.happened_at, e.data, v.id as invoice_id, v.details,
       p.captured_cents, c.status = 'do_not_contact' as do_not_contact, l.id as link_id,
       b.state as business_state
     from ${keys.sql} join events e using (business_id, id) join businesses b using (business_id) ${paid}`,
    keys.encode(wanted),
  );
  return new Map(rows.map((row) => [row.id, toSubject(row)]));
}

function toSubject({ business_id, invoice_id, details, ...row }: SubjectRecord): Subject {
  const told = toTold(business_id, row);
  const about = {
    told,
    doNotContact: row.do_not_contact === true,
    businessState: row.business_state,
  };
  if (invoice_id === null || details === null) return { ...about, payment: undefined };
  return {
    ...about,
    payment: {
      invoiceId: invoice_id,
      details,
      capturedCents: row.captured_cents ?? 0n,
      openLinkId: row.link_id ?? undefined,
    },
  };
}
