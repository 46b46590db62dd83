import { matching } from '../base/matching.ts';
import type { Sql } from '../base/sql.ts';
import type { MessageState } from '../conversations/message.ts';
import type { PaymentState } from '../payments/payment.ts';
import { type LinkStage, type PayLink, stageOf } from './link.ts';
import { type LinkRecord, linkColumns, toLink } from './store.ts';

/** A link with what people ask of it. */
export type ListedLink = PayLink & {
  readonly stage: LinkStage;
  readonly amountCents: bigint;
  readonly paymentId: bigint | undefined;
  /** What became of its text, if it has one. */
  readonly textState: MessageState | undefined;
  readonly textErrorCode: string | undefined;
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
       p.id as payment_id, p.state as payment_state
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
  return rows.map((row) => {
    const link = toLink(row);
    const textState = row.message_state ?? undefined;
    const stage = stageOf(link, {
      messageState: textState,
      paymentState: row.payment_state ?? undefined,
      now,
    });
    const paymentId = row.payment_id ?? undefined;
    const textErrorCode = row.error_code ?? undefined;
    return { ...link, stage, amountCents: row.amount_cents, paymentId, textState, textErrorCode };
  });
}

type Beside = {
  readonly amount_cents: bigint;
  readonly message_state: MessageState | null;
  readonly error_code: string | null;
  readonly payment_id: bigint | null;
  readonly payment_state: PaymentState | null;
};
