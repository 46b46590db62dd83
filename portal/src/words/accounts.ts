import type { Text } from './language.ts';

/** Accounts at payment processors. */
export const accounts = {
  title: ['Processor accounts', 'Cuentas de procesador'],
  one: ['Processor account', 'Cuenta de procesador'],
  search: ['Name, gateway or merchant', 'Nombre, pasarela o comercio'],
  processor: ['Gateway', 'Pasarela'],
  merchant: ['Merchant', 'Comercio'],
  use: ['Used for', 'Se usa para'],
  payments: ['Card payments', 'Pagos con tarjeta'],
  fallback: ['Fallback', 'Reserva'],
  nothing: ['Nothing new', 'Nada nuevo'],
  environment: ['Environment', 'Entorno'],
  checked: ['Last good check', 'Última comprobación buena'],
  connected: ['Connected', 'Conectada'],
  empty: ['No account is connected', 'Ninguna cuenta conectada'],
  emptyText: [
    'Connect an account at a gateway: card payments go to the first one in their currency.',
    'Conecte una cuenta en una pasarela: los pagos van a la primera de su moneda.',
  ],
  connect: ['Connect account', 'Conectar cuenta'],
  connecting: ['Asking the gateway', 'Preguntando a la pasarela'],
  connectText: [
    'The gateway is asked whether it takes the key before anything is stored. The key is kept in the vault and shown to nobody.',
    'Se pregunta a la pasarela si acepta la clave antes de guardar nada. La clave queda en la caja fuerte y no se muestra.',
  ],
  anew: ['Give another key', 'Dar otra clave'],
  didConnect: (name: string): Text => [`${name} is connected`, `${name} está conectada`],
  nameHint: [
    'What payments remember it by; the name of the gateway when left empty.',
    'Con él la recuerdan los pagos; el nombre de la pasarela si se deja vacío.',
  ],
  key: ['Key of the gateway', 'Clave de la pasarela'],
  merchantHint: [
    'One of several behind the key, or the login that goes with it.',
    'Uno de varios con la misma clave, o el usuario que la acompaña.',
  ],
  address: ['Address', 'Dirección'],
  addressHint: ['Only for a white label.', 'Solo para una marca blanca.'],
  check: ['Check', 'Comprobar'],
  checking: ['Asking the gateway', 'Preguntando a la pasarela'],
  isGood: ['All is well.', 'Todo está bien.'],
  isBad: ['Something is wrong; the account is stopped.', 'Algo falla; la cuenta se detuvo.'],
  noAnswer: ['The gateway gave no answer.', 'La pasarela no respondió.'],
  choose: ['Use for payments', 'Usar para pagos'],
  chooseVerb: (name: string): Text => [`Send payments to ${name}`, `Enviar pagos a ${name}`],
  chooseText: (currency: string): Text => [
    `From now on card payments in ${currency} go here. Refunds of earlier payments go where those were made.`,
    `Desde ahora los pagos con tarjeta en ${currency} van aquí. Los reembolsos van donde se hizo cada pago.`,
  ],
  chooseFallback: ['Make it the fallback', 'Usar de reserva'],
  fallbackText: [
    'It gets card payments that certainly did not happen at the first account. What is unknown is never sent twice.',
    'Recibe pagos que con certeza no ocurrieron en la primera cuenta. Lo desconocido nunca se envía dos veces.',
  ],
  choosing: ['Changing', 'Cambiando'],
  chosen: (name: string): Text => [`${name} is in use`, `${name} está en uso`],
  stop: ['Stop', 'Detener'],
  stopVerb: (name: string): Text => [`Stop ${name}`, `Detener ${name}`],
  stopText: [
    'Nothing more that moves money is sent there; what was sent is still asked about. A good check starts it again.',
    'No se envía nada más que mueva dinero; se sigue preguntando por lo enviado. Una buena comprobación la reactiva.',
  ],
  stopped: (name: string): Text => [`${name} is stopped`, `${name} está detenida`],
  stoppedTitle: ['Nothing that moves money is sent there.', 'No se envía nada que mueva dinero.'],
  reasonHint: ['The audit log keeps it.', 'El registro de auditoría lo guarda.'],
  batches: ['Batches taken there', 'Lotes de allí'],
  noBatches: ['No batch was taken there', 'Ningún lote de allí'],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;

export const gatewayNames = {
  nmi: 'NMI',
  'authorize-net': 'Authorize.Net',
  elavon: 'Elavon',
  helcim: 'Helcim',
  stripe: 'Stripe',
} as const;
