import type { Secret } from '../kernel/secret.ts';
import type { Source } from './order.ts';
import type { StoredToken } from './tokens/store.ts';

/** The source of the money for a stored card or bank account. `number`: of a card, from the vault. */
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
  if (!number) throw new Error('a card token without its number');
  const { brand, first6: bin, expiryMonth, expiryYear, holder, address, postalCode } = token;
  const card = { number, expiryMonth, expiryYear, cvv: undefined, holder, address, postalCode };
  return { ...common, method: 'card', brand, bin, card, storedWith };
}
