import type { Secret } from '../kernel/secret.ts';
import type { Processor } from '../ports/processors/processor.ts';
import { dropRecords, orMissing, replaceRecords } from '../ports/vault/vault.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { accountsOf } from './accounts/account.ts';
import { processorOf } from './accounts/open-account.ts';
import type { Payment } from './payment.ts';
import { lockToken } from './tokens/store.ts';
import type { Token } from './tokens/token.ts';

/*
 * What gateways call a stored card, where they keep cards too. It lies in the vault beside the number, and where it is
 * missing the number is sent: forgetting it is always right.
 */

type Place = {
  readonly businessId: bigint;
  readonly token: string;
  /** The account, as payments remember it. */
  readonly account: string;
};
type CardToken = Token & { readonly kind: 'card' };

function recordOf({ businessId, token, account }: Place) {
  return { businessId, owner: `${token}@${account}`, field: 'processor_token' } as const;
}

async function openHeld(
  { vault, db }: World,
  places: readonly Place[],
): Promise<(Secret | undefined)[]> {
  if (places.length === 0) return [];
  return (await vault.openMany(db, places.map(recordOf))).map(orMissing);
}

export async function processorTokenOf(world: World, place: Place): Promise<Secret | undefined> {
  const [held] = await openHeld(world, [place]);
  return held;
}

/** Only while the card is the one that was charged: it may have been replaced meanwhile. */
export async function keepProcessorToken(
  world: World,
  place: Place & Pick<Token, 'fingerprint'>,
  held: Secret,
): Promise<void> {
  const record = await world.vault.seal(recordOf(place), held);
  await world.db.begin(async (tx) => {
    const stored = await lockToken(tx, place.businessId, place.token);
    if (stored?.token.fingerprint.equals(place.fingerprint)) await replaceRecords(tx, [record]);
  });
}

export async function forgetProcessorTokens(sql: Sql, places: readonly Place[]): Promise<void> {
  if (places.length > 0) await dropRecords(sql, places.map(recordOf));
}

/** The place of the token of a payment, where its gateway keeps cards. */
export function placeOf(
  { businessId, token, processor: account }: Pick<Payment, 'businessId' | 'token' | 'processor'>,
  { can }: Pick<Processor, 'can'>,
): Place | undefined {
  return can.tokens && token !== undefined ? { businessId, token, account } : undefined;
}

/** A charge that is over fails by nothing of this. A token that is refused is refused again, and forgotten then. */
export async function withoutFail(
  { log }: Pick<World, 'log'>,
  { businessId, account }: Omit<Place, 'token'>,
  note: () => Promise<void>,
): Promise<void> {
  try {
    await note();
  } catch (error) {
    log.warn('token.not_noted', { businessId, processor: account, error });
  }
}

export type Held = Place & { readonly held: Secret };

/** Where the gateways of a business may keep this card. */
export async function placesOf(
  sql: Sql,
  { businessId, token }: Omit<Place, 'account'>,
): Promise<Place[]> {
  const accounts = await accountsOf(sql, businessId);
  return accounts.map(({ name: account }) => ({ businessId, token, account }));
}

/** Where they do. */
export async function processorTokensOf(
  world: World,
  card: Omit<Place, 'account'>,
): Promise<Held[]> {
  const places = await placesOf(world.db, card);
  const held = await openHeld(world, places);
  return places.flatMap((place, i) => {
    const one = held[i];
    return one ? [{ ...place, held: one }] : [];
  });
}

/**
 * Has a gateway keep the card that is behind a token now. The token of before was forgotten with the change: without a
 * clear answer, and after a crash, the number is sent.
 */
export async function updateAtProcessor(
  world: World,
  { held, ...place }: Held,
  { fingerprint, ...card }: CardToken,
  number: Secret | undefined,
): Promise<void> {
  const { businessId, account } = place;
  const processor = await processorOf(world, { businessId, processor: account });
  const id = await world.ids.next(businessId);
  const { expiryMonth, expiryYear, holder, address, postalCode } = card;
  const changed = { number, expiryMonth, expiryYear, cvv: undefined, holder, address, postalCode };
  const answer = await processor.updateToken?.(held, {
    reference: `${businessId.toString(36)}-t${id.toString(36)}`,
    card: changed,
  });
  if (answer?.outcome === 'kept') {
    await keepProcessorToken(world, { ...place, fingerprint }, answer.token);
  } else {
    const reason = answer?.outcome;
    world.log.warn('token.not_updated', { businessId, processor: account, reason });
  }
}
