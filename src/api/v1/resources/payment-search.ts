import {
  commonTexts,
  endsIn,
  foundBy,
  idsByOrderStart,
  idsByPayer,
  invoiceNumbered,
  isApprovedUnder,
  isNumbered,
  isOrderInMixedLetters,
  isSum,
  madeUnderKey,
  mostSearched,
  numbered,
  receiptNumbered,
  type Searcher,
} from '../search.ts';

type $ = (value: unknown) => string;

/**
 * Digits alone may be an id, an invoice number, an amount, the end of a card, an approval code or a phone; other texts are
 * receipt or order numbers, approval codes, mails or names.
 */
export function searched(q: string, $: $, searcher: Searcher): string {
  const any = [
    ...isApprovedUnder('n.authorization_code', q, $),
    ...isSum('n.amount_cents', q, $),
    ...endsIn('n.last4', q, $),
    ...isOrderInMixedLetters('n.order_number', q, $),
  ];
  const newest = `select n.id from (select id, amount_cents, last4, order_number, authorization_code from payments
    where business_id = $1 order by created_at desc, id desc limit ${mostSearched}) n where ${any.join(' or ')}`;
  return foundBy('p.id', [
    ...numbered(q, $),
    ...receiptNumbered(q, $, searcher),
    ...ofInvoice(q, $, searcher),
    ...idsByOrderStart(q, $, 'id'),
    ...idsByPayer(q, $, 'payments'),
    ...(any.length > 0 ? [newest] : []),
  ]);
}

/** The payment that made the invoice, and the one that holds it. */
function ofInvoice(q: string, $: $, searcher: Searcher): string[] {
  return invoiceNumbered(q, $, searcher).map(
    (number) => `select unnest(array[v.id, v.payment_id]) from invoices v
      where v.business_id = $1 and v.id = (${number})`,
  );
}

const columnsOfCommon = { payer: 'p.customer_id', order: 'p.order_number' };
export const common = commonTexts(columnsOfCommon, (q, $, searcher) => [
  ...isNumbered('p.id', q, $),
  ...receiptNumbered(q, $, searcher).map((number) => `p.id = (${number})`),
  ...invoiceNumbered(q, $, searcher).map((number) => `p.invoice_id = (${number})`),
  ...isApprovedUnder('p.authorization_code', q, $),
  ...isSum('p.amount_cents', q, $),
  ...endsIn('p.last4', q, $),
]);

/** Made under an Idempotency-Key, or followed up under it. */
export function underKey(key: string, $: $): string[] {
  const followed = foundBy('id', madeUnderKey('followup', key, $));
  return [
    ...madeUnderKey('payment', key, $),
    `select payment_id from followups where business_id = $1 and ${followed}`,
  ];
}

/** Found by the first and the last payment of the batch: no index has all of them. */
export function inBatch(batch: string): string {
  const bound = (column: string) =>
    `(select ${column} from batches where business_id = $1 and id = ${batch})`;
  return `p.batch_id = ${batch} and p.id between ${bound('first_payment_id')} and ${bound('last_payment_id')}`;
}
