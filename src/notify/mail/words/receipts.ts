import type { Text, Words } from '../../../kernel/language.ts';

/** Words of all mails to payers. */
export const common = {
  /** Between a label and its value. */
  pair: (label: string, value: string): Text => [
    `${label}: ${value}`,
    `${label}: ${value}`,
    `${label}\u00a0: ${value}`,
  ],
  test: (subject: string): Text => [
    `[TEST] ${subject}`,
    `[PRUEBA] ${subject}`,
    `[ESSAI] ${subject}`,
  ],
  noMoneyWas: [
    'TEST – no money was moved',
    'PRUEBA – no se movió dinero',
    'ESSAI – aucun argent n’a été transféré',
  ],
  noMoneyIs: [
    'TEST – no money is moved',
    'PRUEBA – no se mueve dinero',
    'ESSAI – aucun argent n’est transféré',
  ],
  pay: (amount: string): Text => [`Pay ${amount}`, `Pagar ${amount}`, `Payer ${amount}`],
  total: ['Total', 'Total', 'Total'],
  date: ['Date', 'Fecha', 'Date'],
  for: ['For', 'Concepto', 'Objet'],
  invoiceNumber: ['Invoice number', 'Número de factura', 'Numéro de facture'],
  invoiceReference: ['Invoice reference', 'Referencia de la factura', 'Référence de la facture'],
  accountNumber: ['Account number', 'Número de cuenta', 'Numéro de compte'],
  reference: ['Reference', 'Referencia', 'Référence'],
} as const satisfies Words;

/** Words of receipts and notices about a payment: in mails, on pages and in PDF. */
export const receipts = {
  receipt: ['Receipt', 'Recibo', 'Reçu'],
  yours: (name: string): Text => [
    `Your receipt from ${name}`,
    `Su recibo de ${name}`,
    `Votre reçu de ${name}`,
  ],
  youPaid: (name: string, amount: string): Text => [
    `Thank you. You paid ${name} ${amount}.`,
    `Gracias. Pagó ${amount} a ${name}.`,
    `Merci. Vous avez payé ${amount} à ${name}.`,
  ],
  inPart: (asked: string): Text => [
    `Of ${asked} your bank approved this part; the rest was not taken.`,
    `De ${asked}, su banco aprobó esta parte; el resto no se cobró.`,
    `Sur ${asked}, votre banque a approuvé cette partie; le reste n’a pas été prélevé.`,
  ],
  bankPayment: (name: string): Text => [
    `Your bank payment to ${name}`,
    `Su pago bancario a ${name}`,
    `Votre paiement bancaire à ${name}`,
  ],
  willDebit: (name: string, amount: string): Text => [
    `Thank you. Your bank account will be debited ${amount} for ${name}.`,
    `Gracias. Se cargará en su cuenta bancaria un importe de ${amount} para ${name}.`,
    `Merci. Votre compte bancaire sera débité de ${amount} au profit de ${name}.`,
  ],
  usually: [
    'This usually takes one to three banking days. Should your bank not honor it, we will tell you.',
    'Suele tardar de uno a tres días hábiles bancarios. Si su banco no lo acepta, le avisaremos.',
    'Cela prend généralement d’un à trois jours ouvrables bancaires. Si votre banque ne l’honore pas, nous vous en informerons.',
  ],
  refund: ['Refund', 'Reembolso', 'Remboursement'],
  yourRefund: (name: string): Text => [
    `Your refund from ${name}`,
    `Su reembolso de ${name}`,
    `Votre remboursement de ${name}`,
  ],
  refundedAll: (name: string, amount: string): Text => [
    `${name} refunded you ${amount}, all that you paid.`,
    `${name} le reembolsó ${amount}, todo lo que pagó.`,
    `${name} vous a remboursé ${amount}, soit la totalité de votre paiement.`,
  ],
  refundedPart: (name: string, amount: string, paid: string, isAllByNow: boolean): Text => [
    `${name} refunded you ${amount} of the ${paid} that you paid${isAllByNow ? ', by now all' : ''}.`,
    `${name} le reembolsó ${amount} de los ${paid} que pagó${isAllByNow ? ', con lo que ya está todo reembolsado' : ''}.`,
    `${name} vous a remboursé ${amount} sur les ${paid} payés${isAllByNow ? ', soit désormais la totalité' : ''}.`,
  ],
  toAccount: [
    'It goes to the bank account that you paid from, usually within one to three banking days.',
    'Se abona en la cuenta bancaria desde la que pagó, normalmente en uno a tres días hábiles bancarios.',
    'Il est versé sur le compte bancaire utilisé pour le paiement, généralement en un à trois jours ouvrables bancaires.',
  ],
  toCard: [
    'It goes to the card that you paid with. Your bank may take some days to show it.',
    'Se abona en la tarjeta con la que pagó. Su banco puede tardar unos días en mostrarlo.',
    'Il est versé sur la carte utilisée pour le paiement. Votre banque peut mettre quelques jours à l’afficher.',
  ],
  cameBack: ['Payment came back', 'Pago devuelto', 'Paiement retourné'],
  cameBackSubject: (name: string): Text => [
    `Your bank payment to ${name} came back`,
    `Su pago bancario a ${name} fue devuelto`,
    `Votre paiement bancaire à ${name} a été retourné`,
  ],
  notCompleted: (name: string, amount: string, reason: string): Text => [
    `Your bank payment of ${amount} to ${name} was not completed: ${reason}.`,
    `Su pago bancario de ${amount} a ${name} no se completó: ${reason}.`,
    `Votre paiement bancaire de ${amount} à ${name} n’a pas abouti\u00a0: ${reason}.`,
  ],
  canceled: ['Payment canceled', 'Pago anulado', 'Paiement annulé'],
  canceledSubject: (name: string): Text => [
    `Your payment to ${name} was canceled`,
    `Su pago a ${name} fue anulado`,
    `Votre paiement à ${name} a été annulé`,
  ],
  canceledText: (name: string, amount: string): Text => [
    `Your payment of ${amount} to ${name} was canceled, and nothing is charged.`,
    `Su pago de ${amount} a ${name} fue anulado y no se cobra nada.`,
    `Votre paiement de ${amount} à ${name} a été annulé, et rien n’est prélevé.`,
  ],
  noDebit: [
    'Your bank account will not be debited.',
    'No se hará ningún cargo en su cuenta bancaria.',
    'Votre compte bancaire ne sera pas débité.',
  ],
  pending: [
    'If your card shows it as pending, it disappears by itself within a few days.',
    'Si su tarjeta lo muestra como pendiente, desaparecerá solo en unos días.',
    'Si votre carte l’affiche comme étant en attente, il disparaîtra de lui-même en quelques jours.',
  ],
  notSent: ['Payment not sent', 'Pago no enviado', 'Paiement non transmis'],
  notSentSubject: (name: string): Text => [
    `Your bank payment to ${name} was not sent`,
    `Su pago bancario a ${name} no se envió`,
    `Votre paiement bancaire à ${name} n’a pas été transmis`,
  ],
  notSentText: (name: string, amount: string, reason: string): Text => [
    `Your bank payment of ${amount} to ${name} was not sent to your bank: ${reason}. Your account will not be debited.`,
    `Su pago bancario de ${amount} a ${name} no se envió a su banco: ${reason}. No se hará ningún cargo en su cuenta.`,
    `Votre paiement bancaire de ${amount} à ${name} n’a pas été transmis à votre banque\u00a0: ${reason}. Votre compte ne sera pas débité.`,
  ],
  onceMore: (day: string): Text => [
    `It will be sent to your bank once more on ${day}. Please see that there is enough money in the account.`,
    `Se enviará de nuevo a su banco el ${day}. Asegúrese de que haya fondos suficientes en la cuenta.`,
    `Il sera transmis de nouveau à votre banque le ${day}. Assurez-vous que le compte est suffisamment approvisionné.`,
  ],
  payOtherwise: (name: string): Text => [
    `Please pay ${name} in another way.`,
    `Pague a ${name} de otra forma.`,
    `Veuillez payer ${name} autrement.`,
  ],
  newDetails: (name: string): Text => [
    `Please pay ${name} from another account, or in another way.`,
    `Pague a ${name} desde otra cuenta o de otra forma.`,
    `Veuillez payer ${name} depuis un autre compte ou autrement.`,
  ],
  talk: (name: string): Text => [
    `Please talk to ${name} about what to do next.`,
    `Hable con ${name} sobre qué hacer ahora.`,
    `Communiquez avec ${name} pour convenir de la suite.`,
  ],
  refundedTo: ['Refunded to', 'Reembolsado a', 'Remboursé sur'],
  method: ['Payment method', 'Método de pago', 'Mode de paiement'],
  receiptNumber: ['Receipt number', 'Número de recibo', 'Numéro de reçu'],
  paidBy: ['Paid by', 'Pagado por', 'Payé par'],
  due: ['Due', 'Vence el', 'À payer le'],
  amountPaid: ['Amount paid', 'Importe pagado', 'Montant payé'],
  partOf: ['Part of an invoice of', 'Parte de una factura de', 'Partie d’une facture de'],
  refundedSoFar: ['Refunded so far', 'Reembolsado hasta ahora', 'Remboursé à ce jour'],
  amountAsked: ['Amount asked for', 'Importe solicitado', 'Montant demandé'],
  onStatement: (text: string): Text => [
    `It appears on your statement as ${text}.`,
    `Aparece en su extracto como ${text}.`,
    `Il figure sur votre relevé sous ${text}.`,
  ],
  askAbout: (name: string): Text => [
    `Questions about this payment? Please ask ${name}.`,
    `¿Preguntas sobre este pago? Consulte a ${name}.`,
    `Des questions sur ce paiement? Adressez-vous à ${name}.`,
  ],
} as const satisfies Words;

/** Words of an invoice, on its page and in PDF. */
export const invoices = {
  due: ['Invoice', 'Factura', 'Facture'],
  paid: ['Invoice · Paid', 'Factura · Pagada', 'Facture · Payée'],
  paidText: ['This invoice is paid.', 'Esta factura está pagada.', 'Cette facture est payée.'],
  expired: ['Invoice · Expired', 'Factura · Caducada', 'Facture · Expirée'],
  expiredText: [
    'This invoice could be paid until its last day, which is over.',
    'Esta factura se podía pagar hasta su último día, que ya pasó.',
    'Cette facture pouvait être payée jusqu’à son dernier jour, qui est passé.',
  ],
  void: ['Invoice · Void', 'Factura · Anulada', 'Facture · Annulée'],
  voidText: [
    'This invoice is void: nothing is to be paid.',
    'Esta factura está anulada: no hay que pagar nada.',
    'Cette facture est annulée\u00a0: rien n’est à payer.',
  ],
  subject: (number: string, name: string): Text => [
    `Invoice ${number} from ${name}`,
    `Factura ${number} de ${name}`,
    `Facture ${number} de ${name}`,
  ],
  id: ['Invoice ID', 'Identificador de la factura', 'Identifiant de la facture'],
  payHere: ['Pay here', 'Pague aquí', 'Payez ici'],
  billedTo: ['Billed to', 'Facturado a', 'Facturé à'],
  statementDate: ['Statement date', 'Fecha del extracto', 'Date du relevé'],
  payBy: ['Pay by', 'Pagar hasta el', 'À payer au plus tard le'],
  payableUntil: ['Can be paid until', 'Se puede pagar hasta el', 'Peut être payée jusqu’au'],
  paidOn: (day: string): Text => [`Paid on ${day}`, `Pagado el ${day}`, `Payé le ${day}`],
  paidBefore: ['Paid before', 'Pagado antes', 'Payé auparavant'],
  underWaySince: (day: string): Text => [
    `Under way since ${day}`,
    `En curso desde el ${day}`,
    `En cours depuis le ${day}`,
  ],
  underWayBefore: [
    'Paid or under way before',
    'Pagado o en curso antes',
    'Payé ou en cours auparavant',
  ],
  left: ['Left to pay', 'Queda por pagar', 'Reste à payer'],
  restEnded: [
    'What was not paid of it is no longer asked for.',
    'Lo que no se pagó ya no se pide.',
    'Ce qui n’a pas été payé n’est plus demandé.',
  ],
  ask: (name: string): Text => [
    `Please ask ${name} about this invoice.`,
    `Consulte a ${name} sobre esta factura.`,
    `Adressez-vous à ${name} au sujet de cette facture.`,
  ],
} as const satisfies Words;

/** Words of the mail that asks for the amounts of micro-deposits. */
export const validation = {
  subject: (name: string): Text => [
    `Please confirm your bank account for ${name}`,
    `Confirme su cuenta bancaria para ${name}`,
    `Confirmez votre compte bancaire pour ${name}`,
  ],
  title: [
    'Confirm your bank account',
    'Confirme su cuenta bancaria',
    'Confirmez votre compte bancaire',
  ],
  firstTime: (name: string, amount: string): Text => [
    `You paid ${name} ${amount} from this bank account for the first time.`,
    `Pagó ${amount} a ${name} desde esta cuenta bancaria por primera vez.`,
    `Vous avez payé ${amount} à ${name} depuis ce compte bancaire pour la première fois.`,
  ],
  deposits: [
    'Within one or two banking days your account statement shows two small deposits, each of less than a dollar and ' +
      'marked ACCTVERIFY; they are taken back right away. Open the page below and name both amounts: then your payment is sent.',
    'En uno o dos días hábiles bancarios, el extracto de su cuenta mostrará dos depósitos pequeños, cada uno de menos de un dólar y ' +
      'con la marca ACCTVERIFY; se retiran enseguida. Abra la página de abajo e indique los dos importes: entonces se envía su pago.',
    'D’ici un ou deux jours ouvrables bancaires, votre relevé de compte affichera deux petits dépôts, chacun de moins d’un dollar et ' +
      'marqué ACCTVERIFY; ils sont repris aussitôt. Ouvrez la page ci-dessous et indiquez les deux montants\u00a0: votre paiement est alors transmis.',
  ],
  limits: (days: number, tries: number): Text => [
    `You have ${days} days for this, and ${tries} tries. If the amounts are not confirmed, your payment is not sent.`,
    `Tiene ${days} días para ello y ${tries} intentos. Si los importes no se confirman, su pago no se envía.`,
    `Vous avez pour cela ${days} jours et ${tries} essais. Si les montants ne sont pas confirmés, votre paiement n’est pas transmis.`,
  ],
  ending: ['Account ending', 'Cuenta terminada en', 'Compte se terminant par'],
  confirm: ['Confirm the amounts', 'Confirmar los importes', 'Confirmer les montants'],
  because: (name: string): Text => [
    `You get this since a payment to ${name} was made from your bank account.`,
    `Recibe este mensaje porque se hizo un pago a ${name} desde su cuenta bancaria.`,
    `Vous recevez ce message parce qu’un paiement à ${name} a été fait depuis votre compte bancaire.`,
  ],
} as const satisfies Words;
