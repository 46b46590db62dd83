import type { Secret } from '../kernel/secret.ts';
import type { Source } from './order.ts';
import type { StoredToken } from './tokens/store.ts';
import { isHeldCard } from './tokens/token.ts';

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
