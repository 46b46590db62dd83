import {
  parseAccountNumber,
  parseRoutingNumber,
  usualAccountType,
} from '../../kernel/bank-account.ts';
import { checkExpiry, type Expiry, parseCvv } from '../../kernel/card.ts';
import { flaw } from '../../kernel/parsed.ts';
import type { NewMethod } from '../../payments/source.ts';
import {
  accountType,
  cardNumber,
  digits,
  expiryMonth,
  expiryYear,
  freeText,
  oneOf,
  optional,
  secretDigits,
} from './fields.ts';
import { judged } from './judged.ts';
import type { Caller, Draft, Review } from './operation.ts';

/** Payment method: the fields that CreatePayment and CreateToken share. */
export const methodParameters = {
  CCNumber: optional(cardNumber('Card number, without spaces. Required for a card.')),
  ExpirationMonth: optional(
    expiryMonth('Month the card expires, two digits. Required for a card.'),
  ),
  ExpirationYear: optional(expiryYear('Year the card expires, two digits. Required for a card.')),
  CVV: optional(
    secretDigits(
      'Card verification value: 3 digits, for American Express 4. Required for a card; used once and ' +
        'never kept.',
      '^[0-9]{3,4}$',
    ),
  ),
  CardType: optional(
    freeText('Brand of the card. Ignored: the brand is read from the number.', 'name'),
  ),
  AccountName: optional(freeText('Name on the bank account.', 'name')),
  AccountNumber: optional(secretDigits('Bank account number. Required for ACH.', '^[0-9]{4,17}$')),
  RoutingNumber: optional(digits('Routing number of the bank. Required for ACH.', '^[0-9]{9}$')),
  AccountType: optional(
    accountType(
      'Type of the bank account: Checking or Savings, also with Personal or Business before it.',
    ),
  ),
  PaymentType: optional(
    oneOf(
      'CreditCard or Card for a card, ACH for a bank account. When not sent, it follows from the number ' +
        'or token that is.',
      'CreditCard',
      'Card',
      'ACH',
    ),
  ),
};

/** The sent values that decide the method, before any lookup. */
export type Method = NewMethod | TokenMethod;
export type TokenMethod = { readonly kind: 'card_token' | 'bank_token'; readonly token: string };

type MethodValues = Draft<typeof methodParameters> & {
  readonly CardToken?: string | undefined;
  readonly ACHToken?: string | undefined;
  readonly FirstName?: string | undefined;
  readonly LastName?: string | undefined;
};

const requiredForCard = flaw('required', 'is required for a card');
const requiredForBank = flaw('required', 'is required for ACH');
const oneMethodOnly = flaw(
  'contradictory',
  'must not be sent together with another card number, account number or token',
);
const notThisType = flaw(
  'contradictory',
  'contradicts the card number, account number or token sent',
);

const deciding = ['CCNumber', 'AccountNumber', 'CardToken', 'ACHToken'] as const;

export function readMethod(p: MethodValues, caller: Caller, review: Review): Method | undefined {
  const decided = deciding.filter(review.sent);
  if (decided.length > 1) {
    for (const name of decided) review.note(name, oneMethodOnly);
    return undefined;
  }
  if (p.PaymentType !== undefined && (p.PaymentType === 'ACH') !== isForBank(p, review)) {
    review.note('PaymentType', notThisType);
  }
  switch (decider(p, review)) {
    case undefined:
      return undefined;
    case 'CCNumber':
      return readCard(p, caller, review);
    case 'AccountNumber':
      return readBankAccount(p, caller, review);
    case 'CardToken':
      return p.CardToken === undefined ? undefined : { kind: 'card_token', token: p.CardToken };
    case 'ACHToken':
      return p.ACHToken === undefined ? undefined : { kind: 'bank_token', token: p.ACHToken };
  }
}

/** True if the rules of ACH apply, even if the account itself is unreadable. */
export function isForBank(p: MethodValues, review: Review): boolean {
  const by = decider(p, review);
  return by === 'AccountNumber' || by === 'ACHToken';
}

/** An unreadable card number still means a card, so `sent` decides and not the value. */
function decider(p: MethodValues, { sent }: Review): (typeof deciding)[number] | undefined {
  const [one, ...others] = deciding.filter(sent);
  if (others.length > 0) return undefined;
  return one ?? (p.PaymentType === 'ACH' ? 'AccountNumber' : 'CCNumber');
}

function readCard(p: MethodValues, caller: Caller, review: Review): Method | undefined {
  for (const name of ['CCNumber', 'ExpirationMonth', 'ExpirationYear', 'CVV']) {
    if (!review.sent(name)) review.note(name, requiredForCard);
  }
  const { CCNumber: card, ExpirationMonth: month, ExpirationYear: year } = p;
  const expiry = month && year && readExpiry({ month, year }, caller, review);
  const cvv = p.CVV && judged('CVV', parseCvv(p.CVV, card?.brand ?? 'unknown'), review);
  return card && expiry && cvv ? { kind: 'card', card, expiry, cvv } : undefined;
}

/** A card that has expired by now may have been valid when the request was first sent. */
function readExpiry(expiry: Expiry, { today }: Caller, review: Review): Expiry {
  const judgement = checkExpiry(expiry, today);
  if (!judgement.ok) {
    const note = judgement.code === 'expired' ? review.noteLate : review.note;
    note('ExpirationYear', judgement);
  }
  return expiry;
}

function readBankAccount(p: MethodValues, caller: Caller, review: Review): Method | undefined {
  for (const name of ['AccountNumber', 'RoutingNumber']) {
    if (!review.sent(name)) review.note(name, requiredForBank);
  }
  const { environment } = caller.business;
  const number =
    p.AccountNumber &&
    judged('AccountNumber', parseAccountNumber(p.AccountNumber, environment), review);
  const routingNumber =
    p.RoutingNumber &&
    judged('RoutingNumber', parseRoutingNumber(p.RoutingNumber, environment), review);
  if (!number || !routingNumber) return undefined;
  const { kind, holder } = p.AccountType ?? usualAccountType;
  const name = p.AccountName ?? [p.FirstName, p.LastName].filter(Boolean).join(' ');
  return { kind: 'bank', number, account: { name, routingNumber, kind, holder } };
}
