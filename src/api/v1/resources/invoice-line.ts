import type { InvoiceDetails } from '../../../payments/invoice.ts';
import { object, sum, type TypeOf, text } from '../shape.ts';

export const lineShape = object(
  {
    name: text('What it is.'),
    amount: sum('Shown; the amounts need not add up.'),
    kind: text('Subtotal, discount, tax, tip, fee or other, in small letters.'),
  },
  { name: 'InvoiceLine' },
);

export function linesWire({ lines }: Pick<InvoiceDetails, 'lines'>): TypeOf<typeof lineShape>[] {
  return lines.map(({ name, cents, kind }) => ({ name, amount: Number(cents), kind }));
}
