import type { LineKind } from '../../parties/businesses/invoice-fields.ts';
import type { Line } from '../../payments/order.ts';
import { freeText, money, optional } from './fields.ts';

const part = (doc: string) => optional(money(`${doc} Not shown when blank or 0.00.`));

/** Parts of an amount: stored and shown as line items, never checked against the sum. */
export const amountParameters = {
  SubtotalAmount: part('Total of all line items without taxes and fees.'),
  TaxAmount: part('Tax.'),
  TipAmount: part('Tip.'),
  ConvAmount: part('Convenience fee.'),
  DiscountAmount: part('Amount discounted from the total.'),
  DeliveryFee: part('Delivery fee.'),
  CustomFee1: part('A fee of your own.'),
  CustomFee2: part('Another fee of your own.'),
  OtherAmount1: part('A free amount.'),
  OtherAmount2: part('A free amount.'),
  OtherAmount3: part('A free amount.'),
  OtherAmount4: part('A free amount.'),
  OtherAmount1Name: optional(freeText('Name of OtherAmount1.', 'name')),
  OtherAmount2Name: optional(freeText('Name of OtherAmount2.', 'name')),
  OtherAmount3Name: optional(freeText('Name of OtherAmount3.', 'name')),
  OtherAmount4Name: optional(freeText('Name of OtherAmount4.', 'name')),
  AmountPaymentFee: part('Fee for a special payment method.'),
  NamePaymentFee: optional(freeText('Name of AmountPaymentFee.', 'name')),
};

type Names = keyof typeof amountParameters;
type TextName = Extract<Names, `${string}Name` | 'NamePaymentFee'>;
type AmountName = Exclude<Names, TextName>;
type AmountValues = { readonly [K in AmountName]?: bigint | undefined } & {
  readonly [K in TextName]?: string | undefined;
};

/** In the order in which an invoice shows them. */
const parts: readonly { amount: AmountName; kind: LineKind; name: string; named?: TextName }[] = [
  { amount: 'SubtotalAmount', kind: 'subtotal', name: 'Subtotal' },
  { amount: 'DiscountAmount', kind: 'discount', name: 'Discount' },
  { amount: 'TaxAmount', kind: 'tax', name: 'Tax' },
  { amount: 'TipAmount', kind: 'tip', name: 'Tip' },
  { amount: 'ConvAmount', kind: 'fee', name: 'Convenience fee' },
  { amount: 'DeliveryFee', kind: 'fee', name: 'Delivery fee' },
  { amount: 'CustomFee1', kind: 'fee', name: 'Custom fee 1' },
  { amount: 'CustomFee2', kind: 'fee', name: 'Custom fee 2' },
  { amount: 'OtherAmount1', kind: 'other', name: 'Other amount 1', named: 'OtherAmount1Name' },
  { amount: 'OtherAmount2', kind: 'other', name: 'Other amount 2', named: 'OtherAmount2Name' },
  { amount: 'OtherAmount3', kind: 'other', name: 'Other amount 3', named: 'OtherAmount3Name' },
  { amount: 'OtherAmount4', kind: 'other', name: 'Other amount 4', named: 'OtherAmount4Name' },
  { amount: 'AmountPaymentFee', kind: 'fee', name: 'Payment fee', named: 'NamePaymentFee' },
];

/** A blank or zero part is not shown. */
export function linesOf(p: AmountValues): Line[] {
  const lines: Line[] = [];
  for (const { amount, kind, name, named } of parts) {
    const cents = p[amount];
    if (cents) lines.push({ name: (named && p[named]) || name, cents, kind });
  }
  return lines;
}
