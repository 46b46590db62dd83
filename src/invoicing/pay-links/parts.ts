import type { InvoiceDetails } from '../../payments/invoice.ts';
import type { Invoice } from '../../payments/open-invoice.ts';
import type { Line } from '../../payments/order.ts';
import { type Payment, paymentRow } from '../../payments/payment.ts';
import { int8 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { stageOfPayment, stagesIn } from './link.ts';

/* An invoice that is paid in parts: what a part may be, and what has been paid. */

/** The smallest part where the business says none. */
export const usualLeastCents = 100n;

type Owed = Pick<Invoice, 'amountCents' | 'partsCents'>;

/** What its parts do not make up. */
export function restOf({ amountCents, partsCents }: Owed): bigint {
  return amountCents - partsCents;
}

/** The same while it can be paid; nothing once it is held or ended. */
export function leftOf(invoice: Owed & Pick<Invoice, 'state'>): bigint {
  return invoice.state === 'open' ? restOf(invoice) : 0n;
}

/** The smallest part; undefined: it is paid whole. */
export function leastPartOf({ bill }: InvoiceDetails): bigint | undefined {
  return bill?.inParts && BigInt(bill.inParts.leastCents);
}

/** The rule that a part breaks. */
export type PartFlaw = 'too_much' | 'too_little' | 'leaves_too_little';

/** All that is left can always be paid; else neither the part nor what is left after it is below the smallest part. */
export function flawOfPart(
  cents: bigint,
  leftCents: bigint,
  leastCents: bigint,
): PartFlaw | undefined {
  if (cents === leftCents) return undefined;
  if (cents > leftCents) return 'too_much';
  if (cents < leastCents) return 'too_little';
  return leftCents - cents < leastCents ? 'leaves_too_little' : undefined;
}

/** The smallest and the largest part beside all that is left; undefined: it is too little to be paid in parts. */
export function boundsOfParts(
  leftCents: bigint,
  leastCents: bigint,
): { readonly least: bigint; readonly most: bigint } | undefined {
  const most = leftCents - leastCents;
  return most < leastCents ? undefined : { least: leastCents, most };
}

/**
 * The share of a part in taxes, tips and fees, which have accounts of their own. Each part begins where those before it
 * end, so that the shares of all of them add up to the lines unless one came back meanwhile.
 */
export function linesOfPart(
  lines: readonly Line[],
  { from, cents, of }: { readonly from: bigint; readonly cents: bigint; readonly of: bigint },
): Line[] {
  return lines
    .filter(({ kind }) => kind === 'tax' || kind === 'tip' || kind === 'fee')
    .map((line) => {
      const upTo = (paid: bigint) => (line.cents * paid) / of;
      return { ...line, cents: upTo(from + cents) - upTo(from) };
    });
}

/** Begins with that of the invoice, so that people and searches find it. */
export function orderNumberOfPart({ randomBytes }: World, { orderNumber }: Invoice): string {
  const own = randomBytes(5).toString('hex').toUpperCase();
  return `${[...orderNumber].slice(0, longestOrder - own.length - 1).join('')}/${own}`;
}

const longestOrder = 50;

/** The payments of the parts of an invoice, the earliest first: parts and payments as they are at one moment. */
export async function readParts(
  sql: Sql,
  { businessId, id, partsCents }: Pick<Invoice, 'businessId' | 'id' | 'partsCents'>,
): Promise<Payment[]> {
  if (partsCents === 0n) return [];
  return await paymentRow.read(
    sql,
    `select ${paymentRow.of('p')}
     from invoices v join payments p on p.business_id = v.business_id and p.id = v.payment_id
     where v.business_id = $1 and v.part_of = $2 and v.state = 'held' and p.state not in ('declined', 'canceled')
     order by v.id`,
    [businessId, id],
  );
}

const done = ['paid', 'canceled'] as const;

/** True once a part is paid. A refund or a void takes nothing off, as it does not reopen an invoice. */
export function isPartDone(part: Pick<Payment, 'state' | 'method' | 'capturedCents'>): boolean {
  const stage = stageOfPayment(part);
  return done.some((one) => one === stage);
}

/**
 * What was paid in parts of an invoice that is selected as `v`: those for which `isPartDone`; null if it has none. The join
 * costs nothing where an invoice has no parts.
 */
export const paidInParts = `left join lateral (
    select sum(x.amount_cents)::bigint as paid_cents
    from invoices x join payments q on q.business_id = x.business_id and q.id = x.payment_id
    where v.parts_cents > 0 and x.business_id = v.business_id and x.part_of = v.id and x.state = 'held'
      and ${stagesIn('q', done)}
  ) parts on v.parts_cents > 0`;
/** Its column. */
export const paidInPartsColumn = 'coalesce(parts.paid_cents, 0) as "paidCents"';
export const paidInPartsField = { paidCents: int8 };

/** How far an invoice with parts is. */
export type PartsStage = 'partially_paid' | 'paying' | 'paid';

type Counted = Pick<Invoice, 'state' | 'partsCents'> & { readonly paidCents: bigint };

/** Undefined: it has no parts, or was ended. */
export function stageOfParts({ state, partsCents, paidCents }: Counted): PartsStage | undefined {
  if (partsCents === 0n || (state !== 'open' && state !== 'covered')) return undefined;
  if (state === 'covered') return paidCents === partsCents ? 'paid' : 'paying';
  return paidCents > 0n ? 'partially_paid' : 'paying';
}

/** The same in SQL, beside `paidInParts`. */
export function isPartsStage(stage: PartsStage): string {
  const paid = 'coalesce(parts.paid_cents, 0)';
  switch (stage) {
    case 'paid':
      return `v.state = 'covered' and ${paid} = v.parts_cents`;
    case 'partially_paid':
      return `v.state = 'open' and ${paid} > 0`;
    case 'paying':
      return `(v.state = 'covered' and ${paid} < v.parts_cents
        or v.state = 'open' and v.parts_cents > 0 and ${paid} = 0)`;
  }
}
