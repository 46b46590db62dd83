import type { Text } from './language.ts';

export const disputes = {
  dispute: ['Dispute', 'Disputa'],
  deadline: ['Answer until', 'Responder hasta'],
  taken: ['Taken by the bank', 'Tomado por el banco'],
  payment: ['Payment', 'Pago'],
  processor: ['Processor', 'Procesador'],
  processorId: ['Name there', 'Nombre allí'],
  code: ['Reason code', 'Código de motivo'],
  told: ['Last told', 'Última noticia'],
  search: ['Name at the processor, or reason code', 'Nombre en el procesador o código'],
  openOnes: ['Open', 'Abiertas'],
  inquiries: ['Inquiries', 'Consultas'],
  empty: ['No dispute', 'Ninguna disputa'],
  emptyText: [
    'When a payer disputes a payment at its bank, it stands here with the last day to answer.',
    'Cuando un pagador disputa un pago en su banco, aparece aquí con el último día para responder.',
  ],
  ledger: ['Ledger', 'Libro mayor'],
  events: ['Events', 'Eventos'],
  noTransfer: ['Nothing was written in the ledger', 'No se escribió nada en el libro mayor'],
  answerBy: (when: string): Text => [
    `Evidence is taken until ${when}.`,
    `Las pruebas se aceptan hasta ${when}.`,
  ],
  answerText: [
    'It is sent in the portal of the processor, whose feed then says what came of it.',
    'Se envían en el portal del procesador, cuyo informe dice después el resultado.',
  ],
  late: (when: string): Text => [
    `The time for evidence was over ${when}.`,
    `El plazo de las pruebas terminó: ${when}.`,
  ],
  inquiryText: [
    'The bank of the payer asks; nothing was taken yet.',
    'El banco del pagador pregunta; aún no se tomó nada.',
  ],
  wonTitle: ['The dispute is won.', 'La disputa está ganada.'],
  wonText: ['What the bank took came back.', 'Lo que el banco tomó volvió.'],
  lostTitle: ['The dispute is lost, for good.', 'La disputa está perdida, para siempre.'],
  lostText: ['The money stays with the payer.', 'El dinero queda con el pagador.'],
  decide: ['Open what needs a decision', 'Abrir lo que está por decidir'],
  noPayment: ['No payment fits it.', 'Ningún pago le corresponde.'],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
