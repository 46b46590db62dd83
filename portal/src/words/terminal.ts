import type { Text } from './language.ts';

export const terminal = {
  title: ['Virtual terminal', 'Terminal virtual'],
  payWith: ['Pay with', 'Pagar con'],
  bankAccount: ['Bank account', 'Cuenta bancaria'],
  cardNumber: ['Card number', 'Número de tarjeta'],
  mistyped: ['A digit of this number is mistyped.', 'Hay un dígito mal escrito.'],
  expiry: ['Expiry, MM/YY', 'Caducidad, MM/AA'],
  badExpiry: ['Must be a month and a year, such as 04/31.', 'Debe ser mes y año, como 04/31.'],
  cvv: ['Security code', 'Código de seguridad'],
  cvvHint: ['Used once and never kept.', 'Se usa una vez y no se guarda.'],
  zip: ['ZIP code', 'Código postal'],
  postalCode: ['Postal code', 'Código postal'],
  firstName: ['First name', 'Nombre'],
  lastName: ['Last name', 'Apellido'],
  routing: ['Routing number', 'Número de ruta'],
  accountNumber: ['Account number', 'Número de cuenta'],
  accountKind: ['Kind of account', 'Tipo de cuenta'],
  checking: ['Checking', 'Corriente'],
  savings: ['Savings', 'Ahorro'],
  orderNumber: ['Order number', 'Número de pedido'],
  orderHint: [
    'One order is charged once: sending it again cannot charge twice.',
    'Un pedido se cobra una vez: enviarlo de nuevo no cobra dos veces.',
  ],
  onlyAuthorize: ['Authorize only', 'Solo autorizar'],
  onlyAuthorizeHint: [
    'The bank holds the money; it is taken when you capture it.',
    'El banco reserva el dinero; se cobra cuando lo capture.',
  ],
  receiptMail: ['Send the receipt by e-mail', 'Enviar el recibo por correo'],
  receiptText: ['Send the receipt as a text', 'Enviar el recibo por mensaje'],
  charge: (amount: string): Text => [`Charge ${amount}`, `Cobrar ${amount}`],
  authorize: (amount: string): Text => [`Authorize ${amount}`, `Autorizar ${amount}`],
  debit: (amount: string): Text => [`Debit ${amount}`, `Debitar ${amount}`],
  noAmount: ['Enter an amount.', 'Escriba un importe.'],
  noOrder: ['Enter an order number.', 'Escriba un número de pedido.'],
  noContact: [
    'Enter an e-mail address or a phone number of the customer.',
    'Escriba un correo o un teléfono del cliente.',
  ],
  contactHint: [
    'An e-mail address or a phone number tells who the customer is.',
    'Un correo o un teléfono dice quién es el cliente.',
  ],
  working: ['Asking the bank', 'Preguntando al banco'],
  askingTitle: ['The bank is being asked.', 'Se está preguntando al banco.'],
  askingText: [
    'Most answers are there within two seconds, some take up to half a minute. Do not charge this order again meanwhile: the outcome appears here, also after the page was loaded again.',
    'Casi siempre responde en dos segundos; a veces tarda hasta medio minuto. No cobre de nuevo este pedido mientras tanto: el resultado aparece aquí, también si se recarga la página.',
  ],
  askingFor: (seconds: number): Text => [`${seconds} s so far`, `${seconds} s hasta ahora`],
  paymentOf: (sum: string, payer: string): Text => [
    payer ? `Payment of ${sum} by ${payer}` : `Payment of ${sum}`,
    payer ? `Pago de ${sum} de ${payer}` : `Pago de ${sum}`,
  ],
  debitNote: [
    'The payer must have agreed to this debit. The money is here in some days, and can be returned by the payer’s bank until then.',
    'El pagador debe haber autorizado este débito. El dinero llega en unos días y hasta entonces su banco puede devolverlo.',
  ],
  chargeNote: [
    'The card is charged at once. Its number and code are not kept on this page after the answer.',
    'La tarjeta se cobra al instante. Su número y código no quedan en esta página tras la respuesta.',
  ],
  approved: (amount: string): Text => [`${amount} is charged.`, `${amount} cobrado.`],
  authorized: (amount: string): Text => [
    `${amount} is authorized, not taken yet.`,
    `${amount} autorizado, aún sin cobrar.`,
  ],
  queued: (amount: string): Text => [
    `The debit of ${amount} goes with the next file to the bank.`,
    `El débito de ${amount} sale con el próximo archivo al banco.`,
  ],
  declinedWhat: [
    'No money moved. Ask for another card, or charge again once the payer spoke with the bank.',
    'No se movió dinero. Pida otra tarjeta, o cobre de nuevo cuando el pagador hable con su banco.',
  ],
  canceledWhat: [
    'The bank was not reached. No money moved; charge again in a moment.',
    'No se llegó al banco. No se movió dinero; cobre de nuevo en un momento.',
  ],
  unknownWhat: [
    'Do not charge this order again, neither with this card nor with another one. The service asks the bank, and the outcome appears here.',
    'No vuelva a cobrar este pedido, ni con esta tarjeta ni con otra. El servicio pregunta al banco y el resultado aparece aquí.',
  ],
  lostTitle: ['It is not known yet whether it was charged.', 'Aún no se sabe si se cobró.'],
  lostText: [
    'The answer did not arrive. The service is asked for this order, and the outcome appears here, also after the page was loaded again. Do not charge it in another way.',
    'La respuesta no llegó. Se pregunta al servicio por este pedido y el resultado aparece aquí, también si se recarga la página. No lo cobre de otro modo.',
  ],
  absentText: [
    'The service knows nothing of this charge, so nothing was charged. The card is kept nowhere: enter it again to charge the same order, which is charged once.',
    'El servicio no sabe nada de este cobro, así que no se cobró nada. La tarjeta no se guarda: escríbala de nuevo para cobrar el mismo pedido, que se cobra una vez.',
  ],
  chargedBefore: [
    'This order was charged before. Nothing was charged now.',
    'Este pedido ya se había cobrado. Ahora no se cobró nada.',
  ],
  authorizedBefore: [
    'This order was authorized before. Nothing was authorized now.',
    'Este pedido ya se había autorizado. Ahora no se autorizó nada.',
  ],
  debitedBefore: [
    'This order was debited before. Nothing was debited now.',
    'Este pedido ya se había debitado. Ahora no se debitó nada.',
  ],
  beforeWhat: [
    'Look when that was and who paid, before you hand anything over.',
    'Mire cuándo fue y quién pagó antes de entregar nada.',
  ],
  beforeAt: ['That was', 'Fue'],
  paidBy: ['Paid by', 'Pagado por'],
  refundedSince: ['Refunded since', 'Reembolsado después'],
  openPayment: ['Open the payment', 'Abrir el pago'],
  another: ['Charge another order', 'Cobrar otro pedido'],
} as const satisfies Record<string, Text | ((...values: never[]) => Text)>;
