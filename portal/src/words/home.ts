import type { Text } from './language.ts';

/** Nothing is counted beyond 100. */
export const upTo = (n: number) => (n >= 100 ? '100+' : String(n));

export const home = {
  period: ['Period', 'Período'],
  lastDays: (n: number): Text => (n === 1 ? ['Today', 'Hoy'] : [`${n} days`, `${n} días`]),
  captured: ['Captured', 'Capturado'],
  onBefore: (n: number): Text =>
    n === 1
      ? ['on yesterday', 'frente a ayer']
      : [`on ${n} days before`, `frente a ${n} días antes`],
  daysBefore: (n: number): Text => [`${n} days before`, `${n} días antes`],
  net: (amount: string): Text => [
    `${amount} less refunds and returns`,
    `${amount} menos reembolsos y devoluciones`,
  ],
  paymentCount: (n: number, shown: string): Text => [
    n === 1 ? '1 payment' : `${shown} payments`,
    n === 1 ? '1 pago' : `${shown} pagos`,
  ],
  approvalRate: ['Approval rate', 'Tasa de aprobación'],
  points: ['points', 'puntos'],
  declined: (n: string): Text => [`${n} declined`, `${n} rechazados`],
  declinedCards: ['Declined', 'Rechazados'],
  refunded: ['Refunded', 'Reembolsado'],
  returned: ['Returned', 'Devuelto'],
  returnedToo: (amount: string): Text => [
    `${amount} returned by banks`,
    `${amount} devueltos por bancos`,
  ],
  noReturns: ['Nothing returned by banks', 'Nada devuelto por bancos'],
  onTheWay: ['On the way to the bank', 'En camino al banco'],
  arrives: (day: string): Text => [`Arrives ${day}`, `Llega: ${day}`],
  thenNext: (day: string): Text => [`next one ${day}`, `siguiente: ${day}`],
  nextOn: (day: string): Text => [`Next one ${day}`, `Siguiente: ${day}`],
  nextPayout: ['Next payout', 'Próxima transferencia'],
  nothingOnTheWay: ['Nothing is on the way', 'Nada está en camino'],
  payments: ['Payments', 'Pagos'],
  byBank: (n: string): Text => [`${n} by bank`, `${n} por banco`],
  volume: ['Volume by day', 'Volumen por día'],
  cards: ['Cards', 'Tarjetas'],
  asTable: ['Show as table', 'Ver como tabla'],
  asChart: ['Show as chart', 'Ver como gráfico'],
  arrows: ['Volume by day: arrow keys choose a day', 'Volumen por día: las flechas eligen un día'],
  chartSays: (from: string, to: string, day: string, most: string): Text => [
    `Captured by day, ${from} to ${to}. Highest on ${day} with ${most}. The same numbers stand behind “Show as table”.`,
    `Capturado por día, del ${from} al ${to}. Máximo el ${day} con ${most}. Los mismos números están en «Ver como tabla».`,
  ],
  latest: ['Latest payments', 'Últimos pagos'],
  allPayments: ['All payments', 'Todos los pagos'],
  tasks: ['Open tasks', 'Tareas abiertas'],
  noTask: ['Nothing waits for you', 'Nada le espera'],
  unknownOutcomes: (n: number): Text => [
    n === 1 ? '1 payment has an unknown outcome' : `${upTo(n)} payments have an unknown outcome`,
    n === 1
      ? '1 pago tiene resultado desconocido'
      : `${upTo(n)} pagos tienen resultado desconocido`,
  ],
  holdOrders: ['Do not charge it again', 'No lo cobre otra vez'],
  oldest: (object: string): Text => [`Oldest: ${object}`, `El más antiguo: ${object}`],
  firstDue: (object: string): Text => [`First due: ${object}`, `Primero en vencer: ${object}`],
  untilDay: (day: string): Text => [`until ${day}`, `hasta ${day}`],
  decisions: (n: number): Text => [
    n === 1 ? '1 case needs a decision' : `${upTo(n)} cases need a decision`,
    n === 1 ? '1 caso por decidir' : `${upTo(n)} casos por decidir`,
  ],
  failingHooks: (n: number, name: string): Text => [
    n === 1 ? `Webhook “${name}” is failing` : `${n} webhooks fail`,
    n === 1 ? `El webhook «${name}» falla` : `${n} webhooks fallan`,
  ],
  hookDisabled: [
    'It is disabled: nothing is sent any more',
    'Está desactivado: ya no se envía nada',
  ],
  receiverDown: [
    'Their receivers do not accept what happened',
    'Sus receptores no aceptan lo ocurrido',
  ],
  openDisputes: (n: number): Text => [
    n === 1 ? '1 open dispute' : `${upTo(n)} open disputes`,
    n === 1 ? '1 disputa abierta' : `${upTo(n)} disputas abiertas`,
  ],
  bankReturns: (n: number): Text => [
    n === 1 ? '1 bank payment came back' : `${upTo(n)} bank payments came back`,
    n === 1 ? '1 pago bancario fue devuelto' : `${upTo(n)} pagos bancarios fueron devueltos`,
  ],
  waiting: (n: number): Text => [
    n === 1 ? '1 conversation waits for an answer' : `${upTo(n)} conversations wait for an answer`,
    n === 1 ? '1 conversación espera respuesta' : `${upTo(n)} conversaciones esperan respuesta`,
  ],
  overdue: (n: number): Text => [
    n === 1 ? '1 invoice is overdue' : `${upTo(n)} invoices are overdue`,
    n === 1 ? '1 factura está vencida' : `${upTo(n)} facturas están vencidas`,
  ],
  failedMails: (n: number): Text => [
    n === 1 ? '1 mail did not arrive' : `${upTo(n)} mails did not arrive`,
    n === 1 ? '1 correo no llegó' : `${upTo(n)} correos no llegaron`,
  ],
  start: ['Get started', 'Primeros pasos'],
  stepPassword: ['Choose a password', 'Elija una contraseña'],
  stepPasswordHow: [
    'The link was good once. Within ten minutes of it you can choose a password, and set up an app for codes.',
    'El enlace sirvió una vez. En los diez minutos siguientes puede elegir una contraseña y una aplicación de códigos.',
  ],
  stepPayment: ['Take a test payment', 'Haga un pago de prueba'],
  stepPaymentHow: [
    'In the virtual terminal, with the test card 4242 4242 4242 4242.',
    'En el terminal virtual, con la tarjeta de prueba 4242 4242 4242 4242.',
  ],
  stepReceipt: ['Read its receipt in the sandbox inbox', 'Lea su recibo en la bandeja de pruebas'],
  stepReceiptHow: [
    'No mail leaves a sandbox: every one is kept in the inbox.',
    'Ningún correo sale de las pruebas: todos quedan en la bandeja.',
  ],
  stepKey: ['Create an API key', 'Cree una clave de API'],
  stepKeyHow: [
    'With the rights that your program needs, and no more.',
    'Con los derechos que su programa necesita y no más.',
  ],
  stepHook: ['Receive a webhook', 'Reciba un webhook'],
  stepHookHow: [
    'Run this beside the service. It checks each signature and prints what comes.',
    'Ejecute esto junto al servicio. Comprueba cada firma e imprime lo que llega.',
  ],
  stepBank: ['See a bank payment settle', 'Vea liquidarse un pago bancario'],
  stepBankHow: [
    'Take a payment from a bank account, and move the clock of the sandbox on by a week.',
    'Haga un pago desde una cuenta bancaria y adelante el reloj de pruebas una semana.',
  ],
  stepTeam: ['Invite somebody', 'Invite a alguien'],
  stepTeamHow: [
    'Money is decided by two persons: one proposes, another confirms.',
    'Sobre el dinero deciden dos personas: una propone y otra confirma.',
  ],
  hideSteps: ['Hide the checklist', 'Ocultar la lista'],
  done: (n: number, all: number): Text => [`${n} of ${all}`, `${n} de ${all}`],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
