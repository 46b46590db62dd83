import { Refusal } from '../../kernel/refusal.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import type { Source } from '../../payments/order.ts';
import { sourceOfNew, tokenSource } from '../../payments/source.ts';
import { countOpenings } from '../../payments/tokens/count-openings.ts';
import { readTokens, type StoredToken } from '../../payments/tokens/store.ts';
import { isHeldCard, numberField } from '../../payments/tokens/token.ts';
import type { World } from '../../world.ts';
import type { Method, TokenMethod } from './method.ts';
import type { Call } from './operation.ts';
import { refuseOwnNumber } from './own-number.ts';

/** Unmasked values sent beside it, by the names of the wire. */
type Verbatim = Readonly<Record<string, string | undefined>>;
type Beside = {
  readonly contact: Contact;
  readonly verbatim: Verbatim;
  /** The token of the method, where it was read already. */
  readonly saved?: StoredToken | undefined;
};

/** The source of the money: as sent, or from the vault by the token that was sent. */
export async function sourceOf(
  world: World,
  call: Call,
  method: Method,
  { contact, verbatim, saved }: Beside,
): Promise<Source> {
  switch (method.kind) {
    case 'card':
    case 'bank':
      return sourceOfNew(world, method, contact);
    case 'card_token':
    case 'bank_token': {
      const stored = saved ?? (await tokenNamed(world, call, method));
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
  const found = await call.tokenMisses.judge(async () => {
    const stored = await world.gather(readTokens, { businessId: call.business.id, token });
    return stored && `${stored.token.kind}_token` === kind ? stored : undefined;
  });
  if (found) return found;
  throw new Refusal('unknown_token', {
    details: [{ field, code: 'unknown', message: `${field} is not a token of this business.` }],
  });
}

export async function sourceOfToken(world: World, stored: StoredToken): Promise<Source> {
  const { token } = stored;
  const { fingerprint, businessId } = token;
  const isElsewhere = token.kind === 'bank' || isHeldCard(token);
  if (isElsewhere) return tokenSource(stored, undefined);
  const record = { businessId, owner: token.token, field: numberField.card };
  const opening = { businessId, token: token.token, at: world.now() };
  const [number] = await Promise.all([
    world.vault.open(world.db, record),
    world.gather(countOpenings, opening), // committed
  ]);
  if (!world.vault.sameFingerprint(fingerprint, number)) {
    // The card was replaced between the two reads: its date and name may be new too.
    const [now] = await readTokens(world.db, [token]);
    if (!now || now.token.fingerprint.equals(fingerprint)) throw new Refusal('busy');
    return await sourceOfToken(world, now);
  }
  return tokenSource(stored, number);
}
