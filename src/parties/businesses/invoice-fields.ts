/** The fields that an invoice can show, on its page and on its receipts, in the order of display. */
export const invoiceFields = [
  'order_number',
  'invoice_reference',
  'account_number',
  'reference',
  'payer',
  'description',
  'statement_date',
  'due_date',
  'subtotal',
  'discount',
  'tax',
  'tip',
  'convenience_fee',
  'delivery_fee',
  'custom_fees',
  'other_amounts',
  'payment_fee',
  /** The total below the line items. The sum itself always stands at the head. */
  'amount',
  'statement_descriptor',
] as const;
export type InvoiceField = (typeof invoiceFields)[number];
export type InvoiceFields = ReadonlySet<InvoiceField>;

export type LineKind = 'subtotal' | 'tax' | 'tip' | 'fee' | 'discount' | 'other';
type LineFacts = { readonly kind: LineKind; readonly name: string };

/** The field that shows a line item. Fees are distinguished by the names that the interface gives them. */
export function fieldOfLine({ kind, name }: LineFacts): InvoiceField {
  switch (kind) {
    case 'subtotal':
    case 'discount':
    case 'tax':
    case 'tip':
      return kind;
    case 'fee':
      return fees.get(name) ?? 'payment_fee';
    case 'other':
      return 'other_amounts';
  }
}

const fees: ReadonlyMap<string, InvoiceField> = new Map([
  ['Convenience fee', 'convenience_fee'],
  ['Delivery fee', 'delivery_fee'],
  ['Custom fee 1', 'custom_fees'],
  ['Custom fee 2', 'custom_fees'],
]);

/** The fields that these stored words name. Words of later versions are ignored. */
export function toInvoiceFields(stored: readonly string[]): InvoiceFields {
  return new Set(invoiceFields.filter((field) => stored.includes(field)));
}
