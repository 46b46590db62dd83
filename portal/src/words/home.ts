import type { Text } from './language.ts';

/** Nothing is counted beyond 100. */
const upTo = (n: number) => (n >= 100 ? '100+' : String(n));

export const home = {
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
  holdOrders: ['Hold these orders: do not charge them again', 'Retenga estos pedidos.'],
  decisions: (n: number): Text => [
    n === 1 ? '1 case needs a decision' : `${upTo(n)} cases need a decision`,
    n === 1 ? '1 caso por decidir' : `${upTo(n)} casos por decidir`,
  ],
  twoPersons: ['One person proposes, another confirms', 'Una persona propone y otra confirma'],
  failingHooks: (n: number): Text => [
    n === 1 ? '1 webhook fails' : `${upTo(n)} webhooks fail`,
    n === 1 ? '1 webhook falla' : `${upTo(n)} webhooks fallan`,
  ],
  receiverDown: [
    'Their receivers do not accept what happened',
    'Sus receptores no aceptan lo ocurrido',
  ],
  openDisputes: (n: number): Text => [
    n === 1 ? '1 open dispute' : `${upTo(n)} open disputes`,
    n === 1 ? '1 disputa abierta' : `${upTo(n)} disputas abiertas`,
  ],
  answerInTime: ['Answer before the deadline', 'Responda antes del plazo'],
  bankReturns: (n: number): Text => [
    n === 1 ? '1 bank payment came back' : `${upTo(n)} bank payments came back`,
    n === 1 ? '1 pago bancario fue devuelto' : `${upTo(n)} pagos bancarios fueron devueltos`,
  ],
  cameBack: ['Within the last 7 days', 'En los últimos 7 días'],
  waiting: (n: number): Text => [
    n === 1 ? '1 conversation waits for an answer' : `${upTo(n)} conversations wait for an answer`,
    n === 1 ? '1 conversación espera respuesta' : `${upTo(n)} conversaciones esperan respuesta`,
  ],
  wroteLast: ['The other side wrote last', 'La otra parte escribió de último'],
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
  done: (n: number, all: number): Text => [`${n} of ${all}`, `${n} de ${all}`],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
