import type { ReturnRule } from '../../../ach/return-codes.ts';
import type { Text, Words } from '../../../kernel/language.ts';

/** How a card or account is called. Texts use these too: only letters of GSM-7 (texts.ts). */
export const methods = {
  card: ['Card', 'Tarjeta', 'Carte'],
  checking: ['Checking account', 'Cuenta corriente', 'Compte chèques'],
  savings: ['Savings account', 'Cuenta de ahorros', 'Compte épargne'],
  bank: ['Bank account', 'Cuenta bancaria', 'Compte bancaire'],
  ending: (what: string, last4: string): Text => [
    `${what} ending ${last4}`,
    `${what} terminada en ${last4}`,
    `${what} se terminant par ${last4}`,
  ],
} as const satisfies Words;

/** The reason of a return, for the payer: a clause, in letters of GSM-7 but for the apostrophe (`inGsm`). */
export const reasonOfCode: Readonly<Record<string, Text>> = {
  account_not_validated: [
    'the account was not confirmed',
    'la cuenta no se ha confirmado',
    'le compte n’a pas été confirmé',
  ],
  R02: ['the account is closed', 'la cuenta fue cerrada', 'le compte est fermé'],
  R03: [
    'the bank found no such account under this name',
    'el banco no tiene ninguna cuenta con este nombre',
    'la banque n’a trouvé aucun compte à ce nom',
  ],
  R04: [
    'the account number is not valid',
    'los datos de la cuenta no son correctos',
    'le numéro de compte n’est pas valide',
  ],
  R08: [
    'the payment was stopped at the bank',
    'el pago fue detenido en el banco',
    'le paiement a été bloqué à la banque',
  ],
  R09: [
    'money in the account is not available yet',
    'los fondos de la cuenta no se pueden usar por ahora',
    'les fonds du compte ne sont pas encore disponibles',
  ],
  R12: [
    'the account was moved to another bank',
    'la cuenta fue trasladada a otro banco',
    'le compte a été transféré à une autre banque',
  ],
  R13: [
    'there is no bank with this routing number',
    'los datos del banco no son correctos',
    'aucune banque n’a ce numéro d’acheminement',
  ],
  R20: [
    'the account does not take payments of this kind',
    'la cuenta no admite pagos de este tipo',
    'le compte n’accepte pas les paiements de ce type',
  ],
};

export const reasonOfGroup: Readonly<Record<ReturnRule['group'], Text>> = {
  funds: [
    'there was not enough money in the account',
    'la cuenta no tiene fondos suficientes',
    'la provision du compte est insuffisante',
  ],
  dead_account: [
    'the account cannot be used',
    'la cuenta no se puede usar',
    'le compte est inutilisable',
  ],
  authorization: [
    'the bank was told that it was not authorized',
    'el banco fue informado de que no estaba autorizado',
    'la banque a été informée qu’il n’était pas autorisé',
  ],
  frozen: [
    'the bank does not allow payments from this account at the moment',
    'el banco no permite por ahora pagos desde esta cuenta',
    'la banque ne permet pas de paiements depuis ce compte pour le moment',
  ],
  formatting: [
    'the bank could not process it',
    'el banco no lo ha podido procesar',
    'la banque n’a pas pu le traiter',
  ],
  asked_back: ['it was asked back', 'fue reclamado', 'il a été réclamé'],
  contested: [
    'it is disputed at the bank',
    'fue disputado ante el banco',
    'il est contesté à la banque',
  ],
  unknown: [
    'the bank did not accept it',
    'el banco no lo ha aceptado',
    'la banque ne l’a pas accepté',
  ],
};
