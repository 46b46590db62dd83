import type { Business } from './business.ts';
import type { KeyFacts } from './keys.ts';

/*
 * Who acts, so far as two persons must be told apart. An origin is a key that the operator made, or a person who signs
 * in. A key comes from whoever made it, and from the key in whose place it was made; so whoever holds one key and makes
 * others with it is still one person.
 */

export type Principal = {
  /** As others see it: a key with its number, or a person. */
  readonly name: string;
  readonly origins: readonly string[];
  /** Since when a person has been what it is here; undefined for a key. */
  readonly since?: Date;
};

export function keyPrincipal(
  { username }: Pick<Business, 'username'>,
  { id, origins }: Pick<KeyFacts, 'id' | 'origins'>,
): Principal {
  return { name: `api:${username}/${id}`, origins };
}

/** As in the column; a key that comes from nobody is an origin itself. */
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

/** For the column: what comes from all of these. Undefined: from none. */
export function originsColumn(all: readonly (readonly string[])[]): string | undefined {
  const each = [...new Set(all.flat())].sort();
  return each.length > 0 ? each.join(' ') : undefined;
}
