import type { Text } from './language.ts';

export const invoices = {
  number: ['Number', 'Número'],
  invoices: ['Invoices', 'Facturas'],
  payLinks: ['Pay links', 'Enlaces de pago'],
  newPayLink: ['New pay link', 'Nuevo enlace de pago'],
  /** The amount is empty until it is typed. */
  payLinkOf: (amount: string): Text =>
    amount === ''
      ? ['Make a pay link', 'Crear enlace']
      : [`Make a pay link of ${amount}`, `Crear enlace de ${amount}`],
  sendPayLinkOf: (amount: string): Text =>
    amount === ''
      ? ['Text a pay link', 'Enviar enlace']
      : [`Text a pay link of ${amount}`, `Enviar enlace de ${amount}`],
  making: ['Making', 'Creando'],
  amountToPay: ['Amount to pay', 'Importe a pagar'],
  noAmount: [
    'Must be an amount over 0, such as 86.00.',
    'Debe ser un importe mayor que 0, como 86.00.',
  ],
  descriptionHint: ['The payer reads it on the page.', 'El pagador lo lee en la página.'],
  toWhom: ['To whom', 'A quién'],
  known: ['A customer', 'Un cliente'],
  knownHint: ['Found by name, mail or phone', 'Por nombre, correo o teléfono'],
  somebody: ['Somebody new', 'Alguien nuevo'],
  somebodyHint: ['Becomes a customer', 'Será un cliente'],
  bySms: ['Send it by text now', 'Enviarlo ahora por mensaje'],
  bySmsHint: (to: string): Text => [
    `It goes to ${to}, at once or when quiet hours end.`,
    `Va a ${to}, ahora o cuando terminen las horas de silencio.`,
  ],
  bySmsNoPhone: ['A mobile number is needed for that.', 'Para eso hace falta un número móvil.'],
  text: ['Text', 'Mensaje'],
  textHint: [
    'The address stands at its end, or where you write [PBTLINK]. Left empty, a usual text is sent.',
    'La dirección va al final, o donde escriba [PBTLINK]. Vacío, se envía un texto usual.',
  ],
  expires: ['Can be paid until', 'Se puede pagar hasta'],
  consequence: [
    'It makes an invoice. Nothing is charged until the payer pays on the page.',
    'Crea una factura. No se cobra nada hasta que el pagador pague en la página.',
  ],
  made: ['The pay link is made', 'El enlace está creado'],
  madeText: [
    'Who has this address can see the invoice and pay it. Give it to the payer only.',
    'Quien tenga esta dirección puede ver la factura y pagarla. Désela solo al pagador.',
  ],
  madeAndSent: ['It was also handed over as a text.', 'También se entregó como mensaje.'],
  address: ['Address', 'Dirección'],
  done: ['Done', 'Listo'],
  showAddress: ['Show address', 'Mostrar dirección'],
  showText: [
    'The address is shown to you, and the audit log keeps that it was.',
    'Se le muestra la dirección, y el registro de auditoría lo guarda.',
  ],
  revoke: ['Revoke', 'Revocar'],
  revokeOf: (amount: string): Text => [
    `Revoke the link of ${amount}`,
    `Revocar el enlace de ${amount}`,
  ],
  revokeText: [
    'The address no longer works and its invoice is void. A text that was not sent yet is not sent. What is being paid stays.',
    'La dirección deja de funcionar y su factura queda anulada. Un mensaje aún no enviado no se envía. Lo que se está pagando queda.',
  ],
  revoked: ['The pay link is revoked', 'El enlace está revocado'],
  void: ['Void', 'Anular'],
  voidOf: (amount: string): Text => [`Void invoice of ${amount}`, `Anular factura de ${amount}`],
  voidText: [
    'Nobody can pay it any more, and its pay link ends. No money moves. One that is paid, or being paid, stays.',
    'Nadie podrá pagarla y su enlace termina. No se mueve dinero. La que está pagada o pagándose queda.',
  ],
  voidPeriod: [
    'It is of a subscription: this period is waived, and the subscription goes on with the next one.',
    'Es de una suscripción: este período se perdona y la suscripción sigue con el próximo.',
  ],
  voided: ['The invoice is void', 'La factura está anulada'],
  search: [
    'Invoice or order number, mail, phone or name of the payer',
    'Número de factura o pedido, correo, teléfono o nombre del pagador',
  ],
  searchLinks: [
    'Order number, mail, phone or name of the payer',
    'Pedido, correo, teléfono o nombre del pagador',
  ],
  labelOf: (number: string, amount: string): Text => [
    `invoice ${number} of ${amount}`,
    `la factura ${number} de ${amount}`,
  ],
  empty: ['No invoice yet', 'Aún no hay facturas'],
  emptyText: [
    'Payments, pay links and periods of subscriptions make invoices.',
    'Los pagos, los enlaces y los períodos de suscripciones crean facturas.',
  ],
  noLinks: ['No pay link yet', 'Aún no hay enlaces'],
  noLinksText: [
    'A pay link is an address at which an invoice is paid, by card or bank.',
    'Un enlace es una dirección en la que se paga una factura, con tarjeta o banco.',
  ],
  opened: ['Opened', 'Visto'],
  created: ['Made', 'Creada'],
  sent: ['Sent', 'Enviada'],
  track: ['How far it is', 'Cómo va'],
  lines: ['What it is made of', 'De qué se compone'],
  total: ['Total', 'Total'],
  messages: ['Messages', 'Mensajes'],
  pdf: ['PDF', 'PDF'],
  savingPdf: ['Drawing', 'Dibujando'],
  payment: ['Payment', 'Pago'],
  externalId: ['Your identifier', 'Su identificador'],
  periodOf: (n: number): Text => [`Period ${n}`, `Período ${n}`],
  stateOpen: ['Open', 'Abierto'],
  stateExpired: ['Expired', 'Caducado'],
  stateRevoked: ['Revoked', 'Revocado'],
  ended: ['Ended', 'Terminado'],
  do: ['Actions', 'Acciones'],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
