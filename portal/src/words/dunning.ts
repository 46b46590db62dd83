import type { Text } from './language.ts';

/** Past and coming steps about an unpaid period. */
export const dunning = {
  title: (period: number): Text => [
    `Period ${period} is not paid`,
    `El período ${period} no está pagado`,
  ],
  charged: ['Charged', 'Cobrado'],
  declined: ['Declined', 'Rechazado'],
  told: ['Payer was told', 'Se avisó al pagador'],
  will_charge: ['Will be charged again', 'Se cobrará de nuevo'],
  gives_up: ['Is given up', 'Se abandona'],
  ifDeclined: ['if each attempt is declined', 'si cada intento es rechazado'],
  will_retry: ['that it is charged again', 'de que se cobrará de nuevo'],
  new_card: ['to give another card', 'para que dé otra tarjeta'],
  pay_now: ['to pay by a link', 'para que pague con un enlace'],
} as const satisfies Record<string, Text | ((period: number) => Text)>;
