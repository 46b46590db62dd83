import { Refusal } from '../base/refusal.ts';
import type { Contact } from '../customers/customer.ts';
import { sourceOfNew } from '../payments/new-source.ts';
import type { Source } from '../payments/order.ts';
import { tokenSource } from '../payments/token-source.ts';
import { readTokens, type StoredToken } from '../tokens/store.ts';
import { numberField } from '../tokens/token.ts';
import type { World } from '../world.ts';
import type { Method, TokenMethod } from './method.ts';
import type { Call } from './operation.ts';
import { refuseOwnNumber } from './own-number.ts';

/** What was sent beside it and is kept to the letter, by the names of the wire. */
type Verbatim = Readonly<Record<string, string | undefined>>;

/** Where the money comes from: what was sent, or what the vault keeps under the token that was sent. */
export async function sourceOf(
  world: World,
  call: Call,
  method: Method,
  { contact, verbatim }: { readonly contact: Contact; readonly verbatim: Verbatim },
): Promise<Source> {
  switch (method.kind) {
    case 'card':
    case 'bank':
      return sourceOfNew(world, method, contact);
    case 'card_token':
    case 'bank_token': {
      const stored = await tokenNamed(world, call, method);
      refuseOwnNumber(call, stored.token, verbatim);
      return await sourceOfToken(world, stored);
    }
  }
}

export async function tokenNamed(
  world: World,
  call: Call,
  { kind, token }: TokenMethod,
  field = kind === 'card_token' ? 'CardToken' : 'ACHToken',
): Promise<StoredToken> {
  call.tokenMisses.check();
  const found = await world.gather(readTokens, { businessId: call.business.id, token });
  if (found && `${found.token.kind}_token` === kind) return found;
  call.tokenMisses.note();
  throw new Refusal('unknown_token', {
    details: [{ field, code: 'unknown', message: `${field} is not a token of this business.` }],
  });
}

export async function sourceOfToken(world: World, stored: StoredToken): Promise<Source> {
  const { token } = stored;
  const { fingerprint, businessId } = token;
  if (token.kind === 'bank') return tokenSource(stored, undefined);
  const record = { businessId, owner: token.token, field: numberField.card };
  const number = await world.vault.open(world.db, record);
  if (!world.vault.sameFingerprint(fingerprint, number)) {
    // It was replaced between the two looks: its date and name may have been too.
    const [now] = await readTokens(world.db, [token]);
    if (!now || now.token.fingerprint.equals(fingerprint)) throw new Refusal('busy');
    return await sourceOfToken(world, now);
  }
  return tokenSource(stored, number);
}
