import type { Text } from './language.ts';

/** The conversation with the bank. */
export const bankWords = {
  kinds: {
    charge: ['Charge', 'Cobro'],
    capture: ['Capture', 'Captura'],
    void: ['Void', 'Anulación'],
    refund: ['Refund', 'Reembolso'],
    give_back: ['Reversal', 'Reversión'],
  },
  writtenDown: (reference: string, processor: string): Text => [
    `Written down as ${reference}, then ${processor} was asked`,
    `Anotado como ${reference}, luego se preguntó a ${processor}`,
  ],
  inquiries: (n: number): Text => [
    n === 1 ? '1 inquiry' : `${n} inquiries`,
    n === 1 ? '1 consulta' : `${n} consultas`,
  ],
  seen: ['seen', 'visto'],
  absent: ['absent since', 'ausente desde'],
  nextLook: ['next inquiry', 'próxima consulta'],
  took: (ms: number): Text => [`${ms} ms`, `${ms} ms`],
  answeredIn: (status: number, ms: number): Text => [
    `${status} in ${ms} ms`,
    `${status} en ${ms} ms`,
  ],
  noAnswerIn: (ms: number): Text => [`No answer in ${ms} ms`, `Sin respuesta en ${ms} ms`],
  weAsked: ['We asked', 'Preguntamos'],
  bankAnswered: ['Bank answered', 'El banco respondió'],
  nothingBack: ['Nothing came back', 'No llegó nada'],
} as const;
