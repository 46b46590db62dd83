import type { MailTemplate } from '../../../clients/typescript/src/index.ts';
import type { Text } from './language.ts';

/** Own words in the mails to payers. */
export const mailTemplates = {
  mail: ['Mail', 'Correo'],
  language: ['Language of the payer', 'Idioma del pagador'],
  own: ['own words', 'texto propio'],
  title: ['Your words', 'Su texto'],
  text: [
    'Sums, lines, links and what the payer has to do always stand in the mail. What you leave empty has the usual words.',
    'Los importes, las líneas, los enlaces y lo que el pagador debe hacer siempre están en el correo. Lo que deje vacío lleva el texto habitual.',
  ],
  subject: ['Subject', 'Asunto'],
  opening: ['Beginning', 'Comienzo'],
  instead: (usual: string): Text => [`In the place of: ${usual}`, `En lugar de: ${usual}`],
  before: (usual: string): Text => [`Before: ${usual}`, `Antes de: ${usual}`],
  closing: ['End', 'Final'],
  closingHint: ['Above the small print.', 'Encima de la letra pequeña.'],
  amount: ['sum', 'importe'],
  orderNumber: ['order number', 'número de pedido'],
  method: ['card or account', 'tarjeta o cuenta'],
  date: ['date', 'fecha'],
  plan: ['plan', 'plan'],
  save: ['Save your words', 'Guardar su texto'],
  saved: ['Your words are saved', 'Su texto está guardado'],
  allEmpty: [
    'Everything is empty: go back to the usual words instead.',
    'Todo está vacío: vuelva al texto habitual.',
  ],
  back: ['Back to the usual words', 'Volver al texto habitual'],
  backOf: (mail: string): Text => [
    `Back to the usual words: ${mail}`,
    `Volver al texto habitual: ${mail}`,
  ],
  backText: [
    'Your words are deleted. Mails that are written from now on have the usual ones.',
    'Su texto se elimina. Los correos que se escriban desde ahora llevan el habitual.',
  ],
  going: ['Deleting', 'Eliminando'],
  gone: ['The usual words stand again', 'Vuelve el texto habitual'],
  preview: ['Preview', 'Vista previa'],
  ofLast: [
    'Your last mail of this kind, as it would be. Nothing is sent.',
    'Su último correo de este tipo, tal como sería. No se envía nada.',
  ],
  ofSample: [
    'A sample: there is no such mail of yours yet. Nothing is sent.',
    'Un ejemplo: aún no hay un correo suyo de este tipo. No se envía nada.',
  ],
  missing: (names: string): Text => [
    `Not known of this payer: ${names}. Such a line is left out, and such a subject is the usual one.`,
    `No se conoce de este pagador: ${names}. Esa línea se omite, y ese asunto es el habitual.`,
  ],
  light: ['Light', 'Claro'],
  dark: ['Dark', 'Oscuro'],
  plain: ['Plain text', 'Solo texto'],
  look: ['As what', 'Cómo'],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;

export const kindsOfMails: Readonly<Record<MailTemplate['kind'], Text>> = {
  'payment.captured': ['Receipt', 'Recibo'],
  'payment.queued': ['Receipt of a bank payment', 'Recibo de un pago bancario'],
  'payment.refunded': ['Refund', 'Reembolso'],
  'payment.voided': ['Cancellation', 'Anulación'],
  'payment.returned': ['Bank payment came back', 'Pago bancario devuelto'],
  'payment.account_validating': ['Bank account to confirm', 'Cuenta bancaria por confirmar'],
  'subscription.payment_failed': ['Subscription: a charge failed', 'Suscripción: un cobro falló'],
  'subscription.trial_will_end': ['Subscription: a trial ends', 'Suscripción: una prueba termina'],
  'subscription.card_expiring': ['Subscription: a card expires', 'Suscripción: una tarjeta caduca'],
};
