import { paymentStages, stageOfPayment } from '../../../invoicing/pay-links/link.ts';
import { invoiceNumberOf } from '../../../payments/invoice-number.ts';
import { invoices } from '../../../payments/open-invoice.ts';
import { payments } from '../../../payments/payment.ts';
import { int8 } from '../../../runtime/column.ts';
import type { Sql } from '../../../runtime/sql.ts';
import type { RowOf } from '../../../runtime/table.ts';
import type { World } from '../../../world.ts';
import type { Expansion } from '../list.ts';
import { moment, object, orNull, sum, type TypeOf, text, word } from '../shape.ts';

export const partialPaymentsShape = orNull(
  object(
    { minimum: sum('The smallest part.') },
    { name: 'PartialPayments', doc: 'Whether it may be paid in parts. Null: it is paid whole.' },
  ),
);

export function partialPaymentsWire(
  leastCents: bigint | undefined,
): TypeOf<typeof partialPaymentsShape> {
  return leastCents === undefined ? null : { minimum: Number(leastCents) };
}

/** A part as its invoice shows it. */
export const invoicePartShape = object(
  {
    id: text('The part, which is an invoice of its own.'),
    number: text('Ten digits.'),
    status: word('As its payment is.', paymentStages),
    amount: sum('How much of the invoice it is.'),
    amountRefunded: sum('What was refunded of it, or voided. That does not reopen the invoice.'),
    paymentId: text('The payment that pays it.'),
    createdAt: moment('When it was paid.'),
  },
  { name: 'InvoicePart', doc: 'A part in which an invoice was paid, or is being paid.' },
);

const partRows = invoices.pick('businessId', 'id', 'amountCents', 'createdAt').with({
  partOf: int8,
  ...payments.pick('state', 'method', 'capturedCents', 'refundedCents').fields,
  paymentId: int8,
});

/** The parts that payments hold, of some invoices. */
async function readPartsOf(
  sql: Sql,
  businessId: bigint,
  invoiceIds: readonly bigint[],
): Promise<RowOf<typeof partRows>[]> {
  return await partRows.read(
    sql,
    `select ${partRows.of('v')}, v.part_of as "partOf", p.id as "paymentId", p.state, p.method,
       p.captured_cents as "capturedCents", p.refunded_cents as "refundedCents"
     from invoices v join payments p on p.business_id = v.business_id and p.id = v.payment_id
     where v.business_id = $1 and v.part_of = any($2::int8[]) and v.state = 'held' order by v.id`,
    [businessId, invoiceIds],
  );
}

function invoicePartWire(
  part: RowOf<typeof partRows>,
  { vault }: Pick<World, 'vault'>,
): TypeOf<typeof invoicePartShape> {
  const isVoided = part.state === 'voided';
  return {
    id: String(part.id),
    number: invoiceNumberOf(vault, part.businessId, part.id),
    status: stageOfPayment(part),
    amount: Number(part.amountCents),
    amountRefunded: Number(isVoided ? part.amountCents : part.refundedCents),
    paymentId: String(part.paymentId),
    createdAt: part.createdAt.toISOString(),
  };
}

/** The parts of invoices. */
export const partsExpansion: Expansion<{ readonly id: bigint }> = {
  async load(world, { business }, rows) {
    const found = await readPartsOf(
      world.db,
      business.id,
      rows.map(({ id }) => id),
    );
    const byInvoice = Map.groupBy(found, ({ partOf }) => partOf);
    return rows.map(({ id }) =>
      (byInvoice.get(id) ?? []).map((part) => invoicePartWire(part, world)),
    );
  },
};
