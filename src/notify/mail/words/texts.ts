import type { Language, Text, Words } from '../../../kernel/language.ts';

/*
 * Words of texts. Only letters of GSM-7: of the accents of Spanish and French it has é, è, à, ì, ò, ù, ñ and ü, and not á, í,
 * ó, ú, ç, â, ê, î, ô, û. One other letter makes a text twice as long. Sentences are chosen so that they need none, and no
 * letter is written without its accent.
 */
export const texts = {
  test: [
    'TEST, no money moved. ',
    'PRUEBA, no se ha movido dinero. ',
    'ESSAI, aucun argent transféré. ',
  ],
  payHere: (link: string): Text => [
    ` Pay here: ${link}`,
    ` Pague en: ${link}`,
    ` Payez ici: ${link}`,
  ],
  yourCard: (link: string): Text => [
    ` Your card: ${link}`,
    ` Su tarjeta: ${link}`,
    ` Votre carte: ${link}`,
  ],
  paid: (amount: string, source: string): Text => [
    `You paid ${amount} with ${source}.`,
    `Ha pagado ${amount} con ${source}.`,
    `Vous avez payé ${amount} avec ${source}.`,
  ],
  willDebit: (amount: string, source: string): Text => [
    `${amount} will be debited from ${source}.`,
    `Vamos a cargar ${amount} en ${source}.`,
    `Un débit de ${amount} sera fait sur ${source}.`,
  ],
  notSent: (amount: string): Text => [
    `Your bank payment of ${amount} was not sent: its account takes none.`,
    `Su pago bancario de ${amount} no se ha enviado: la cuenta no lo admite.`,
    `Votre paiement bancaire de ${amount} n'a pas été transmis: le compte ne l'accepte pas.`,
  ],
  canceled: (amount: string, source: string): Text => [
    `Payment of ${amount} with ${source} was canceled.`,
    `Se ha anulado el pago de ${amount} con ${source}.`,
    `Paiement de ${amount} avec ${source} annulé.`,
  ],
  refunded: (amount: string, source: string): Text => [
    `${amount} was refunded to ${source}.`,
    `Se ha reembolsado ${amount} a ${source}.`,
    `Remboursement de ${amount} sur ${source}.`,
  ],
  cameBack: (amount: string, reason: string): Text => [
    `Your bank payment of ${amount} came back: ${reason}.`,
    `Su pago bancario de ${amount} fue devuelto: ${reason}.`,
    `Votre paiement bancaire de ${amount} est revenu: ${reason}.`,
  ],
  tryAgain: (day: string): Text => [
    ` We try again on ${day}.`,
    ` Lo intentamos de nuevo el ${day}.`,
    ` Nous réessayons le ${day}.`,
  ],
  payOtherwise: [' Please pay another way.', ' Pague de otra forma.', ' Veuillez payer autrement.'],
  yourAccount: (last4: string): Text => [
    `your account ending ${last4}`,
    `su cuenta terminada en ${last4}`,
    `votre compte se terminant par ${last4}`,
  ],
  onStatement: (text: string): Text => [
    `. On your statement: ${text}`,
    `. En su extracto: ${text}`,
    `. Sur votre relevé: ${text}`,
  ],
  receipt: (number: string): Text => [
    `Receipt ${number}`.trimEnd(),
    `Recibo ${number}`.trimEnd(),
    // "Reçu" is not in GSM-7.
    number === '' ? '' : `Réf. ${number}`,
  ],
  notCharged: (amount: string): Text => [
    `${amount} for your subscription could not be charged.`,
    `No hemos podido cobrar ${amount} de su plan.`,
    `Nous n'avons pas pu prélever ${amount} pour votre abonnement.`,
  ],
  willRetry: (day: string | undefined): Text => [
    `We will try again${day === undefined ? '' : ` on ${day}`}, or you can pay now.`,
    `Lo intentaremos de nuevo${day === undefined ? '' : ` el ${day}`}, o puede pagar ahora.`,
    `Nous réessaierons${day === undefined ? '' : ` le ${day}`}, ou vous pouvez payer maintenant.`,
  ],
  newCard: [
    'Please pay with another card or account.',
    'Pague con otra tarjeta o cuenta.',
    'Payez avec une autre carte ou un autre compte.',
  ],
  payNow: [
    'Please pay, so that your subscription goes on.',
    'Pague para que su plan siga activo.',
    'Payez pour que votre abonnement se poursuive.',
  ],
  trialEnds: (day: string): Text => [
    `Your trial ends soon; you will first be charged on ${day}.`,
    `Su prueba termina pronto; el primer cobro es el ${day}.`,
    `Votre essai se termine; premier prélèvement le ${day}.`,
  ],
  firstIs: (amount: string): Text => [
    ` The first charge is ${amount}.`,
    ` El primer cobro es de ${amount}.`,
    ` Il est de ${amount}.`,
  ],
  expires: (last4: string, day: string): Text => [
    `Your card ending ${last4} expires before the next charge on ${day}. Please give us another card.`,
    `Su tarjeta terminada en ${last4} caduca antes del cobro del ${day}. Indique otra tarjeta.`,
    `Votre carte se terminant par ${last4} expire avant le prochain prélèvement, le ${day}. Indiquez-nous une autre carte.`,
  ],
} as const satisfies Words;

/** The usual text that asks for a payment. */
export function askToPay(name: string, amount: string, link: string, day?: string): Text {
  const [by, antes, avant] = day
    ? [` by ${day}`, ` hasta el ${day}`, ` avant la fin du ${day}`]
    : ['', '', ''];
  return [
    `${name}: please pay ${amount}${by} here: ${link}`,
    `${name}: pague ${amount}${antes} en: ${link}`,
    `${name}: veuillez payer ${amount}${avant} ici: ${link}`,
  ];
}

/** The usual text that asks once more; `due`: by when it was to be paid. */
export function remindToPay(
  name: string,
  amount: string,
  link: string,
  due: { readonly day: string; readonly isOver: boolean } | undefined,
): Text {
  if (!due) {
    return [
      `${name}: a reminder to pay ${amount} here: ${link}`,
      `${name}: le recordamos el pago de ${amount} en: ${link}`,
      `${name}: rappel, veuillez payer ${amount} ici: ${link}`,
    ];
  }
  const { day, isOver } = due;
  return [
    `${name}: a reminder that ${amount} ${isOver ? 'was' : 'is'} due on ${day}. Please pay here: ${link}`,
    `${name}: le recordamos que el plazo para pagar ${amount} ${isOver ? 'era' : 'es'} el ${day}. Pague en: ${link}`,
    `${name}: rappel, ${amount} ${isOver ? 'était à payer' : 'est à payer'} le ${day}. Payez ici: ${link}`,
  ];
}

/** Signs of good print in the form that GSM-7 has. French allows both spellings of August. */
export function inGsm(
  { language = 'en' }: { readonly language?: Language | undefined },
  text: string,
): string {
  // English stays as it is.
  if (language === 'en') return text;
  return text
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/’/g, "'")
    .replace(/août/g, 'aout');
}
