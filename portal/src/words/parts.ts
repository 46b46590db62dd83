import type { Text } from './language.ts';

/** Invoices that are paid in parts. */
export const parts = {
  allowed: ['Can be paid in parts', 'Se puede pagar en partes'],
  allowedHint: [
    'The payer chooses how much to pay at a time, until nothing is left.',
    'El pagador elige cuánto pagar cada vez, hasta que no quede nada.',
  ],
  minimum: ['Smallest part', 'Parte más pequeña'],
  minimumFault: (most: string): Text => [
    `Must be over 0 and at most ${most}, half of the amount.`,
    `Debe ser mayor que 0 y como máximo ${most}, la mitad del importe.`,
  ],
  paid: ['Paid', 'Pagado'],
  left: ['Left to pay', 'Queda por pagar'],
  paidOf: (paid: string, amount: string): Text => [
    `Paid ${paid} of ${amount}`,
    `Pagado: ${paid} de ${amount}`,
  ],
  leftOf: (left: string): Text => [`${left} left`, `quedan ${left}`],
  parts: ['Parts', 'Partes'],
  part: ['Part', 'Parte'],
  wholeOf: ['Part of invoice', 'Parte de la factura'],
  refunded: (sum: string): Text => [
    `${sum} was refunded. That does not reopen the invoice: it is not asked for again.`,
    `Se reembolsaron ${sum}. Eso no reabre la factura: no se vuelve a pedir.`,
  ],
  onlyRest: (paid: string, left: string): Text => [
    `${paid} was paid and stays so. Only the ${left} that is left ends.`,
    `Se pagaron ${paid} y así queda. Solo terminan los ${left} que quedan.`,
  ],
  column: ['In parts: yes, no or the smallest', 'En partes: sí, no o la más pequeña'],
  rowFault: [
    'in parts: must be yes, no or an amount of at most half',
    'en partes: debe ser sí, no o un importe de como máximo la mitad',
  ],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
