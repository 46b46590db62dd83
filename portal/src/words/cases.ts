import type { Case } from '../../../clients/typescript/src/index.ts';
import type { Text } from './language.ts';

/** A case about an amount: the requested one, and the one that was taken in its place. */
export type Sums = {
  readonly asked: string;
  readonly taken: string;
  readonly difference: string;
  /** False: too little was taken. */
  readonly isTooMuch: boolean;
};

/** Needs decision. */
export const cases = {
  rule: ['One person proposes, another confirms', 'Una persona propone, otra confirma'],
  search: [
    'Case, payment, order, e-mail, phone or name',
    'Caso, pago, pedido, correo, teléfono o nombre',
  ],
  one: ['Case', 'Caso'],
  about: ['About', 'Sobre'],
  proposal: ['Proposal', 'Propuesta'],
  opened: ['Opened', 'Abierto'],
  toConfirm: ['To confirm', 'Por confirmar'],
  openOnes: ['Open', 'Abiertos'],
  closedOnes: ['Closed', 'Cerrados'],
  empty: ['Nothing to decide', 'Nada por decidir'],
  emptyText: [
    'When neither the service nor the processor can say what became of money, the case stands here.',
    'Cuando ni el servicio ni el procesador saben qué fue del dinero, el caso aparece aquí.',
  ],
  others: ['Cases', 'Casos'],
  all: ['There are more: all cases', 'Hay más: todos los casos'],
  numbered: (id: string): Text => [`Case ${id}`, `Caso ${id}`],
  facts: ['What is known', 'Lo que se sabe'],
  history: ['History', 'Historial'],
  related: ['Related', 'Relacionado'],
  effects: ['What each decision does', 'Qué hace cada decisión'],
  decision: ['Decision', 'Decisión'],
  twoPersons: ['Two persons', 'Dos personas'],
  proposed: ['Proposed', 'Propuesto'],
  /** The trust in a name that was given with a command. */
  declared: ['declared, not verified', 'declarado, sin verificar'],
  proposedBy: (who: string): Text => [`Proposed by ${who}`, `Propuesto por ${who}`],
  toBeConfirmed: ['To be confirmed', 'Por confirmar'],
  toBeProposed: ['To be proposed', 'Por proponer'],
  confirmed: ['Confirmed', 'Confirmado'],
  thatIsYou: ['That is you', 'Es usted'],
  another: ['Another person', 'Otra persona'],
  notYou: [
    'You proposed this, so you may not confirm it: somebody else who may approve must.',
    'Usted lo propuso, así que no puede confirmarlo: debe hacerlo otra persona con derecho de aprobar.',
  ],
  mayNot: (right: string): Text => [
    `Your role may look, not decide. Deciding needs the right “${right}”.`,
    `Su rol puede mirar, no decidir. Decidir requiere el derecho «${right}».`,
  ],
  yourNote: ['Your note', 'Su nota'],
  noteHint: [
    'Why. The audit log keeps it under your name.',
    'El porqué. El registro de auditoría lo guarda con su nombre.',
  ],
  noteHintConfirm: [
    'The audit log keeps it under your name. Rejecting needs a reason, confirming does not.',
    'El registro de auditoría la guarda con su nombre. Rechazar requiere un motivo, confirmar no.',
  ],
  noteMissing: ['Say why.', 'Diga por qué.'],
  choose: ['Choose a decision.', 'Elija una decisión.'],
  changedMeanwhile: [
    'Somebody else changed this meanwhile.',
    'Otra persona lo cambió mientras tanto.',
  ],
  loadedAgain: [
    'It is loaded again, and nothing of yours was decided. Look at what stands now.',
    'Se cargó de nuevo y no se decidió nada suyo. Mire lo actual.',
  ],
  propose: (decision: string): Text => [`Propose: ${decision}`, `Proponer: ${decision}`],
  proposePlain: ['Propose', 'Proponer'],
  proposing: ['Proposing', 'Proponiendo'],
  proposeText: [
    'Nothing happens until another person confirms it.',
    'No pasa nada hasta que otra persona lo confirme.',
  ],
  confirm: (decision: string): Text => [`Confirm: ${decision}`, `Confirmar: ${decision}`],
  confirming: ['Confirming', 'Confirmando'],
  reject: ['Reject and reopen', 'Rechazar y reabrir'],
  rejecting: ['Rejecting', 'Rechazando'],
  final: [
    'Kept in the audit log under both names. It cannot be taken back.',
    'Queda en el registro de auditoría con ambos nombres. No se puede deshacer.',
  ],
  didPropose: (decision: string): Text => [
    `Proposed: ${decision}. Another person must confirm it`,
    `Propuesto: ${decision}. Otra persona debe confirmarlo`,
  ],
  didConfirm: (decision: string): Text => [`Confirmed: ${decision}`, `Confirmado: ${decision}`],
  didReject: [
    'The proposal is rejected, the case is open again',
    'La propuesta se rechazó, el caso está abierto de nuevo',
  ],
  proposedIs: (decision: string): Text => [`Proposed: ${decision}`, `Propuesto: ${decision}`],
  outcome: ['Outcome', 'Resultado'],
  isClosed: ['This case is closed.', 'Este caso está cerrado.'],
  isCarriedOut: [
    'It is confirmed and being carried out. If a process dies in between, another goes on.',
    'Está confirmado y se está llevando a cabo. Si un proceso muere, otro continúa.',
  ],
  instead: ({ asked, taken }: Sums): Text => [
    `${taken} instead of ${asked}`,
    `${taken} en lugar de ${asked}`,
  ],
  differs: ({ asked, taken, difference, isTooMuch }: Sums): Text => [
    `${asked} asked for, ${taken} taken: ${difference} too ${isTooMuch ? 'much' : 'little'}`,
    `${asked} pedidos, ${taken} tomados: ${difference} de ${isTooMuch ? 'más' : 'menos'}`,
  ],
  openFor: (time: string): Text => [`Open for ${time}`, `Abierto desde hace ${time}`],
  payment: ['Payment', 'Pago'],
  older: ['Show more', 'Mostrar más'],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;

/** The title of a case, by its kind. */
export const caseKinds: Readonly<Record<Case['kind'], Text>> = {
  outcome_unknown: ['Was it charged?', '¿Se cobró?'],
  followup_unknown: ['Was it captured, voided or refunded?', '¿Se capturó, anuló o reembolsó?'],
  followup_contradicted: ['Done after all', 'Hecho después de todo'],
  amount_differs: ['Another amount was taken', 'Se tomó otro importe'],
  not_given_back: ['Not given back', 'No devuelto'],
  batch_mismatch: ['Batch does not agree', 'El lote no cuadra'],
  batch_unknown: ['Was the batch closed?', '¿Se cerró el lote?'],
  batch_contradicted: ['Batch contradicted', 'Lote contradicho'],
  no_report: ['No report of the processor', 'Sin informe del procesador'],
  odd_row: ['Odd row in a report', 'Fila extraña en un informe'],
  malformed_request: [
    'Request that the processor cannot read',
    'Petición ilegible para el procesador',
  ],
  ach_return: ['Return without a rule', 'Devolución sin regla'],
  ach_file: ['Bank file', 'Archivo bancario'],
  dispute: ['Answer a dispute', 'Responder una disputa'],
  dispute_unmatched: ['Dispute without a payment', 'Disputa sin pago'],
  dispute_contradicted: ['Dispute contradicted', 'Disputa contradicha'],
  card_testing: ['Card testing', 'Prueba de tarjetas'],
  number_export: ['Export of numbers', 'Exportación de números'],
};

/** Names of decisions. */
export const decisionNames: Readonly<Record<string, Text>> = {
  charged: ['Charged', 'Cobrado'],
  not_charged: ['Not charged', 'No cobrado'],
  done: ['Done', 'Hecho'],
  not_done: ['Not done', 'No hecho'],
  accept: ['Accept the amount', 'Aceptar el importe'],
  refund_difference: ['Refund the difference', 'Reembolsar la diferencia'],
  void: ['Void all of it', 'Anular todo'],
  given_back_elsewhere: ['Given back elsewhere', 'Devuelto de otro modo'],
  try_again: ['Try again', 'Intentar de nuevo'],
  accept_theirs: ['Accept theirs', 'Aceptar lo suyo'],
  keep_open: ['Keep it open', 'Dejar abierto'],
  closed: ['Closed', 'Cerrado'],
  not_closed: ['Not closed', 'No cerrado'],
  noted: ['Noted', 'Anotado'],
  rejected: ['File rejected', 'Archivo rechazado'],
  answered: ['Answered', 'Respondida'],
  accepted: ['Left to the payer', 'Dejada al pagador'],
  export: ['Export once', 'Exportar una vez'],
  keep: ['Export nothing', 'No exportar nada'],
};

/** The same with the sums of the case. */
export const amountDecisionNames: Readonly<Record<string, (sums: Sums) => Text>> = {
  accept: ({ taken }) => [`Accept ${taken}`, `Aceptar ${taken}`],
  refund_difference: ({ difference }) => [`Refund ${difference}`, `Reembolsar ${difference}`],
  void: ({ taken }) => [`Void all ${taken}`, `Anular los ${taken}`],
};

/** The effect of a decision; the service says it in English. */
export const effectsInSpanish: Readonly<Record<string, string>> = {
  'outcome_unknown.charged': 'El pago se cobró: se registra con el importe pedido.',
  'outcome_unknown.not_charged':
    'El pago no se cobró: su pedido puede pagarse de nuevo. Durante una semana se sigue preguntando al procesador cada día, y el dinero que aparezca se devuelve.',
  'followup_unknown.done': 'La captura, anulación o reembolso se hizo.',
  'followup_unknown.not_done':
    'No se hizo, y puede pedirse de nuevo. Durante una semana se sigue preguntando al procesador cada día, y lo que aparezca se registra.',
  'followup_contradicted.noted': 'Alguien se ocupó de ello.',
  'amount_differs.accept': 'El importe que tomó el procesador queda como está registrado.',
  'amount_differs.refund_difference': 'Lo que se tomó de más se reembolsa.',
  'amount_differs.void': 'Se anula todo, mientras no esté liquidado.',
  'not_given_back.given_back_elsewhere':
    'El dinero se reembolsó de otra manera, como por el portal del procesador.',
  'not_given_back.try_again': 'Se pide al procesador una vez más que lo devuelva.',
  'batch_mismatch.accept_theirs':
    'El procesador tiene razón: paga lo que dice, y la diferencia queda en su cuenta.',
  'batch_mismatch.keep_open': 'No se mueve nada, y el caso sigue.',
  'batch_unknown.closed':
    'El procesador lo cerró: se registra con nuestros totales. Durante una semana se le sigue preguntando cada día.',
  'batch_unknown.not_closed':
    'El procesador no lo cerró: su contenido está abierto de nuevo y va en el próximo lote. Durante una semana se le sigue preguntando cada día.',
  'batch_contradicted.noted': 'Alguien se ocupó de ello.',
  'no_report.noted':
    'Alguien se ocupó de ello. El próximo informe que se lea cuenta todo desde el último.',
  'odd_row.noted': 'Alguien se ocupó de ello. Con esa fila no se registra nada.',
  'malformed_request.noted':
    'Alguien se ocupó de ello. La próxima petición que el procesador no pueda leer abre otro caso.',
  'ach_return.noted': 'Alguien se ocupó de ello.',
  'ach_file.noted': 'Alguien se ocupó de ello.',
  'ach_file.rejected': 'El banco no tiene el archivo: su contenido sale con el próximo.',
  'dispute.answered':
    'Las pruebas se enviaron en el portal del procesador; su informe dirá qué resultó.',
  'dispute.accepted': 'Se deja al pagador: no se envía nada.',
  'dispute_unmatched.noted': 'Alguien se ocupó de ello.',
  'dispute_contradicted.noted': 'Alguien se ocupó de ello.',
  'card_testing.noted': 'Alguien se ocupó de ello. `risk release` levanta antes el bloqueo.',
  'number_export.export':
    'Todos los números de tarjetas y cuentas pueden exportarse una vez en un día, cifrados para la clave de la evidencia. Compare su huella con la del receptor.',
  'number_export.keep': 'No se exporta ningún número.',
};

/** The same with the sums of the case. */
export const amountEffectsInSpanish: Readonly<Record<string, (sums: Sums) => string>> = {
  accept: ({ asked, taken }) =>
    `Los ${taken} que tomó el procesador quedan registrados; se pidieron ${asked}.`,
  refund_difference: ({ asked, taken, difference }) =>
    `Se reembolsan ${difference}: se tomaron ${taken} y se pidieron ${asked}.`,
  void: ({ taken }) => `Se anulan los ${taken}, mientras no estén liquidados.`,
};

/** Acts on a case. */
export const caseActs: Readonly<Record<string, Text>> = {
  'question.opened': ['Opened', 'Abierto'],
  'question.proposed': ['Proposed', 'Propuesto'],
  'question.confirmed': ['Confirmed', 'Confirmado'],
  'question.rejected': ['Rejected', 'Rechazado'],
  'question.reopened': ['Opened again', 'Reabierto'],
  'question.closed': ['Closed', 'Cerrado'],
};
