import { parseAccountNumber, parseRoutingNumber } from '../../kernel/bank-account.ts';
import { parseCvv } from '../../kernel/card.ts';
import { flaw, type Parsed } from '../../kernel/parsed.ts';
import { type FieldFault, fieldFault, Refusal } from '../../kernel/refusal.ts';
import { type Contact, holderOf } from '../../parties/customers/customer.ts';
import type { NewMethod } from '../../payments/source.ts';
import { cardNumber, digits, freeText, identifier, secretDigits } from '../operations/fields.ts';
import type { Method, TokenMethod } from '../operations/method.ts';
import { addExpiryFault } from './card-expiry.ts';
import type { V1Call } from './endpoint.ts';
import { walletShape } from './proof.ts';
import { field, integer, maybe, object, type TypeOf, word } from './shape.ts';

const cardShape = object(
  {
    number: field(cardNumber('Digits without spaces, 12 to 19 of them.')),
    expiryMonth: integer('From 1 to 12.', 1, 12),
    expiryYear: integer('Four digits.', 2000, 2099),
    cvv: maybe(field(secretDigits('The security code; used once and never kept.', '^[0-9]{3,4}$'))),
  },
  { doc: 'A card.' },
);

const accountShape = object(
  {
    accountNumber: field(secretDigits('Digits, 4 to 17 of them.', '^[0-9]{4,17}$')),
    routingNumber: field(digits('Nine digits.', '^[0-9]{9}$')),
    kind: maybe(word('Checking when left out.', ['checking', 'savings'])),
    holder: maybe(word('Personal when left out.', ['personal', 'business'])),
    holderName: maybe(field(freeText("Name on the account; the payer's when left out.", 'name'))),
  },
  { doc: 'A bank account.' },
);

const token = maybe(field(identifier('A saved card or bank account.', 'externalId')));

/** The source of a charge: exactly one of these. */
export const sourceShape = object(
  { card: maybe(cardShape), bankAccount: maybe(accountShape), token, wallet: maybe(walletShape) },
  { doc: 'What is charged: a card, a bank account, the token of either, or a wallet.' },
);

/** The source of a new token. */
export const newSourceShape = object(
  { card: maybe(cardShape), bankAccount: maybe(accountShape) },
  { doc: 'What is saved: a card or a bank account.' },
);

type Sent = Partial<TypeOf<typeof sourceShape>>;
/** A bank account's token has only digits, a card's has not. */
const bankToken = /^9\d{19}$/;
export function tokenMethodOf(token: string): TokenMethod {
  return { kind: bankToken.test(token) ? 'bank_token' : 'card_token', token };
}

const exactlyOne = flaw('contradictory', 'must have exactly one of its properties');

type How = {
  readonly contact: Contact;
  /** True for a card that is charged now. */
  readonly needsCvv: boolean;
  /** Takes what refuses a new charge only: a repeated request gets its first answer. */
  readonly late?: FieldFault[] | undefined;
};

/** The method that was sent; a wallet is none that can be saved. */
export function methodOf(
  call: Pick<V1Call, 'business' | 'today'>,
  { card, bankAccount, token: named, wallet }: Sent,
  { contact, ...how }: How,
): Method {
  if (wallet || [card, bankAccount, named].filter(Boolean).length !== 1) {
    throw wrongFields([fieldFault('source', exactlyOne)]);
  }
  if (named) return tokenMethodOf(named);
  return card ? cardOf(call, card, how) : accountOf(call, bankAccount!, contact);
}

const cvvRequired = flaw('required', 'is required to charge a card');

function cardOf(
  { today }: Pick<V1Call, 'today'>,
  { number: card, expiryMonth: month, expiryYear: year, cvv }: TypeOf<typeof cardShape>,
  { needsCvv, late }: Omit<How, 'contact'>,
): NewMethod {
  const faults: FieldFault[] = [];
  addExpiryFault({ month, year }, today, 'source.card.expiryYear', { faults, late });
  if (cvv === undefined && needsCvv) faults.push(fieldFault('source.card.cvv', cvvRequired));
  const code = cvv === undefined ? undefined : parseCvv(cvv, card.brand);
  if (code && !code.ok) faults.push(fieldFault('source.card.cvv', code));
  if (faults.length > 0) throw wrongFields(faults);
  return { kind: 'card', card, expiry: { month, year }, cvv: code?.ok ? code.value : undefined };
}

function accountOf(
  { business }: Pick<V1Call, 'business'>,
  sent: TypeOf<typeof accountShape>,
  contact: Contact,
): NewMethod {
  const { environment } = business;
  const faults: FieldFault[] = [];
  const judged = <T>(at: string, read: Parsed<T>): T => {
    if (!read.ok) faults.push(fieldFault(`source.bankAccount.${at}`, read));
    return read.ok ? read.value : (undefined as T);
  };
  const number = judged('accountNumber', parseAccountNumber(sent.accountNumber, environment));
  const routingNumber = judged(
    'routingNumber',
    parseRoutingNumber(sent.routingNumber, environment),
  );
  if (faults.length > 0) throw wrongFields(faults);
  const { kind = 'checking', holder = 'personal', holderName } = sent;
  const name = holderName ?? holderOf(contact);
  return { kind: 'bank', number, account: { name, routingNumber, kind, holder } };
}

function wrongFields(details: readonly FieldFault[]): Refusal {
  return new Refusal('wrong_fields', { details });
}
