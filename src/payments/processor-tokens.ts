import { hourMs } from '../kernel/duration.ts';
import type { Secret } from '../kernel/secret.ts';
import type {
  ChargedCard,
  Processor,
  TokenAnswer,
  TokenRequest,
} from '../ports/processors/processor.ts';
import { dropRecords, orMissing, replaceRecords } from '../ports/vault/vault.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { type Account, accountsOf } from './accounts/account.ts';
import { processorOf } from './accounts/open-account.ts';
import type { Payment } from './payment.ts';
import { lockToken, readTokens } from './tokens/store.ts';
import type { Token } from './tokens/token.ts';

/*
 * Gateways' tokens for stored cards. A token lies in the vault beside the number; without it the number is sent.
 * Deleting a token is always safe, except for a card whose number only the gateway has.
 */

type Place = {
  readonly businessId: bigint;
  readonly token: string;
  /** The account, as payments remember it. */
  readonly account: string;
};
type CardToken = Token & { readonly kind: 'card' };

export function heldRecord({ businessId, token, account }: Place) {
  return { businessId, owner: `${token}@${account}`, field: 'processor_token' } as const;
}

async function openHeld(
  { vault }: Pick<World, 'vault'>,
  sql: Sql,
  places: readonly Place[],
): Promise<(Secret | undefined)[]> {
  if (places.length === 0) return [];
  return (await vault.openMany(sql, places.map(heldRecord))).map(orMissing);
}

/** Undefined: there is none. Throws if it cannot be read. */
export async function readProcessorToken(world: World, place: Place): Promise<Secret | undefined> {
  return (await openHeld(world, world.db, [place]))[0];
}

/**
 * The token to charge this very card by, which may have been replaced since the charge began. Undefined also if the
 * vault cannot be read: the number is sent then.
 */
export async function processorTokenOf(
  world: World,
  place: Place & Pick<Token, 'fingerprint'>,
): Promise<Secret | undefined> {
  let found: Secret | undefined;
  await ignoreFailure(world, place, async () => {
    const held = await readProcessorToken(world, place);
    // In this order: what is stored after a replacement is of the new card.
    const [stored] = held ? await readTokens(world.db, [place]) : [];
    if (stored?.token.fingerprint.equals(place.fingerprint)) found = held;
  });
  return found;
}

/** What a gateway was told of a card, and keeps under its token. */
type Told = Pick<Token, 'fingerprint'> & Pick<ChargedCard, 'expiryMonth' | 'expiryYear'>;

/** Only while the card is the one that was told: it may have been replaced meanwhile. */
export async function storeProcessorToken(
  world: World,
  place: Place & Told,
  held: Secret,
): Promise<void> {
  const record = await world.vault.seal(heldRecord(place), held);
  await world.db.begin(async (tx) => {
    const stored = await lockToken(tx, place.businessId, place.token);
    if (stored && isAsTold(stored.token, place)) await replaceRecords(tx, [record]);
  });
}

function isAsTold(token: Token, { fingerprint, expiryMonth, expiryYear }: Told): boolean {
  if (token.kind !== 'card' || !token.fingerprint.equals(fingerprint)) return false;
  const isDated = expiryMonth !== undefined;
  return !isDated || (token.expiryMonth === expiryMonth && token.expiryYear === expiryYear);
}

export async function deleteProcessorTokens(sql: Sql, places: readonly Place[]): Promise<void> {
  if (places.length > 0) await dropRecords(sql, places.map(heldRecord));
}

/** The place of the token of a payment, where its gateway keeps cards. */
export function placeOf(
  payment: Pick<Payment, 'businessId' | 'token' | 'processor' | 'fingerprint'>,
  { can }: Pick<Processor, 'can'>,
): (Place & Pick<Token, 'fingerprint'>) | undefined {
  const { businessId, token, processor: account, fingerprint } = payment;
  return can.tokens && token !== undefined
    ? { businessId, token, account, fingerprint }
    : undefined;
}

/** A finished charge does not fail by an error here. A refused token would be refused again, so it is deleted. */
export async function ignoreFailure(
  { log }: Pick<World, 'log'>,
  { businessId, account }: Omit<Place, 'token'>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn('token.not_stored', { businessId, processor: account, error });
  }
}

type AccountPlace = Place & Pick<Account, 'currency'>;
export type Held = AccountPlace & { readonly held: Secret };

/** The gateway accounts of a business that may store this card. */
async function placesOf(
  sql: Sql,
  { businessId, token }: Omit<Place, 'account'>,
): Promise<AccountPlace[]> {
  const accounts = await accountsOf(sql, businessId);
  return accounts.map(({ name: account, currency }) => ({ businessId, token, account, currency }));
}

/** The gateway accounts that do store this card. */
export async function processorTokensOf(
  world: Pick<World, 'vault'>,
  sql: Sql,
  card: Omit<Place, 'account'>,
): Promise<Held[]> {
  const places = await placesOf(sql, card);
  const held = await openHeld(world, sql, places);
  return places.flatMap((place, i) => {
    const one = held[i];
    return one ? [{ ...place, held: one }] : [];
  });
}

/** An account that stored no card, in whatever words, is asked again after this long: most of them store none. */
const storesNoneForMs = hourMs;

/** Has a gateway store a card, if that takes a request of its own. */
export async function tokenizeAtProcessor(
  world: World,
  { currency, ...place }: AccountPlace & Pick<Token, 'fingerprint'>,
  { number, expiryMonth, expiryYear, ...card }: ChargedCard,
): Promise<void> {
  const { businessId, account } = place;
  const processor = await processorOf(world, { businessId, processor: account });
  if (processor.can.tokens !== 'apart' || !number) return;
  const now = world.now().getTime();
  const name = `${businessId} ${account}`;
  const { storesNoneUntil } = world.charges;
  if ((storesNoneUntil.get(name) ?? 0) > now) return;
  const kept = { ...card, number, expiryMonth, expiryYear, cvv: undefined };
  const answer = await processor.tokenize?.(
    await requestFor(world, { businessId, currency }, kept),
  );
  if (answer?.outcome === 'kept') {
    await storeProcessorToken(world, { ...place, expiryMonth, expiryYear }, answer.token);
  } else {
    const reason = answer?.outcome;
    storesNoneUntil.set(name, now + storesNoneForMs);
    world.log.warn('token.not_made', { businessId, processor: account, reason });
  }
}

async function requestFor(
  world: World,
  { businessId, currency }: Pick<Account, 'businessId' | 'currency'>,
  card: TokenRequest['card'],
): Promise<TokenRequest> {
  const id = await world.ids.next(businessId);
  return { reference: `${businessId.toString(36)}-t${id.toString(36)}`, currency, card };
}

/**
 * Has a gateway store this card under the token that it has. The change deletes the former gateway token: without a clear
 * answer, and after a crash, the number is sent.
 */
export async function updateAtProcessor(
  world: World,
  { held, currency, ...place }: Held,
  { fingerprint, ...card }: CardToken,
  number: Secret | undefined,
): Promise<TokenAnswer | undefined> {
  const { businessId, account } = place;
  const processor = await processorOf(world, { businessId, processor: account });
  const { expiryMonth, expiryYear, holder, address, postalCode } = card;
  const changed = { number, expiryMonth, expiryYear, cvv: undefined, holder, address, postalCode };
  const request = await requestFor(world, { businessId, currency }, changed);
  const answer = await processor.updateToken?.(held, request);
  if (answer?.outcome !== 'kept') {
    const reason = answer?.outcome;
    world.log.warn('token.not_updated', { businessId, processor: account, reason });
  }
  return answer;
}
