import type { Text } from './language.ts';

/** The day by which something is to be paid, and reminders of it. */
export const due = {
  due: ['Due', 'Vence'],
  dueOn: ['To be paid by', 'Pagar a más tardar el'],
  dueHint: ['It can be paid later, too.', 'También se puede pagar después.'],
  until: ['Can be paid until', 'Se puede pagar hasta'],
  untilHint: ['The last day; then the link ends.', 'El último día; después el enlace termina.'],
  overdue: ['Overdue', 'Vencida'],
  yes: ['Overdue', 'Vencidas'],
  no: ['Not overdue', 'No vencidas'],
  reminders: [
    'Remind by text, if it is not paid by then',
    'Recordar por mensaje, si aún no está pagada',
  ],
  before: (days: number): Text => [`${days} days before`, `${days} días antes`],
  onTheDay: ['On the day', 'Ese día'],
  after: (days: number): Text => [`${days} days after`, `${days} días después`],
  noPhone: ['A mobile number is needed for that.', 'Para eso hace falta un número móvil.'],
  noneLeft: ['All of these days are over.', 'Todos esos días ya pasaron.'],
  remind: ['Remind', 'Recordar'],
  remindOf: (payer: string): Text =>
    payer === ''
      ? ['Remind the payer?', '¿Recordar al pagador?']
      : [`Remind ${payer}?`, `¿Recordar a ${payer}?`],
  remindMany: (n: number): Text => [`Remind ${n} payers?`, `¿Recordar a ${n} pagadores?`],
  remindText: [
    'A text with the link goes to the phone of the payer, at once or when quiet hours end. Of one link that can be done three times a day.',
    'Un mensaje con el enlace va al teléfono del pagador, ahora o cuando terminen las horas de silencio. Por enlace se puede tres veces al día.',
  ],
  textHint: [
    'The address stands at its end, or where you write [PBTLINK]. Left empty, it says what is due and when.',
    'La dirección va al final, o donde escriba [PBTLINK]. Vacío, dice cuánto se debe y cuándo.',
  ],
  without: (n: number): Text =>
    n === 1
      ? [
          '1 of them is paid, being paid or ended, and is left out.',
          '1 está pagado, pagándose o terminado, y se omite.',
        ]
      : [
          `${n} of them are paid, being paid or ended, and are left out.`,
          `${n} están pagados, pagándose o terminados, y se omiten.`,
        ],
  none: ['None of them is to be paid', 'Ninguno está por pagar'],
  sendSome: (n: number): Text => [
    n === 1 ? 'Send 1 reminder' : `Send ${n} reminders`,
    n === 1 ? 'Enviar 1 recordatorio' : `Enviar ${n} recordatorios`,
  ],
  again: ['Try again', 'Intentar otra vez'],
  progress: (done: number, all: number): Text => [`${done} of ${all}`, `${done} de ${all}`],
  reminded: (n: number): Text => [
    n === 1 ? '1 reminder is on its way' : `${n} reminders are on their way`,
    n === 1 ? '1 recordatorio está en camino' : `${n} recordatorios están en camino`,
  ],
  notReminded: (n: number): Text => [
    n === 1 ? '1 was not reminded' : `${n} were not reminded`,
    n === 1 ? 'A 1 no se le recordó' : `A ${n} no se les recordó`,
  ],
  toCome: ['Reminders to come', 'Recordatorios por venir'],
  toComeText: ['They are not sent once it is paid.', 'No se envían si ya está pagada.'],
  lines: ['What it is made of', 'De qué se compone'],
  addLine: ['Add a line', 'Añadir una línea'],
  lineName: (n: number): Text => [`Line ${n}`, `Línea ${n}`],
  lineAmount: ['Amount', 'Importe'],
  removeLine: (n: number): Text => [`Remove line ${n}`, `Quitar línea ${n}`],
  noLine: [
    'Must have a name, and an amount over 0, such as 86.00.',
    'Debe tener un nombre y un importe mayor que 0, como 86.00.',
  ],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
