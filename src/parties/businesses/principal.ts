import type { Business } from './business.ts';
import type { KeyFacts } from './keys.ts';

/*
 * A principal identifies the actor, so far as two persons must be told apart. An origin is a key that the operator
 * made, or a person who signs in. A key has the origins of its maker, and of the key that it replaces; so a person who
 * holds one key and makes others with it is still one person.
 */

export type Principal = {
  /** The public name: a key with its number, or a person. */
  readonly name: string;
  readonly origins: readonly string[];
  /** Since when a person has had its present role and state here; undefined for a key. */
  readonly since?: Date;
};

export function keyPrincipal(
  { username }: Pick<Business, 'username'>,
  { id, origins }: Pick<KeyFacts, 'id' | 'origins'>,
): Principal {
  return { name: `api:${username}/${id}`, origins };
}

/** As in the column; a key without origins is an origin itself. */
export function originsOf({
  businessId,
  id,
  origins,
}: {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly origins: string | undefined;
}): readonly string[] {
  return origins?.split(' ') ?? [`key:${businessId}/${id}`];
}

/** For the column: the origins of all of these. Undefined: none. */
export function originsColumn(all: readonly (readonly string[])[]): string | undefined {
  const each = [...new Set(all.flat())].sort();
  return each.length > 0 ? each.join(' ') : undefined;
}
