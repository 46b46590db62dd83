import {
  commonTexts,
  endsIn,
  foundBy,
  isNumbered,
  isOrderInMixedLetters,
  isSum,
  madeUnderKey,
  mostSearched,
  numbered,
  ofOrderBegun,
  ofPayers,
} from '../search.ts';

/** Digits alone may be an id, an amount, the end of a card or a phone; other texts are order numbers, mails or names. */
export function searched(q: string, $: (value: unknown) => string): string {
  const any = [
    ...isSum('n.amount_cents', q, $),
    ...endsIn('n.last4', q, $),
    ...isOrderInMixedLetters('n.order_number', q, $),
  ];
  const newest = `select n.id from (select id, amount_cents, last4, order_number from payments where business_id = $1
    order by created_at desc, id desc limit ${mostSearched}) n where ${any.join(' or ')}`;
  return foundBy('p.id', [
    ...numbered(q, $),
    ...ofOrderBegun(q, $, 'id'),
    ...ofPayers(q, $, 'payments'),
    ...(any.length > 0 ? [newest] : []),
  ]);
}

const columnsOfCommon = { payer: 'p.customer_id', order: 'p.order_number' };
export const common = commonTexts(columnsOfCommon, (q, $) => [
  ...isNumbered('p.id', q, $),
  ...isSum('p.amount_cents', q, $),
  ...endsIn('p.last4', q, $),
]);

/** Made under an Idempotency-Key, or followed up under it. */
export function underKey(key: string, $: (value: unknown) => string): string[] {
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
