import { flaw, type Parsed, parsed } from '../kernel/parsed.ts';
import type { Business } from '../parties/businesses/business.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { readBusiness, readByUsername } from '../parties/businesses/store.ts';
import { platform } from '../records/audit-log.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { ExpectedError, UsageError } from './command.ts';
import { verbatim } from './values.ts';
import type { Options, Typed, Word, Words } from './words.ts';

/**
 * Words that name a business or an object of one, in the same form in all commands: a business by its SalesSiteID or
 * username, an object by BUSINESS/ID or by ID beside --business.
 */

const nameOfBusiness = { shape: 'ID|USERNAME', read: verbatim(100) } as const;

/** A business behind the command. */
export const businessWord: Word<string, Business> = {
  ...nameOfBusiness,
  kind: 'positional',
  isRequired: true,
  find: businessNamed,
};
/** --business, which must be given. */
export const ofBusiness: Word<string, Business> = { ...businessWord, kind: 'option' };
export const ofAnyBusiness: Word<string | undefined, Business | undefined> = {
  ...businessWord,
  kind: 'option',
  isRequired: false,
};
/** The id of a business alone: 0 is the platform, and a number is not looked up. */
export const ofBusinessId: Word<string, bigint> = {
  ...nameOfBusiness,
  kind: 'option',
  isRequired: true,
  find: businessIdNamed,
};
export const ofAnyBusinessId: Word<string | undefined, bigint | undefined> = {
  ...nameOfBusiness,
  kind: 'option',
  isRequired: false,
  find: businessIdNamed,
};

/** An object of a business. */
export type Key = { readonly businessId: bigint; readonly id: bigint };
/** As it was typed: without its business if --business names it. */
export type TypedKey = { readonly businessId: bigint | undefined; readonly id: bigint };

const keyWord = { shape: 'BUSINESS/ID', read: key, find: wholeKey } as const;

/** An object behind the command. */
export const object: Word<TypedKey, Key> = {
  ...keyWord,
  kind: 'positional',
  isRequired: true,
  names: 'object',
};
export const optionalObject: Word<TypedKey | undefined, Key | undefined> = {
  ...object,
  isRequired: false,
};
/** An object behind an option. */
export const objectOption: Word<TypedKey | undefined, Key | undefined> = {
  ...optionalObject,
  kind: 'option',
};
/** A file; without a business it is one of the live businesses, which have theirs together. */
export const clearingFile: Word<TypedKey, Key> = {
  ...object,
  names: 'object or file of the platform',
};

export async function businessNamed(sql: Sql, name: string | bigint): Promise<Business> {
  const isId = typeof name === 'bigint' || /^\d{1,18}$/.test(name);
  const found =
    (isId && (await readBusiness(sql, BigInt(name)))) || (await readByUsername(sql, String(name)));
  if (!found) throw new ExpectedError(`there is no business ${name}`);
  return found;
}

async function businessIdNamed(sql: Sql, name: string): Promise<bigint> {
  return /^\d{1,18}$/.test(name) ? BigInt(name) : (await businessNamed(sql, name)).id;
}

/** The world by the clock of the business that owns an object. */
export async function worldOf(world: World, { businessId }: Key): Promise<World> {
  return atClockOf(world, await businessNamed(world.db, businessId));
}

const notAKey = flaw(
  'malformed',
  'must be a business and a number, as in 100002/17, or the number alone beside --business',
);

export function key(text: string): Parsed<TypedKey> {
  const [, businessId, own] = /^(?:(\d{1,18})\/)?(\d{1,18})$/.exec(text) ?? [];
  if (own === undefined) return notAKey;
  return parsed({ businessId: businessId ? BigInt(businessId) : undefined, id: BigInt(own) });
}

async function wholeKey(
  _: Sql,
  { businessId, id }: TypedKey,
  given: bigint | undefined,
): Promise<Key> {
  if (businessId !== undefined && given !== undefined && businessId !== given) {
    throw new ExpectedError(`${businessId}/${id} is not of business ${given}`);
  }
  return { businessId: businessId ?? given ?? platform, id };
}

/** The words, with --business if one of them names an object. */
export function withBusiness<W extends Words>(words: W): W {
  const hasKey = Object.values(words).some(({ names }) => names !== undefined);
  return 'business' in words || !hasKey ? words : { ...words, business: ofAnyBusinessId };
}

/** Checked before anything is opened. */
export function refuseWithoutBusiness(words: Words, typed: Typed<Words>): void {
  for (const [name, { names }] of Object.entries(words)) {
    if (names !== 'object' || typed[name] === undefined || typed.business !== undefined) continue;
    const { businessId, id } = typed[name] as TypedKey;
    if (businessId === undefined) {
      throw new UsageError(`say whose ${id} is: BUSINESS/${id}, or --business`);
    }
  }
}

/** Finds the objects that the words name: the business first, since keys may lack theirs. */
export async function findNamed<W extends Words>(
  sql: Sql,
  words: W,
  typed: Typed<W>,
): Promise<Options<W>> {
  const found: Record<string, unknown> = { ...typed };
  const names = Object.keys(words).sort(
    (a, b) => Number(b === 'business') - Number(a === 'business'),
  );
  for (const name of names) {
    const { find } = words[name]!;
    if (find && found[name] != null)
      found[name] = await find(sql, found[name], idOf(found.business));
  }
  return found as Options<W>;
}

function idOf(business: unknown): bigint | undefined {
  return typeof business === 'bigint' ? business : (business as Business | undefined)?.id;
}
