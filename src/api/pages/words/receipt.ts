import { type Html, html } from '../../../kernel/html.ts';
import type { Text, Words } from '../../../kernel/language.ts';

/** Words of the page of a receipt, beside those that its mail has too. */
export const receipt = {
  refundedSum: ['Given back', 'Devuelto', 'Remboursé'],
  downloadPdf: ['Download PDF', 'Descargar PDF', 'Télécharger le PDF'],
  invoicePdf: ['Invoice as PDF', 'Factura en PDF', 'Facture en PDF'],
  print: ['Print', 'Imprimir', 'Imprimer'],
  paid: ['Paid', 'Pagado', 'Payé'],
  paidText: (name: string): Text => [
    `Thank you. ${name} has received your payment.`,
    `Gracias. ${name} ha recibido su pago.`,
    `Merci. ${name} a reçu votre paiement.`,
  ],
  accepted: ['Payment accepted', 'Pago aceptado', 'Paiement accepté'],
  acceptedText: [
    'Thank you. Your bank account will be debited; that takes one to three banking days.',
    'Gracias. El importe se cargará en su cuenta bancaria; tarda de uno a tres días hábiles bancarios.',
    'Merci. Votre compte bancaire sera débité; cela prend d’un à trois jours ouvrables bancaires.',
  ],
  refunded: ['Refunded', 'Reembolsado', 'Remboursé'],
  partlyRefunded: ['Partly refunded', 'Reembolsado en parte', 'Partiellement remboursé'],
  /** `amount`: undefined for all of it. */
  refundedText: (name: string, amount: string | undefined): Text => [
    `${name} gave you ${amount ?? 'all of it'} back.`,
    `${name} le devolvió ${amount ?? 'todo el importe'}.`,
    `${name} vous a remboursé ${amount ?? 'la totalité'}.`,
  ],
  canceled: ['Canceled', 'Anulado', 'Annulé'],
  canceledText: [
    'This payment was canceled. Nothing was charged.',
    'Este pago se anuló. No se cobró nada.',
    'Ce paiement a été annulé. Rien n’a été prélevé.',
  ],
  returned: [
    'Your bank returned this payment',
    'Su banco devolvió este pago',
    'Votre banque a retourné ce paiement',
  ],
  returnedText: [
    'It will be sent to your bank once more. Please see that there is enough money in the account.',
    'Se enviará de nuevo a su banco. Asegúrese de que haya fondos suficientes en la cuenta.',
    'Il sera transmis de nouveau à votre banque. Assurez-vous que le compte est suffisamment approvisionné.',
  ],
} as const satisfies Words;

/** Words for an invoice that was paid in another way. */
export const elsewhere = {
  /** Each with the end of "Please ask the business". */
  askNext: ask('what happens next', 'qué pasa ahora', 'la suite'),
  askHow: ask('how to pay', 'cómo pagar', 'comment payer'),
  askLeft: ask(
    'whether something is left to pay',
    'si queda algo por pagar',
    's’il reste quelque chose à payer',
  ),
  askDifference: ask('about the difference', 'por la diferencia', 'des précisions sur l’écart'),
  reserved: ['A payment is reserved', 'Hay un pago reservado', 'Un paiement est réservé'],
  reservedText: (paid: string): Text => [
    `${paid} is reserved for this invoice in another way, and not charged yet.`,
    `Se reservó ${paid} para esta factura por otra vía, y aún no se ha cobrado.`,
    `Un montant de ${paid} est réservé pour cette facture par un autre moyen, et pas encore prélevé.`,
  ],
  canceled: ['The payment was canceled', 'El pago se anuló', 'Le paiement a été annulé'],
  canceledText: [
    'The payment for this invoice was canceled; nothing is charged.',
    'El pago de esta factura se anuló; no se cobra nada.',
    'Le paiement de cette facture a été annulé; rien n’est prélevé.',
  ],
  returned: [
    'The bank returned the payment',
    'El banco devolvió el pago',
    'La banque a retourné le paiement',
  ],
  returnedText: [
    'The payment for this invoice came back. It will be sent to the bank once more.',
    'El pago de esta factura fue devuelto. Se enviará de nuevo al banco.',
    'Le paiement de cette facture a été retourné. Il sera transmis de nouveau à la banque.',
  ],
  refundedText: (paid: string, back: string | undefined): Text => [
    `${paid} was paid in another way, and ${back ?? 'all of it'} was given back.`,
    `Se pagó ${paid} por otra vía, y se devolvió ${back ?? 'todo'}.`,
    back === undefined
      ? `Un montant de ${paid} a été payé par un autre moyen et entièrement remboursé.`
      : `Un montant de ${paid} a été payé par un autre moyen; montant remboursé\u00a0: ${back}.`,
  ],
  nothingLeft: ['Nothing is left to pay', 'No queda nada por pagar', 'Il ne reste rien à payer'],
  nothingLeftText: (paid: string, isOnItsWay: boolean): Text => [
    `${paid} ${isOnItsWay ? 'is being paid' : 'was paid'} in another way.`,
    isOnItsWay ? `${paid} se está pagando por otra vía.` : `Se pagó ${paid} por otra vía.`,
    `Un montant de ${paid} ${isOnItsWay ? 'est en cours de paiement' : 'a été payé'} par un autre moyen.`,
  ],
  paid: ['Paid in another way', 'Pagada por otra vía', 'Payée par un autre moyen'],
  paidText: (asked: string, paid: string, isOnItsWay: boolean): Text => [
    `This invoice asks for ${asked}; ${paid} ${isOnItsWay ? 'is being paid' : 'was paid'} in another way.`,
    `Esta factura es por ${asked}; ${isOnItsWay ? `${paid} se está pagando` : `se pagó ${paid}`} por otra vía.`,
    `Cette facture est de ${asked}; un montant de ${paid} ${isOnItsWay ? 'est en cours de paiement' : 'a été payé'} par un autre moyen.`,
  ],
} as const satisfies Words;

function ask(en: string, es: string, fr: string): (name: string) => Text<Html> {
  return (name) => {
    const business = html`<span dir="auto">${name}</span>`;
    return [
      html`Please ask ${business} ${en}.`,
      html`Pregunte a ${business} ${es}.`,
      html`Demandez à ${business} ${fr}.`,
    ];
  };
}
