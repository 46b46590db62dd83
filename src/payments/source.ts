import type { AccountNumber } from '../kernel/bank-account.ts';
import type { CardNumber, Expiry } from '../kernel/card.ts';
import type { CardBrand } from '../kernel/card-brand.ts';
import { Secret } from '../kernel/secret.ts';
import { type Contact, holderOf } from '../parties/customers/customer.ts';
import type { Wallet } from '../ports/processors/authentication.ts';
import { makeBankToken, makeCardToken } from '../ports/vault/api-key.ts';
import type { World } from '../world.ts';
import type { CardSource, Order, Source } from './order.ts';
import type { BankAccountFacts } from './payment.ts';
import { heldRecord } from './processor-tokens.ts';
import type { StoredToken } from './tokens/store.ts';
import { isHeldCard, type NewToken, numberField, type Token, unknownBank } from './tokens/token.ts';

/** A card or account whose number was sent, so that a token can be made for it. */
export type NewMethod =
  | {
      readonly kind: 'card';
      readonly card: CardNumber;
      readonly expiry: Expiry;
      /** Not sent for a card that is only saved. */
      readonly cvv: Secret | undefined;
    }
  | { readonly kind: 'bank'; readonly number: AccountNumber; readonly account: BankAccountFacts };

/** `card` and `expiry` belong to the device; a sealed payload shows only the wallet's own facts. */
type WalletMethod = { readonly kind: 'wallet' } & (
  | {
      readonly wallet: Extract<Wallet, { readonly form: 'device_number' }>;
      readonly card: CardNumber;
      readonly expiry: Expiry;
    }
  | {
      readonly wallet: Extract<Wallet, { readonly form: 'sealed' }>;
      readonly shown: { readonly brand: CardBrand; readonly last4: string };
    }
);

/** The source of the money, from the number that was sent. */
export function sourceOfNew(
  { vault }: Pick<World, 'vault'>,
  method: NewMethod | WalletMethod,
  contact: Contact,
): Source {
  const common = { token: undefined, isDisabled: false };
  if (method.kind === 'bank') {
    const { number, account } = method;
    return {
      ...common,
      method: 'bank',
      fingerprint: vault.fingerprint(number.number, account.routingNumber),
      last4: number.last4,
      account,
      number: number.number,
    };
  }
  const cvv = method.kind === 'card' ? method.cvv : undefined;
  const wallet = method.kind === 'wallet' ? method.wallet : undefined;
  const person = {
    cvv,
    holder: holderOf(contact),
    address: contact.address1,
    postalCode: contact.postalCode,
  };
  if ('shown' in method) {
    const fingerprint = vault.fingerprint(method.wallet.payload);
    return {
      ...common,
      ...method.shown,
      method: 'card',
      fingerprint,
      bin: '',
      card: person,
      wallet,
    };
  }
  const { card, expiry } = method;
  const known = { number: card.number, expiryMonth: expiry.month, expiryYear: expiry.year };
  return {
    ...common,
    method: 'card',
    fingerprint: vault.fingerprint(card.number),
    brand: card.brand,
    bin: card.first6,
    last4: card.last4,
    card: { ...known, ...person },
    ...(wallet && { wallet }),
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

/** The source of the money for a stored card or bank account. `number`: of a card, from the vault, unless a gateway alone has it. */
export function tokenSource(
  { token, isDisabled, storedWith }: StoredToken,
  number: Secret | undefined,
): Source {
  const { fingerprint, last4 } = token;
  const common = { fingerprint, last4, token: token.token, isDisabled };
  if (token.kind === 'bank') {
    const { holder: name, routingNumber, accountKind: kind, accountHolder: holder } = token;
    const account = { name, routingNumber, kind, holder };
    return { ...common, method: 'bank', account, number: undefined };
  }
  const { brand, first6, expiryMonth, expiryYear, holder, address, postalCode } = token;
  const known = { expiryMonth, expiryYear, cvv: undefined, holder, address, postalCode };
  const storedAt = token.createdAt;
  const ofCard = { ...common, method: 'card', brand, storedWith, storedAt } as const;
  if (isHeldCard(token)) return { ...ofCard, bin: '', card: known, isHeld: true };
  if (!number) throw new Error('a card token without its number');
  return { ...ofCard, bin: first6, card: { ...known, number } };
}

type Known = Pick<CardSource, 'card' | 'wallet' | 'isHeld' | 'token'>;

/**
 * The identity of a card, for its fingerprint: its number, or a substitute if the number is unknown: the payload, or
 * our own token of a card that a gateway alone has.
 */
export function identityOf({ card, wallet, isHeld, token }: Known): Secret {
  if (card.number) return card.number;
  if (wallet?.form === 'sealed') return wallet.payload;
  if (isHeld && token !== undefined) return identityOfHeld(token);
  throw new Error('a card with neither number nor payload nor token');
}

/* A card whose number a gateway alone has. It is charged by the name that the gateway gave it, at that account only. */

export type HeldCard = {
  /** The account, as payments remember it. */
  readonly account: string;
  /** The gateway's token for the card. */
  readonly name: Secret;
  readonly brand: CardBrand;
  readonly last4: string;
  readonly expiry: Expiry;
  readonly holder: string;
  readonly address: string;
  readonly postalCode: string;
};

/** A token for it, ready to be inserted. */
export async function heldTokenOf(
  world: World,
  businessId: bigint,
  { account, name, expiry, ...card }: HeldCard,
): Promise<NewToken> {
  const token = makeCardToken(world.randomBytes);
  const record = await world.vault.seal(heldRecord({ businessId, token, account }), name);
  return {
    token: {
      ...card,
      kind: 'card',
      businessId,
      token,
      fingerprint: world.vault.fingerprint(identityOfHeld(token)),
      first6: unknownBank,
      expiryMonth: expiry.month,
      expiryYear: expiry.year,
      createdAt: world.now(),
    },
    record,
  };
}

/** The identity of a held card: a gateway may rename its card, and our own token stays. */
function identityOfHeld(token: string): Secret {
  return new Secret(token);
}

/** A card in the gateway's vault has no number here that could be sent instead. */
export function isHeld(source: Order['source']): boolean {
  return source.method === 'card' && source.isHeld === true;
}
