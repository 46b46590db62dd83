import type { CardNumber, Expiry } from '../kernel/card.ts';
import { lengths } from '../kernel/lengths.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Secret } from '../kernel/secret.ts';
import { findChange, type Requested, writeChange } from '../parties/customers/change-event.ts';
import { type Contact, holderOf } from '../parties/customers/customer.ts';
import { readContacts } from '../parties/customers/store.ts';
import type { TokenAnswer } from '../ports/processors/processor.ts';
import { replaceRecords, type SealedRecord } from '../ports/vault/vault.ts';
import { recordAct } from '../records/audit-log.ts';
import { once } from '../runtime/idempotency.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import {
  deleteProcessorTokens,
  type Held,
  processorTokensOf,
  storeProcessorToken,
  updateAtProcessor,
} from './processor-tokens.ts';
import { lockToken, readTokens, type StoredToken } from './tokens/store.ts';
import { isHeldCard, numberField, type Token } from './tokens/token.ts';

/** The new card behind a token; undefined fields stay as they are. */
export type Replacement = Requested & {
  readonly token: string;
  readonly customerId: bigint;
  readonly card: CardNumber | undefined;
  readonly expiry: Expiry | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly address: string | undefined;
  readonly postalCode: string | undefined;
  /** `api:USERNAME/KEY`. */
  readonly actor: string;
};

type CardToken = Token & { readonly kind: 'card' };

/**
 * Replaces number, fingerprint and the visible details of the card together. Payments that have read the old number go
 * on with it.
 */
export async function replaceCard(world: World, replacement: Replacement): Promise<void> {
  const { businessId, token: owner, card, customerId } = replacement;
  const name = { businessId, owner, field: numberField.card };
  const record = card && (await world.vault.seal(name, card.number));
  const contact = await world.gather(readContacts, { businessId, id: customerId });
  const toldFirst = await tellOfHeld(world, replacement, contact);
  const { changed } = await once<{ changed?: Changed | undefined }>({
    async find() {
      return (await findChange(world, replacement)) === undefined ? undefined : {};
    },
    async make() {
      const prepared = { record, contact, told: toldFirst?.card };
      return await world.db.begin((tx) => write(world, tx, replacement, prepared));
    },
  });
  if (!changed) return;
  const { card: after, held, isOtherNumber } = changed;
  const number = isOtherNumber ? card?.number : undefined;
  const answers = toldFirst?.answers ?? (await tell(world, held, after, number));
  for (const [place, answer] of answers)
    if (answer?.outcome === 'kept')
      await storeProcessorToken(world, { ...place, ...after }, answer.token);
}

type Answers = readonly (readonly [Held, TokenAnswer | undefined])[];

async function tell(
  world: World,
  held: readonly Held[],
  card: CardToken,
  number: Secret | undefined,
): Promise<Answers> {
  const answers = [];
  for (const one of held)
    answers.push([one, await updateAtProcessor(world, one, card, number)] as const);
  return answers;
}

/**
 * A card whose number a gateway alone has is charged by what that knows of it: it is told first, and nothing changes here
 * that it does not take. Undefined: another card, another number for it, or a change that was made before.
 */
async function tellOfHeld(
  world: World,
  replacement: Replacement,
  contact: Contact | undefined,
): Promise<{ readonly card: CardToken; readonly answers: Answers } | undefined> {
  const { businessId, token, card } = replacement;
  const [stored] = card ? [] : await readTokens(world.db, [{ businessId, token }]);
  if (!stored || !isHeldCard(stored.token)) return undefined;
  if ((await findChange(world, replacement)) !== undefined) return undefined;
  const after = replaced(world, cardThatPays(stored), replacement, contact);
  const held = await processorTokensOf(world, world.db, replacement);
  const answers = await tell(world, held, after, undefined);
  if (answers.some(([, answer]) => answer && isUndecided(answer))) throw new Refusal('busy');
  if (!answers.some(([, answer]) => answer?.outcome === 'kept'))
    throw new Refusal('wrong_state', { message: keptOtherwise });
  return { card: after, answers };
}

/** True for an answer that is none, or none about the card. */
function isUndecided(answer: TokenAnswer): boolean {
  if (answer.outcome === 'rejected') return answer.account === 'refused';
  return answer.outcome !== 'kept';
}

const keptOtherwise =
  'The gateway that keeps this card does not take the change: store the card anew, by its number.';

/** The card that is behind the token now, and the gateways that kept the one before. */
type Changed = {
  readonly card: CardToken;
  readonly held: readonly Held[];
  readonly isOtherNumber: boolean;
};

type Prepared = {
  readonly record: SealedRecord | undefined;
  readonly contact: Contact | undefined;
  /** What the gateway was told that alone has the number. */
  readonly told: CardToken | undefined;
};

async function write(
  world: World,
  tx: Sql,
  replacement: Replacement,
  { record, contact, told }: Prepared,
): Promise<{ readonly changed?: Changed | undefined } | undefined> {
  const before = cardThatPays(await lockToken(tx, replacement.businessId, replacement.token));
  const after = replaced(world, before, replacement, contact);
  // Another change came between: the gateway is told of both together.
  if (told && !isSame(told, after)) throw new Refusal('busy');
  const fields = changedFields(before, after);
  const facts = { token: replacement.token, fields };
  const event = { kind: 'token.updated', objectId: replacement.customerId, facts } as const;
  if (!(await writeChange(world, tx, replacement, event))) return undefined;
  if (fields.length === 0) return {};
  await writeCardFacts(tx, after);
  // Under the lock: a charge may store a token at any time, and another change tells what it found.
  const held = await processorTokensOf(world, tx, replacement);
  // The token of a gateway that alone has the number is deleted only with the number.
  if (!isHeldCard(after)) await deleteProcessorTokens(tx, held);
  const isOtherNumber = record !== undefined && fields.includes('fingerprint');
  const changed = { card: after, held, isOtherNumber };
  if (!isOtherNumber) return { changed };
  await replaceRecords(tx, [record]);
  await recordAct(tx, {
    businessId: replacement.businessId,
    actor: replacement.actor,
    act: 'token.number_replaced',
    object: `token:${replacement.token}`,
    facts: { lastFour: after.last4, lastFourBefore: before.last4 },
    at: world.now(),
  });
  return { changed };
}

function cardThatPays(stored: StoredToken | undefined): CardToken {
  if (stored?.token.kind !== 'card') throw new Refusal('unknown_token');
  if (stored.isDisabled) throw new Refusal('token_disabled');
  return stored.token;
}

function replaced(
  { vault }: World,
  before: CardToken,
  { card, expiry, address, postalCode, ...names }: Replacement,
  contact: Contact | undefined,
): CardToken {
  // The same number keeps its fingerprint: a rotation may be about to replace it.
  const isOther = card && !vault.sameFingerprint(before.fingerprint, card.number);
  const { brand, first6, last4, fingerprint } = isOther
    ? { ...card, fingerprint: vault.fingerprint(card.number) }
    : before;
  return {
    ...before,
    fingerprint,
    brand,
    first6,
    last4,
    expiryMonth: expiry?.month ?? before.expiryMonth,
    expiryYear: expiry?.year ?? before.expiryYear,
    holder: renamed(before.holder, names, contact),
    address: address ?? before.address,
    postalCode: postalCode ?? before.postalCode,
  };
}

type Names = { readonly firstName: string | undefined; readonly lastName: string | undefined };

/** The holder is one text. Its parts are known if the customer has the same name. */
function renamed(holder: string, names: Names, contact: Contact | undefined): string {
  if (names.firstName === undefined && names.lastName === undefined) return holder;
  const known = contact && holderOf(contact) === holder ? contact : partsOf(holder);
  return holderOf({
    firstName: names.firstName ?? known.firstName,
    lastName: names.lastName ?? known.lastName,
  });
}

/** Otherwise the last name follows the last blank. */
function partsOf(holder: string): Pick<Contact, 'firstName' | 'lastName'> {
  const at = holder.lastIndexOf(' ');
  return {
    firstName: shortened(holder.slice(0, Math.max(at, 0))),
    lastName: shortened(holder.slice(at + 1)),
  };
}

/** The most characters of a name. */
function shortened(text: string): string {
  return [...text].slice(0, lengths.name).join('').trim();
}

function changedFields(before: CardToken, after: CardToken): string[] {
  const names = Object.keys(after) as (keyof CardToken)[];
  return names.filter((name) => before[name] !== after[name]);
}

function isSame(one: CardToken, other: CardToken): boolean {
  const names = ['expiryMonth', 'expiryYear', 'holder', 'address', 'postalCode'] as const;
  const isEqual = one.fingerprint.equals(other.fingerprint);
  return isEqual && names.every((name) => one[name] === other[name]);
}

/** The columns that change when a card is replaced. */
async function writeCardFacts(tx: Sql, card: Token & { kind: 'card' }): Promise<void> {
  await tx.query(
    `update tokens set fingerprint = $3, brand = $4, first6 = $5, last4 = $6, expiry_month = $7,
       expiry_year = $8, holder = $9, address = $10, postal_code = $11,
       network_transaction_id = case when fingerprint = $3 then network_transaction_id end,
       network_transaction_of = case when fingerprint = $3 then network_transaction_of end,
       network_transaction_cents = case when fingerprint = $3 then network_transaction_cents end
     where business_id = $1 and token = $2`,
    [
      card.businessId,
      card.token,
      card.fingerprint,
      card.brand,
      card.first6,
      card.last4,
      card.expiryMonth,
      card.expiryYear,
      card.holder,
      card.address,
      card.postalCode,
    ],
  );
}
