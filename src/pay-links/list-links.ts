import { matching } from '../base/matching.ts';
import type { Sql } from '../base/sql.ts';
import type { MessageState } from '../conversations/message.ts';
import type { Payment } from '../payments/payment.ts';
import { isOfLink, type LinkStage, type PayLink, stageOf } from './link.ts';
import { type LinkRecord, linkColumns, toLink } from './store.ts';

/** A link with what people ask of it. */
export type ListedLink = PayLink & {
  readonly stage: LinkStage;
  readonly amountCents: bigint;
  readonly paymentId: bigint | undefined;
  /** What became of its text, if it has one. */
  readonly textState: MessageState | undefined;
  readonly textErrorCode: string | undefined;
  /** It waits until its link has ended. */
  readonly isTextTooLate: boolean;
};

type Wish = { readonly id?: bigint | undefined; readonly most: number; readonly now: Date };

/** The latest first. */
export async function listLinks(
  sql: Sql,
  businessId: bigint,
  { id, most, now }: Wish,
): Promise<ListedLink[]> {
  const asked = matching({ 'l.id': id }, 2);
  const rows = await sql.query<LinkRecord & Beside>(
    `select ${linkColumns('l')}, v.amount_cents, m.state as message_state, m.error_code,
       m.due_at as message_due_at, p.id as payment_id, p.state as payment_state, p.method, p.captured_cents,
       p.invoice_id as paid_invoice_id, p.created_at as paid_at
     from pay_links l
     join invoices v on v.business_id = l.business_id and v.id = l.invoice_id
     left join messages m on m.business_id = l.business_id and m.id = l.message_id
     -- Mostly of this invoice; else of one that was asked for under the same number.
     left join payments p on p.business_id = l.business_id and p.order_number = l.order_number and p.holds_order
       and p.state not in ('declined', 'canceled')
       and not p.is_test
     where l.business_id = $1${asked.sql}
     order by l.id desc limit $2`,
    [businessId, most, ...asked.values],
  );
  return rows.map((row) => toListed(row, now));
}

type Beside = {
  readonly amount_cents: bigint;
  readonly message_state: MessageState | null;
  readonly error_code: string | null;
  readonly message_due_at: Date | null;
} & (Paid | { readonly [column in keyof Paid]: null });

type Paid = {
  readonly payment_id: bigint;
  readonly payment_state: Payment['state'];
  readonly method: Payment['method'];
  readonly captured_cents: bigint;
  readonly paid_invoice_id: bigint;
  readonly paid_at: Date;
};

function toListed(row: LinkRecord & Beside, now: Date): ListedLink {
  const link = toLink(row);
  const payment = paymentOf(row, link);
  const textState = row.message_state ?? undefined;
  const waitsFor = waits.has(textState) ? (row.message_due_at ?? undefined) : undefined;
  return {
    ...link,
    stage: stageOf(link, { messageState: textState, payment, now }),
    amountCents: row.amount_cents,
    paymentId: payment?.id,
    textState,
    textErrorCode: row.error_code ?? undefined,
    isTextTooLate: !!waitsFor && !!link.expiresAt && waitsFor >= link.expiresAt,
  };
}

const waits: ReadonlySet<MessageState | undefined> = new Set(['queued', 'scheduled']);

function paymentOf(row: Beside, link: PayLink) {
  if (row.payment_id === null) return undefined;
  const { payment_id: id, payment_state: state, method, captured_cents: capturedCents } = row;
  const payment = { id, state, method, capturedCents };
  const made = { invoiceId: row.paid_invoice_id, createdAt: row.paid_at };
  return isOfLink(link, made) ? payment : undefined;
}
