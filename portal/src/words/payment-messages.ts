import type { Text } from './language.ts';

/** Mails and texts because of a payment. */
export const messageWords = {
  receipt: ['Receipt', 'Recibo'],
  receiptAgain: ['Receipt, once more', 'Recibo, otra vez'],
  refund: ['Note of the refund', 'Aviso del reembolso'],
  void: ['Note of the void', 'Aviso de la anulación'],
  returned: ['Note of the return', 'Aviso de la devolución'],
  payLink: ['Pay link', 'Enlace de pago'],
  reminder: ['Reminder', 'Recordatorio'],
  message: ['Message', 'Mensaje'],
  mailTo: ['E-mail to', 'Correo a'],
  textTo: ['Text to', 'SMS a'],
  resend: ['Resend receipt', 'Reenviar recibo'],
  none: ['Nothing was sent', 'No se envió nada'],
  noneText: [
    'A receipt goes out where the payment asked for one, or when you resend it.',
    'El recibo sale si el pago lo pidió, o cuando usted lo reenvía.',
  ],
} as const satisfies Record<string, Text>;
