import type { Text } from './language.ts';

const ofMany = (n: number, one: string, many: string) => (n === 1 ? one : `${n} ${many}`);

/** Words of the receipts of several payments. */
export const receipts = {
  resend: ['Resend receipts', 'Reenviar recibos'],
  resendSome: (n: number): Text => [
    `Resend ${ofMany(n, '1 receipt', 'receipts')}`,
    `Reenviar ${ofMany(n, '1 recibo', 'recibos')}`,
  ],
  text: [
    'Each goes where the first one went, or to what is known of the payer.',
    'Cada uno va donde fue el primero, o a lo que se sabe del pagador.',
  ],
  none: ['None of these payments has a receipt.', 'Ninguno de estos pagos tiene recibo.'],
  without: (n: number): Text => [
    `${ofMany(n, '1 payment has', 'payments have')} no receipt, and ${n === 1 ? 'is' : 'are'} left out.`,
    `${ofMany(n, '1 pago no tiene', 'pagos no tienen')} recibo y se ${n === 1 ? 'omite' : 'omiten'}.`,
  ],
  progress: (n: number, of: number): Text => [`${n} of ${of}`, `${n} de ${of}`],
  done: (n: number): Text => [
    `${ofMany(n, '1 receipt is', 'receipts are')} sent once more`,
    `${ofMany(n, '1 recibo se envió', 'recibos se enviaron')} de nuevo`,
  ],
  notSent: (n: number): Text => [
    `${ofMany(n, '1 receipt was', 'receipts were')} not sent.`,
    `${ofMany(n, '1 recibo no se envió', 'recibos no se enviaron')}.`,
  ],
  again: ['Try those again', 'Reintentar esos'],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
