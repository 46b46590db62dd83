import type { CardNumber, Expiry } from '../base/card.ts';
import { lengths } from '../base/lengths.ts';
import { Refusal } from '../base/refusal.ts';
import type { Sql } from '../base/sql.ts';
import { type Asked, findChange, writeChange } from '../customers/change-event.ts';
import { type Contact, holderOf } from '../customers/customer.ts';
import { readContacts } from '../customers/store.ts';
import { recordAct } from '../trail/trail.ts';
import { replaceRecords, type SealedRecord } from '../vault/vault.ts';
import type { World } from '../world.ts';
import { lockToken, type StoredToken, writeCardFacts } from './store.ts';
import { numberField, type Token } from './token.ts';

/** What is to lie behind a card's token from now on; what is not told stays as it is. */
export type Replacement = Asked & {
  readonly token: string;
  readonly customerId: bigint;
  readonly card: CardNumber | undefined;
  readonly expiry: Expiry | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly address: string | undefined;
  readonly postalCode: string | undefined;
  /** `api:USERNAME`. */
  readonly actor: string;
};

type CardToken = Token & { readonly kind: 'card' };

/**
 * Number, fingerprint and what is shown of the card change together or not at all. What is being paid with
 * the old number goes on with it: it was read before.
 */
export async function replaceCard(world: World, wish: Replacement): Promise<void> {
  const { businessId, token: owner, card, customerId: id } = wish;
  const name = { businessId, owner, field: numberField.card };
  const record = card && (await world.vault.seal(name, card.number));
  const contact = await world.gather(readContacts, { businessId, id });
  for (let tries = 1; tries <= 5; tries += 1) {
    if ((await findChange(world, wish)) !== undefined) return;
    const isWritten = await world.db.begin((tx) => write(world, tx, wish, { record, contact }));
    if (isWritten) return;
    // Somebody sent the same under this key just now, and the next look sees it.
  }
  throw new Refusal('busy');
}

type Prepared = {
  readonly record: SealedRecord | undefined;
  readonly contact: Contact | undefined;
};

async function write(
  world: World,
  tx: Sql,
  wish: Replacement,
  { record, contact }: Prepared,
): Promise<boolean> {
  const before = cardThatPays(await lockToken(tx, wish.businessId, wish.token));
  const after = replaced(world, before, wish, contact);
  const fields = changedFields(before, after);
  const facts = { token: wish.token, fields };
  const event = { kind: 'token.updated', objectId: wish.customerId, facts } as const;
  if (!(await writeChange(world, tx, wish, event))) return false;
  if (fields.length > 0) await writeCardFacts(tx, after);
  if (!record || !fields.includes('fingerprint')) return true;
  await replaceRecords(tx, [record]);
  await recordAct(tx, {
    businessId: wish.businessId,
    actor: wish.actor,
    act: 'token.number_replaced',
    object: `token:${wish.token}`,
    facts: { lastFour: after.last4, lastFourBefore: before.last4 },
    at: world.now(),
  });
  return true;
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
  // The same number keeps its fingerprint: a rotation may be about to make it anew.
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

/** A holder is one text: what its parts are is known where the customer is called the same. */
function renamed(holder: string, names: Names, contact: Contact | undefined): string {
  if (names.firstName === undefined && names.lastName === undefined) return holder;
  const known = contact && holderOf(contact) === holder ? contact : partsOf(holder);
  return holderOf({
    firstName: names.firstName ?? known.firstName,
    lastName: names.lastName ?? known.lastName,
  });
}

/** Else the last name is what stands behind the last blank. */
function partsOf(holder: string): Pick<Contact, 'firstName' | 'lastName'> {
  const at = holder.lastIndexOf(' ');
  return {
    firstName: shortened(holder.slice(0, Math.max(at, 0))),
    lastName: shortened(holder.slice(at + 1)),
  };
}

/** As long as a name may be. */
function shortened(text: string): string {
  return [...text].slice(0, lengths.name).join('').trim();
}

function changedFields(before: CardToken, after: CardToken): string[] {
  const names = Object.keys(after) as (keyof CardToken)[];
  return names.filter((name) => before[name] !== after[name]);
}
