import type { Expiry } from '../kernel/card.ts';
import type { CardBrand } from '../kernel/card-brand.ts';
import { Refusal } from '../kernel/refusal.ts';
import { Secret } from '../kernel/secret.ts';
import { makeCardToken } from '../ports/vault/api-key.ts';
import type { World } from '../world.ts';
import type { Order } from './order.ts';
import { heldRecord, processorTokenOf } from './processor-tokens.ts';
import { type NewToken, unknownBank } from './tokens/token.ts';

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
export function identityOfHeld(token: string): Secret {
  return new Secret(token);
}

/** A card in the gateway's vault has no number here that could be sent instead. */
export function isHeld(source: Order['source']): boolean {
  return source.method === 'card' && source.isHeld === true;
}

/** Only its gateway can charge it, now or later: elsewhere the payer has to enter the number again. */
export async function refusalOfHeld(
  world: World,
  { business, source }: Order,
  account: string,
): Promise<Refusal | undefined> {
  if (!isHeld(source) || source.token === undefined) return undefined;
  const place = { businessId: business.id, token: source.token, account };
  return (await processorTokenOf(world, place)) ? undefined : new Refusal('token_disabled');
}
