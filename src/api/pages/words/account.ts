import { type Html, html } from '../../../kernel/html.ts';
import type { Text, Words } from '../../../kernel/language.ts';

const named = (name: string): Html => html`<span dir="auto">${name}</span>`;

/** Words of the page on which the amounts of micro-deposits are confirmed. */
export const account = {
  titleFor: (name: string): Text => [
    `Confirm your account for ${name}`,
    `Confirme su cuenta para ${name}`,
    `Confirmez votre compte pour ${name}`,
  ],
  later: [
    'Too many amounts were tried from your network. Please try again in a few minutes.',
    'Se probaron demasiados importes desde su red. Inténtelo de nuevo en unos minutos.',
    'Trop de montants ont été essayés depuis votre réseau. Réessayez dans quelques minutes.',
  ],
  wrong: (left: number): Text => [
    `These are not the amounts that were sent. Please look at your account statement again; you have ${left === 1 ? 'one more try' : `${left} more tries`}.`,
    `No son los importes que se enviaron. Mire otra vez el extracto de su cuenta; le ${left === 1 ? 'queda un intento' : `quedan ${left} intentos`}.`,
    `Ce ne sont pas les montants envoyés. Vérifiez votre relevé de compte; il vous reste ${left === 1 ? 'un essai' : `${left} essais`}.`,
  ],
  unread: [
    'Enter the cents of the deposit, such as 27.',
    'Escriba los centavos del depósito, por ejemplo 27.',
    'Saisissez les cents du dépôt, par exemple 27.',
  ],
  first: ['One deposit', 'Un depósito', 'Un dépôt'],
  second: ['The other deposit', 'El otro depósito', 'L’autre dépôt'],
  hint: (example: string): Text => [
    `In cents, as 27 for ${example}`,
    `En centavos: 27 si son ${example}`,
    `En cents\u00a0: 27 pour ${example}`,
  ],
  title: [
    'Confirm your bank account',
    'Confirme su cuenta bancaria',
    'Confirmez votre compte bancaire',
  ],
  text: (last4: string, name: string): Text<Html> => [
    html`Your account ending ${last4} got two deposits of less than a dollar, marked ACCTVERIFY. Name both amounts, in either
order: then your payment to ${named(name)} is sent.`,
    html`Su cuenta terminada en ${last4} recibió dos depósitos de menos de un dólar, con la marca ACCTVERIFY. Indique los dos
importes, en cualquier orden: entonces se envía su pago a ${named(name)}.`,
    html`Votre compte se terminant par ${last4} a reçu deux dépôts de moins d’un dollar, marqués ACCTVERIFY. Indiquez les deux
montants, dans n’importe quel ordre\u00a0: votre paiement à ${named(name)} est alors transmis.`,
  ],
  checking: ['Checking …', 'Comprobando …', 'Vérification …'],
  confirm: ['Confirm', 'Confirmar', 'Confirmer'],
  coming: [
    'Your deposits are on their way',
    'Sus depósitos están en camino',
    'Vos dépôts sont en route',
  ],
  comingText: (last4: string, days: string): Text => [
    `Two deposits of less than a dollar are sent to your account ending ${last4}, marked ACCTVERIFY. They usually arrive ` +
      `within one or two banking days. Open this page again then; you have ${days} days to name the amounts.`,
    `Se envían dos depósitos de menos de un dólar a su cuenta terminada en ${last4}, con la marca ACCTVERIFY. Suelen llegar ` +
      `en uno o dos días hábiles bancarios. Abra entonces esta página de nuevo; tiene ${days} días para indicar los importes.`,
    `Deux dépôts de moins d’un dollar sont envoyés à votre compte se terminant par ${last4}, marqués ACCTVERIFY. Ils arrivent ` +
      `généralement en un ou deux jours ouvrables bancaires. Rouvrez alors cette page; vous avez ${days} jours pour indiquer les montants.`,
  ],
  confirmed: [
    'Your account is confirmed',
    'Su cuenta está confirmada',
    'Votre compte est confirmé',
  ],
  confirmedText: (last4: string, name: string): Text<Html> => [
    html`Payments from your account ending ${last4} to ${named(name)} are sent from now on.`,
    html`Desde ahora se envían los pagos de su cuenta terminada en ${last4} a ${named(name)}.`,
    html`Les paiements de votre compte se terminant par ${last4} à ${named(name)} sont désormais transmis.`,
  ],
  over: [
    'This account was not confirmed',
    'Esta cuenta no se confirmó',
    'Ce compte n’a pas été confirmé',
  ],
  overText: [
    'The amounts were not named in time or too often wrongly, or the bank returned a deposit. Your account is not debited.',
    'Los importes no se indicaron a tiempo, se indicaron mal demasiadas veces o el banco devolvió un depósito. No se carga nada en su cuenta.',
    'Les montants n’ont pas été indiqués à temps ou ont été mal indiqués trop souvent, ou la banque a retourné un dépôt. Votre compte n’est pas débité.',
  ],
  askHow: (name: string): Text => [
    `Please ask ${name} how to pay in another way.`,
    `Pregunte a ${name} cómo pagar de otra forma.`,
    `Demandez à ${name} comment payer autrement.`,
  ],
} as const satisfies Words;
