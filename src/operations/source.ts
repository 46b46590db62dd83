import { Refusal } from '../base/refusal.ts';
import type { Contact } from '../customers/customer.ts';
import type { Source } from '../payments/order.ts';
import { readTokens, type StoredToken } from '../tokens/store.ts';
import { type NewToken, numberField, type Token } from '../tokens/token.ts';
import { makeBankToken, makeCardToken } from '../vault/api-key.ts';
import type { World } from '../world.ts';
import type { Method, NewMethod, TokenMethod } from './method.ts';
import type { Call } from './operation.ts';

/** Where the money comes from: what was sent, or what the vault keeps under the token that was sent. */
export async function sourceOf(
  world: World,
  call: Call,
  method: Method,
  contact: Contact,
): Promise<Source> {
  switch (method.kind) {
    case 'card': {
      const { card, expiry, cvv } = method;
      const { address1: address, postalCode } = contact;
      return {
        method: 'card',
        fingerprint: world.vault.fingerprint(card.number),
        brand: card.brand,
        last4: card.last4,
        token: undefined,
        isDisabled: false,
        card: {
          number: card.number,
          expiryMonth: expiry.month,
          expiryYear: expiry.year,
          cvv,
          holder: holderOf(contact),
          address,
          postalCode,
        },
      };
    }
    case 'bank':
      return {
        method: 'bank',
        fingerprint: world.vault.fingerprint(method.number.number, method.account.routingNumber),
        last4: method.number.last4,
        token: undefined,
        isDisabled: false,
        account: method.account,
        number: method.number.number,
      };
    case 'card_token':
    case 'bank_token':
      return await sourceOfToken(world, await tokenNamed(world, call, method));
  }
}

export async function tokenNamed(
  world: World,
  call: Call,
  { kind, token }: TokenMethod,
): Promise<StoredToken> {
  call.tokenMisses.check();
  const found = await world.gather(readTokens, { businessId: call.business.id, token });
  if (found && `${found.token.kind}_token` === kind) return found;
  call.tokenMisses.note();
  const field = kind === 'card_token' ? 'CardToken' : 'ACHToken';
  throw new Refusal('unknown_token', {
    details: [{ field, code: 'unknown', message: `${field} is not a token of this business.` }],
  });
}

export async function sourceOfToken(world: World, stored: StoredToken): Promise<Source> {
  const { token, isDisabled } = stored;
  const { fingerprint, last4, businessId } = token;
  const common = { fingerprint, last4, token: token.token, isDisabled };
  if (token.kind === 'bank') {
    const { holder: name, routingNumber, accountKind: kind, accountHolder: holder } = token;
    return {
      ...common,
      method: 'bank',
      account: { name, routingNumber, kind, holder },
      number: undefined,
    };
  }
  const record = { businessId, owner: token.token, field: numberField.card };
  const number = await world.vault.open(world.db, record);
  if (!world.vault.sameFingerprint(fingerprint, number)) {
    // It was replaced between the two looks: its date and name may have been too.
    const [now] = await readTokens(world.db, [token]);
    if (!now || now.token.fingerprint.equals(fingerprint)) throw new Refusal('busy');
    return await sourceOfToken(world, now);
  }
  const { brand, expiryMonth, expiryYear, holder, address, postalCode } = token;
  return {
    ...common,
    method: 'card',
    brand,
    card: {
      number,
      expiryMonth,
      expiryYear,
      cvv: undefined,
      holder,
      address,
      postalCode,
    },
  };
}

/** A token for what was sent, ready to be written; whoever writes it decides when it counts. */
export async function newTokenOf(
  world: World,
  call: Call,
  method: NewMethod,
  contact: Contact,
): Promise<NewToken> {
  const token = tokenFor(world, call, method, contact);
  const number = method.kind === 'card' ? method.card.number : method.number.number;
  const field = numberField[method.kind];
  const record = { businessId: call.business.id, owner: token.token, field };
  return { token, record: await world.vault.seal(record, number) };
}

function tokenFor(world: World, call: Call, method: NewMethod, contact: Contact): Token {
  const common = {
    businessId: call.business.id,
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

function holderOf({ firstName, lastName }: Contact): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}
