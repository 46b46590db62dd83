import type { AccountNumber } from '../kernel/bank-account.ts';
import type { CardNumber, Expiry } from '../kernel/card.ts';
import type { Secret } from '../kernel/secret.ts';
import { type Contact, holderOf } from '../parties/customers/customer.ts';
import { makeBankToken, makeCardToken } from '../ports/vault/api-key.ts';
import type { World } from '../world.ts';
import type { Source } from './order.ts';
import type { BankAccountFacts } from './payment.ts';
import { type NewToken, numberField, type Token } from './tokens/token.ts';

/** A card or account whose number was sent, so that a token can be made for it. */
export type NewMethod =
  | {
      readonly kind: 'card';
      readonly card: CardNumber;
      readonly expiry: Expiry;
      readonly cvv: Secret;
    }
  | { readonly kind: 'bank'; readonly number: AccountNumber; readonly account: BankAccountFacts };

/** The source of the money, from the number that was sent. */
export function sourceOfNew(
  { vault }: Pick<World, 'vault'>,
  method: NewMethod,
  contact: Contact,
): Source {
  if (method.kind === 'bank') {
    const { number, account } = method;
    return {
      method: 'bank',
      fingerprint: vault.fingerprint(number.number, account.routingNumber),
      last4: number.last4,
      token: undefined,
      isDisabled: false,
      account,
      number: number.number,
    };
  }
  const { card, expiry, cvv } = method;
  return {
    method: 'card',
    fingerprint: vault.fingerprint(card.number),
    brand: card.brand,
    bin: card.first6,
    last4: card.last4,
    token: undefined,
    isDisabled: false,
    card: {
      number: card.number,
      expiryMonth: expiry.month,
      expiryYear: expiry.year,
      cvv,
      holder: holderOf(contact),
      address: contact.address1,
      postalCode: contact.postalCode,
    },
  };
}

/** A token for the number, ready to be inserted; the caller decides its state. */
export async function newTokenOf(
  world: World,
  businessId: bigint,
  method: NewMethod,
  contact: Contact,
): Promise<NewToken> {
  const token = tokenFor(world, businessId, method, contact);
  const number = method.kind === 'card' ? method.card.number : method.number.number;
  const record = { businessId, owner: token.token, field: numberField[method.kind] };
  return { token, record: await world.vault.seal(record, number) };
}

function tokenFor(world: World, businessId: bigint, method: NewMethod, contact: Contact): Token {
  const common = {
    businessId,
    address: contact.address1,
    postalCode: contact.postalCode,
    createdAt: world.now(),
  };
  if (method.kind === 'card') {
    const { card, expiry } = method;
    return {
      ...common,
      kind: 'card',
      token: makeCardToken(world.randomBytes),
      fingerprint: world.vault.fingerprint(card.number),
      brand: card.brand,
      first6: card.first6,
      last4: card.last4,
      expiryMonth: expiry.month,
      expiryYear: expiry.year,
      holder: holderOf(contact),
    };
  }
  const { number, account } = method;
  return {
    ...common,
    kind: 'bank',
    token: makeBankToken(world.randomBytes),
    fingerprint: world.vault.fingerprint(number.number, account.routingNumber),
    last4: number.last4,
    holder: account.name,
    routingNumber: account.routingNumber,
    accountKind: account.kind,
    accountHolder: account.holder,
  };
}
