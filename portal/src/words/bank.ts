import type { Text } from './language.ts';
import { payments } from './payments.ts';

/** The conversation with the bank, and what is known of its outcome. */
export const bankWords = {
  kinds: {
    charge: ['Charge', 'Cobro'],
    capture: ['Capture', 'Captura'],
    void: ['Void', 'Anulación'],
    refund: ['Refund', 'Reembolso'],
    give_back: ['Reversal', 'Reversión'],
    inquiry: ['Inquiry', 'Consulta'],
    cancel: ['Cancel', 'Cancelación'],
  },
  withBank: ['Conversation with the bank', 'Conversación con el banco'],
  notFound: ['Not found', 'No encontrado'],
  reference: ['reference', 'referencia'],
  writtenDown: (reference: string, processor: string): Text => [
    `Written down as ${reference}, then ${processor} was asked`,
    `Anotado como ${reference}, luego se preguntó a ${processor}`,
  ],
  by: ['by', 'por'],
  askedWhat: (reference: string): Text => [
    `Asked the bank what became of ${reference}`,
    `Se preguntó al banco qué fue de ${reference}`,
  ],
  askedCancel: (reference: string): Text => [
    `Told the bank to carry out ${reference} no more`,
    `Se pidió al banco no ejecutar ya ${reference}`,
  ],
  sentAgain: (reference: string): Text => [
    `Sent again as ${reference}, which the bank carries out once`,
    `Enviado otra vez como ${reference}, que el banco ejecuta una sola vez`,
  ],
  derived: ['As stored', 'Según registro'],
  derivedText: [
    'Written from what is stored of the payment: the bank answered at once. The time is until its outcome was stored.',
    'Escrito a partir de lo guardado del pago: el banco respondió al momento. El tiempo es hasta guardar el resultado.',
  ],
  noAnswer: ['No answer', 'Sin respuesta'],
  within: (what: string, ms: string): Text => [`${what} in ${ms}`, `${what} en ${ms}`],
  notSent: ['Nothing was sent', 'No se envió nada'],
  weAsked: ['We asked', 'Preguntamos'],
  bankAnswered: ['Bank answered', 'El banco respondió'],
  nothingBack: ['Nothing came back', 'No llegó nada'],
  mayHaveHappened: ['It may have happened', 'Puede haberse hecho'],
  surelyNothing: ['No money moved', 'No se movió dinero'],
  copyTalk: ['Copy the conversation', 'Copiar la conversación'],
  less: ['Show less', 'Mostrar menos'],
  more: ['Show more', 'Mostrar más'],
  unknownTitles: {
    charge: payments.unknownTitle,
    capture: ['Nobody knows yet whether this was captured.', 'Aún no se sabe si esto se capturó.'],
    void: ['Nobody knows yet whether this was voided.', 'Aún no se sabe si esto se anuló.'],
    refund: ['Nobody knows yet whether this was refunded.', 'Aún no se sabe si esto se reembolsó.'],
    give_back: [
      'Nobody knows yet whether this was given back.',
      'Aún no se sabe si esto se devolvió.',
    ],
  },
  unknownCharge: [
    'The bank did not answer. Do not charge this order again: the service asks the bank, and shows the outcome here.',
    'El banco no respondió. No vuelva a cobrar este pedido: el servicio pregunta al banco y muestra aquí el resultado.',
  ],
  unknownOther: [
    'The bank did not answer. Do not do it a second time: the service asks the bank, and shows the outcome here.',
    'El banco no respondió. No lo haga otra vez: el servicio pregunta al banco y muestra aquí el resultado.',
  ],
  since: ['Not known since', 'Sin saberse desde'],
  asked: ['Asked so far', 'Consultas hechas'],
  times: (n: number): Text => [n === 1 ? 'once' : `${n} times`, n === 1 ? 'una vez' : `${n} veces`],
  notYet: ['not yet', 'todavía no'],
  seen: ['The bank showed it', 'El banco lo mostró'],
  absent: ['The bank does not find it since', 'El banco no lo encuentra desde'],
  canceledAt: ['Told to cancel it', 'Se pidió cancelarlo'],
  nextLook: ['Next inquiry', 'Próxima consulta'],
  soon: ['at any moment', 'en cualquier momento'],
  changesCharge: (state: string): Text => [
    `If the bank has it, the payment becomes “${state}”, once and for this amount. If the bank certainly has nothing of it, it is canceled: no money moved, and the order may be charged again.`,
    `Si el banco lo tiene, el pago pasa a «${state}», una vez y por este importe. Si es seguro que el banco no tiene nada, se cancela: no se movió dinero y el pedido puede cobrarse otra vez.`,
  ],
  changesOther: [
    'If the bank has it, it counts as done. If the bank certainly has nothing of it, it was not done and may be tried again.',
    'Si el banco lo tiene, cuenta como hecho. Si es seguro que el banco no tiene nada, no se hizo y puede intentarse otra vez.',
  ],
} as const;
