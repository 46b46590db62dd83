import type { Text } from './language.ts';
import { messageWords } from './payment-messages.ts';

export const mails = {
  search: ['Mailbox, payment or beginning of its kind', 'Buzón, pago o comienzo del tipo'],
  to: ['To', 'Para'],
  about: ['About', 'Sobre'],
  object: ['Payment or other object', 'Pago u otro objeto'],
  error: ['Last error', 'Último error'],
  tries: ['Tries', 'Intentos'],
  queued: ['Queued', 'En cola'],
  sent: ['Sent', 'Enviado'],
  nextTry: ['Next try', 'Próximo intento'],
  mail: ['Mail', 'Correo'],
  event: ['Event', 'Evento'],
  failedOnes: ['Failed', 'Fallidos'],
  waitingOnes: ['Waiting', 'En espera'],
  words: ['What it says', 'Lo que dice'],
  asNow: [
    'As it would be written now. Addresses by which somebody can pay are left out.',
    'Como se escribiría ahora. Las direcciones con las que se puede pagar no se muestran.',
  ],
  saysNothing: [
    'There is nothing to say any more: what it was about is over.',
    'Ya no hay nada que decir: aquello de lo que trataba terminó.',
  ],
  empty: ['No mail yet', 'Aún no hay correos'],
  emptyText: [
    'Receipts and notices to payers and to the business are listed here, with what became of each.',
    'Los recibos y avisos para pagadores y para el negocio aparecen aquí, con lo que fue de cada uno.',
  ],
} as const satisfies Record<string, Text>;

/** By the kind of its event. */
export const mailKinds: Readonly<Record<string, Text>> = {
  'payment.captured': messageWords.receipt,
  'payment.queued': messageWords.receipt,
  'payment.receipt_requested': messageWords.receiptAgain,
  'payment.refunded': messageWords.refund,
  'payment.voided': messageWords.void,
  'payment.returned': messageWords.returned,
  'payment.account_validating': ['An account is to be confirmed', 'Confirmar una cuenta'],
  'subscription.payment_failed': ['A charge failed', 'Un cobro falló'],
  'subscription.trial_will_end': ['A trial will end', 'Una prueba termina'],
  'subscription.card_expiring': ['A card expires', 'Una tarjeta vence'],
};
