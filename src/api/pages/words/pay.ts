import { type Html, html } from '../../../kernel/html.ts';
import type { Text, Words } from '../../../kernel/language.ts';

const named = (name: string): Html => html`<span dir="auto">${name}</span>`;

/** Which of the two a sentence is about. */
export type Kinds = 'card' | 'account' | 'both';

/** Words of the page on which an invoice is paid, and of its form. */
export const pay = {
  payName: (name: string): Text => [`Pay ${name}`, `Pagar a ${name}`, `Payer ${name}`],
  toCheck: (title: string): Text => [
    `Please check: ${title}`,
    `Revise: ${title}`,
    `À vérifier\u00a0: ${title}`,
  ],
  invoiceFrom: (name: string): Text<Html> => [
    html`Invoice from ${named(name)}`,
    html`Factura de ${named(name)}`,
    html`Facture de ${named(name)}`,
  ],
  asPdf: ['Download as PDF', 'Descargar en PDF', 'Télécharger en PDF'],
  payment: ['Payment', 'Pago', 'Paiement'],
  secure: ['Secure payment page', 'Página de pago segura', 'Page de paiement sécurisée'],
  plain: ['Payment page', 'Página de pago', 'Page de paiement'],
  how: ['How would you like to pay?', '¿Cómo desea pagar?', 'Comment souhaitez-vous payer?'],
  card: ['Card', 'Tarjeta', 'Carte'],
  cardKinds: ['Credit or debit', 'Crédito o débito', 'Crédit ou débit'],
  bank: ['Bank account', 'Cuenta bancaria', 'Compte bancaire'],
  bankKinds: ['Checking or savings', 'Corriente o de ahorros', 'Chèques ou épargne'],
  payAmount: (amount: string): Text => [`Pay ${amount}`, `Pagar ${amount}`, `Payer ${amount}`],
  paying: (amount: string): Text => [
    `Paying ${amount} …`,
    `Pagando ${amount} …`,
    `Paiement de ${amount} …`,
  ],
  proof: [
    'Many cards were tried here, so your browser is checked first. That takes a few seconds.',
    'Aquí se probaron muchas tarjetas, por eso primero se verifica su navegador. Tarda unos segundos.',
    'De nombreuses cartes ont été essayées ici\u00a0: votre navigateur est d’abord vérifié. Cela prend quelques secondes.',
  ],
  proofScript: [
    'This check needs JavaScript: please switch it on and load this page once more, or ask\nthe business how to pay in another way.',
    'Esta verificación necesita JavaScript: actívelo y vuelva a cargar la página, o pregunte al negocio cómo pagar de otra forma.',
    'Cette vérification nécessite JavaScript\u00a0: activez-le et rechargez la page, ou demandez à l’entreprise comment payer autrement.',
  ],
  goesToOperator: (operator: string, business: string, takesCards: boolean): Text<Html> => [
    html`Your ${takesCards ? 'card or account number' : 'account number'} goes to ${named(operator)}, who takes this payment for ${named(business)}.
${named(business)} is told its last four digits.`,
    html`Su número de ${takesCards ? 'tarjeta o de cuenta' : 'cuenta'} va a ${named(operator)}, que cobra este pago para ${named(business)}.
${named(business)} solo recibe los últimos cuatro dígitos.`,
    html`Votre numéro de ${takesCards ? 'carte ou de compte' : 'compte'} est transmis à ${named(operator)}, qui encaisse ce paiement pour ${named(business)}.
${named(business)} n’en reçoit que les quatre derniers chiffres.`,
  ],
  goesToBusiness: (business: string, takesCards: boolean): Text<Html> => [
    html`Your ${takesCards ? 'card or account number' : 'account number'} goes to ${named(business)}, who runs this page.`,
    html`Su número de ${takesCards ? 'tarjeta o de cuenta' : 'cuenta'} va a ${named(business)}, que gestiona esta página.`,
    html`Votre numéro de ${takesCards ? 'carte ou de compte' : 'compte'} est transmis à ${named(business)}, qui gère cette page.`,
  ],
  cardDetails: ['Card details', 'Datos de la tarjeta', 'Informations de la carte'],
  cardNumber: ['Card number', 'Número de tarjeta', 'Numéro de carte'],
  expires: ['Expires (MM/YY)', 'Caduca (MM/AA)', 'Expire (MM/AA)'],
  monthYear: ['MM/YY', 'MM/AA', 'MM/AA'],
  securityCode: ['Security code', 'Código de seguridad', 'Code de sécurité'],
  threeOrFour: ['3 or 4 digits', '3 o 4 dígitos', '3 ou 4 chiffres'],
  three: ['3 digits', '3 dígitos', '3 chiffres'],
  four: ['4 digits', '4 dígitos', '4 chiffres'],
  nameOnCard: ['Name on the card', 'Nombre en la tarjeta', 'Nom sur la carte'],
  postalCode: (english: string): Text => [english, 'Código postal', 'Code postal'],
  bankDetails: [
    'Bank account details',
    'Datos de la cuenta bancaria',
    'Informations du compte bancaire',
  ],
  nameOnAccount: ['Name on the account', 'Titular de la cuenta', 'Titulaire du compte'],
  routingNumber: ['Routing number', 'Número de ruta', 'Numéro d’acheminement'],
  routingHint: [
    'Nine digits, at the bottom left of a check or in the app of your bank.',
    'Nueve dígitos, abajo a la izquierda en un cheque o en la aplicación de su banco.',
    'Neuf chiffres, en bas à gauche d’un chèque ou dans l’application de votre banque.',
  ],
  accountNumber: ['Account number', 'Número de cuenta', 'Numéro de compte'],
  accountNumberAgain: [
    'Account number, again',
    'Repita el número de cuenta',
    'Répétez le numéro de compte',
  ],
  accountType: ['Type of account', 'Tipo de cuenta', 'Type de compte'],
  checking: ['Checking', 'Corriente', 'Chèques'],
  savings: ['Savings', 'Ahorros', 'Épargne'],
  whereReceipt: [
    'Where shall your receipt go?',
    '¿A dónde enviamos su recibo?',
    'Où envoyer votre reçu?',
  ],
  email: ['E-mail', 'Correo electrónico', 'Courriel'],
  phone: ['Mobile phone', 'Teléfono móvil', 'Téléphone mobile'],
  isSaved: (kinds: Kinds, name: string): Text<Html> => [
    html`This ${ofKinds.en[kinds]} is saved with ${named(name)} for later payments.`,
    html`${named(name)} guarda esta ${ofKinds.es[kinds]} para pagos futuros.`,
    html`${named(name)} enregistre ${ofKinds.fr[kinds]} pour de prochains paiements.`,
  ],
  save: (kinds: Kinds, name: string): Text<Html> => [
    html`Save this ${ofKinds.en[kinds]} with ${named(name)} for later payments`,
    html`Guardar esta ${ofKinds.es[kinds]} en ${named(name)} para pagos futuros`,
    html`Enregistrer ${ofKinds.fr[kinds]} auprès de ${named(name)} pour de prochains paiements`,
  ],
  declined: ['Your payment was declined', 'Su pago fue rechazado', 'Votre paiement a été refusé'],
  declinedText: (why: string): Text => [
    `${why} Nothing was charged. You can try again, or pay in another way.`,
    `${why} No se cobró nada. Puede intentarlo de nuevo o pagar de otra forma.`,
    `${why} Rien n’a été prélevé. Vous pouvez réessayer ou payer autrement.`,
  ],
  returned: [
    'Your bank returned your payment',
    'Su banco devolvió su pago',
    'Votre banque a retourné votre paiement',
  ],
  returnedText: (card: boolean, bank: boolean): Text => [
    `It was not completed. Please pay ${waysOf(card && 'with a card', bank && 'from another account', ', or ')}.`,
    `No se completó. Pague ${waysOf(card && 'con una tarjeta', bank && 'desde otra cuenta', ' o ')}.`,
    `Il n’a pas abouti. Payez ${waysOf(card && 'par carte', bank && 'depuis un autre compte', ' ou ')}.`,
  ],
  notThrough: [
    'Your payment did not go through',
    'Su pago no se realizó',
    'Votre paiement n’a pas abouti',
  ],
  notThroughText: [
    'Nothing was charged. Please try again.',
    'No se cobró nada. Inténtelo de nuevo.',
    'Rien n’a été prélevé. Veuillez réessayer.',
  ],
  beingPaid: [
    'This invoice is being paid',
    'Esta factura se está pagando',
    'Cette facture est en cours de paiement',
  ],
  findingOut: ['We are finding out', 'Lo estamos averiguando', 'Vérification en cours'],
  beingPaidText: (isUnknown: boolean): Text => [
    `${
      isUnknown
        ? 'It is not known yet whether this payment went through. We keep asking until we know; mostly that takes a few minutes.'
        : 'This takes a few seconds.'
    } Please do not pay again: you are not charged twice.`,
    `${
      isUnknown
        ? 'Aún no se sabe si este pago se realizó. Seguimos consultando hasta saberlo; suele tardar unos minutos.'
        : 'Tarda unos segundos.'
    } No pague otra vez: no se le cobra dos veces.`,
    `${
      isUnknown
        ? 'On ne sait pas encore si ce paiement a abouti. Nous continuons de vérifier; cela prend généralement quelques minutes.'
        : 'Cela prend quelques secondes.'
    } Ne payez pas de nouveau\u00a0: vous ne serez pas débité deux fois.`,
  ],
  looksAgain: [
    'This page looks again by itself. You may close it and open your link later.',
    'Esta página se actualiza sola. Puede cerrarla y abrir su enlace más tarde.',
    'Cette page s’actualise d’elle-même. Vous pouvez la fermer et ouvrir votre lien plus tard.',
  ],
  lookNow: ['Look again now', 'Actualizar ahora', 'Actualiser maintenant'],
  receiptFrom: (name: string): Text => [
    `Receipt from ${name}`,
    `Recibo de ${name}`,
    `Reçu de ${name}`,
  ],
  invoiceOf: (name: string): Text => [
    `Invoice from ${name}`,
    `Factura de ${name}`,
    `Facture de ${name}`,
  ],
  backTo: (name: string): Text<Html> => [
    html`Back to ${named(name)}`,
    html`Volver a ${named(name)}`,
    html`Retour à ${named(name)}`,
  ],
  doNotPay: ['Do not pay, and go back', 'No pagar y volver', 'Ne pas payer et revenir'],
  expired: ['This link has expired', 'Este enlace ha caducado', 'Ce lien a expiré'],
  expiredText: [
    'It could be paid until its last day, which is over.',
    'Se podía pagar hasta su último día, que ya pasó.',
    'Il était valable jusqu’à son dernier jour, qui est passé.',
  ],
  revoked: [
    'This link is no longer valid',
    'Este enlace ya no es válido',
    'Ce lien n’est plus valide',
  ],
  revokedText: [
    'It was taken back, so that it cannot be paid any more.',
    'Se retiró, de modo que ya no se puede pagar.',
    'Il a été retiré et ne peut plus servir à payer.',
  ],
  closed: [
    'No payments at the moment',
    'Por ahora no se aceptan pagos',
    'Aucun paiement pour le moment',
  ],
  closedText: [
    'This business cannot take payments at present.',
    'Este negocio no puede aceptar pagos en este momento.',
    'Cette entreprise ne peut pas accepter de paiements pour le moment.',
  ],
  wasReturned: [
    'The bank returned the payment that was made here: this invoice is not paid.',
    'El banco devolvió el pago que se hizo aquí: esta factura no está pagada.',
    'La banque a retourné le paiement fait ici\u00a0: cette facture n’est pas payée.',
  ],
  nothingCharged: ['Nothing was charged.', 'No se cobró nada.', 'Rien n’a été prélevé.'],
  or: [' or ', ' o ', ' ou '],
  askForLink: (name: string, ways: string): Text<Html> => [
    html`Please ask ${named(name)}${ways && ` (${ways})`} for a new link, or how to pay.`,
    html`Pida a ${named(name)}${ways && ` (${ways})`} un enlace nuevo, o pregunte cómo pagar.`,
    html`Demandez à ${named(name)}${ways && ` (${ways})`} un nouveau lien, ou comment payer.`,
  ],
  testPage: ['Test page', 'Página de prueba', 'Page d’essai'],
  noMoney: [
    'No money moves here.',
    'Aquí no se mueve dinero.',
    'Aucun argent n’est transféré ici.',
  ],
  testCard: (digits: Html): Text<Html> => [
    html` Pay with the test card ${digits}, any date to come and\nany code.`,
    html` Pague con la tarjeta de prueba ${digits}, cualquier fecha futura y cualquier código.`,
    html` Payez avec la carte d’essai ${digits}, une date future et un code quelconques.`,
  ],
  madeOf: ['What the amount is made of', 'Desglose del importe', 'Détail du montant'],
  total: ['Total', 'Total', 'Total'],
} as const satisfies Words;

const ofKinds = {
  en: { card: 'card', account: 'account', both: 'card or account' },
  es: { card: 'tarjeta', account: 'cuenta', both: 'tarjeta o cuenta' },
  fr: { card: 'cette carte', account: 'ce compte', both: 'cette carte ou ce compte' },
} as const satisfies Readonly<Record<string, Readonly<Record<Kinds, string>>>>;

function waysOf(one: string | false, other: string | false, or: string): string {
  return [one, other].filter(Boolean).join(or);
}

type AgreementFacts = {
  readonly name: string;
  readonly amount: string;
  readonly day: string;
  readonly contact: string;
  /** True if the payer is debited to take back deposits, and must agree to that too. */
  readonly hasDeposits: boolean;
};

/** The authorization text of a debit. */
export const agreement = {
  text: ({ name, amount, day, contact, hasDeposits }: AgreementFacts): Text => [
    `I authorize ${name} to make a one-time electronic debit of ${amount} from this ` +
      `account, on or after ${day}.${hasDeposits ? deposits[0] : ''} I am an authorized user of this account. ` +
      `I can revoke this, before the debit is sent to my bank, by contacting ${name}${contact && ` at ${contact}`}.`,
    `Autorizo a ${name} a realizar un único débito electrónico de ${amount} en esta ` +
      `cuenta, el ${day} o después.${hasDeposits ? deposits[1] : ''} Tengo autorización para usar esta cuenta. ` +
      `Puedo revocar esta autorización, antes de que el débito se envíe a mi banco, comunicándome con ${name}${contact && ` (${contact})`}.`,
    `J’autorise ${name} à effectuer un débit électronique unique de ${amount} sur ce ` +
      `compte, le ${day} ou après cette date.${hasDeposits ? deposits[2] : ''} J’ai l’autorisation d’utiliser ce compte. ` +
      `Je peux révoquer cette autorisation, avant que le débit ne soit transmis à ma banque, en communiquant avec ${name}${contact && ` (${contact})`}.`,
  ],
} as const satisfies Words;

const deposits = [
  ' To confirm the account, up to two deposits of less than a dollar may be made to it and taken back.',
  ' Para confirmar la cuenta, se podrán hacer en ella hasta dos depósitos de menos de un dólar, que después se retirarán.',
  ' Pour confirmer le compte, jusqu’à deux dépôts de moins d’un dollar pourront y être faits, puis repris.',
] as const satisfies Text;
