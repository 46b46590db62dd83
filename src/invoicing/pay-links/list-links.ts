import { type Currency, currencies } from '../../kernel/currency.ts';
import { type MessageState, messages } from '../../notify/conversations/message.ts';
import { invoices } from '../../payments/open-invoice.ts';
import type { Payment } from '../../payments/payment.ts';
import { dueOnOf } from '../../records/due-day.ts';
import { int8, oneOf, optional, text, textOf, timestamptz } from '../../runtime/column.ts';
import { matching } from '../../runtime/matching.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import { isOfLink, type LinkStage, links, type PayLink, stageOf } from './link.ts';
import { leftOf, paidInParts, paidInPartsColumn, paidInPartsField, stageOfParts } from './parts.ts';

/** A link as people see it. */
export type ListedLink = PayLink & {
  readonly stage: LinkStage;
  readonly amountCents: bigint;
  /** What was paid of it in parts, and what is left of it while it can be paid. */
  readonly paidCents: bigint;
  readonly leftCents: bigint;
  /** The smallest part that can be paid; undefined: it is paid whole. */
  readonly leastCents: bigint | undefined;
  readonly currency: Currency;
  /** The day by which it is to be paid. */
  readonly dueOn: string | undefined;
  readonly paymentId: bigint | undefined;
  readonly textState: MessageState | undefined;
  readonly textErrorCode: string | undefined;
  /** True where the link expires before its text is sent. */
  readonly isTextTooLate: boolean;
};

type Filter = {
  readonly id?: bigint | undefined;
  /** Older than this one. */
  readonly before?: bigint | undefined;
  readonly most: number;
  readonly now: Date;
};

const paying = shape({
  paymentId: int8,
  paymentState: textOf<Payment['state']>(),
  method: textOf<Payment['method']>(),
  capturedCents: int8,
  paidInvoiceId: int8,
  paidAt: timestamptz,
});
export const listedLinks = links.with({
  amountCents: int8,
  partsCents: int8,
  ...paidInPartsField,
  invoiceState: invoices.fields.state,
  leastCents: optional(text),
  currency: oneOf(currencies),
  dueOn: optional(text),
  textState: optional(messages.fields.state),
  textErrorCode: optional(text),
  textDueAt: optional(timestamptz),
  ...paying.outer().fields,
});

export const linkColumns = `${links.of('l')}, v.amount_cents as "amountCents", v.parts_cents as "partsCents",
  v.state as "invoiceState", v.details -> 'bill' -> 'inParts' ->> 'leastCents' as "leastCents", ${paidInPartsColumn}, v.currency, ${dueOnOf('v')} as "dueOn",
  m.state as "textState", m.error_code as "textErrorCode", m.due_at as "textDueAt", p.id as "paymentId",
  p.state as "paymentState", p.method, p.captured_cents as "capturedCents",
  p.invoice_id as "paidInvoiceId", p.created_at as "paidAt"`;
export const linkJoins = `join invoices v on v.business_id = l.business_id and v.id = l.invoice_id
  ${paidInParts}
  left join messages m on m.business_id = l.business_id and m.id = l.message_id
  -- Of this invoice, or of another one under the same order number.
  left join payments p on p.business_id = l.business_id and p.order_number = l.order_number and p.holds_order
    and p.state not in ('declined', 'canceled')
    and not p.is_test`;

/** The latest first. */
export async function listLinks(
  sql: Sql,
  businessId: bigint,
  { id, before, most, now }: Filter,
): Promise<ListedLink[]> {
  const asked = matching({ 'l.id': id, 'l.id < ?': before }, 2);
  const rows = await listedLinks.read(
    sql,
    `select ${linkColumns} from pay_links l ${linkJoins}
     where l.business_id = $1${asked.sql}
     order by l.id desc limit $2`,
    [businessId, most, ...asked.values],
  );
  return rows.map((row) => toListed(row, now));
}

export function toListed(row: RowOf<typeof listedLinks>, now: Date): ListedLink {
  const { amountCents, currency, dueOn, textState, textErrorCode, textDueAt } = row;
  const { invoiceState: state, partsCents, paidCents, leastCents } = row;
  const link = links.partOf(row);
  if (!link) throw new Error('a row without its link');
  const paid = paying.partOf(row);
  const payment =
    paid && isOfLink(link, { invoiceId: paid.paidInvoiceId, createdAt: paid.paidAt })
      ? { state: paid.paymentState, method: paid.method, capturedCents: paid.capturedCents }
      : undefined;
  const waitsUntil = textState === 'queued' || textState === 'scheduled' ? textDueAt : undefined;
  return {
    ...link,
    stage: stageOf(link, {
      messageState: textState,
      payment,
      parts: stageOfParts({ state, partsCents, paidCents }),
      isVoid: state === 'void',
      now,
    }),
    amountCents,
    paidCents,
    leftCents: payment ? 0n : leftOf({ state, amountCents, partsCents }),
    leastCents: leastCents === undefined ? undefined : BigInt(leastCents),
    currency,
    dueOn,
    paymentId: payment && paid?.paymentId,
    textState,
    textErrorCode,
    isTextTooLate: !!waitsUntil && !!link.expiresAt && waitsUntil >= link.expiresAt,
  };
}
