import type { BusinessDetails, Membership } from '../../../clients/typescript/src/index.ts';

type Member = { readonly business: { readonly id: string } };
type Below = { readonly id: string; readonly parentId: string | null };

/** The membership that decides what a person may do in a business: its own, or the nearest one above it. */
export async function nearestAbove<M extends Member>(
  memberships: readonly M[],
  { id, parentId }: Below,
  read: (id: string) => Promise<Below>,
): Promise<M | undefined> {
  const found = memberships.find(({ business }) => business.id === id);
  if (found || parentId === null) return found;
  const isKnown = memberships.some(({ business }) => business.id === parentId);
  const above = isKnown ? { id: parentId, parentId: null } : await read(parentId);
  return await nearestAbove(memberships, above, read);
}

/**
 * A membership as it holds in its business, or in one below, as that stands now. `now` is what the clock of that business
 * would have shown as the memberships were read: each business has its own, and it may have been moved on since.
 */
export function membershipIn(found: Membership, details: BusinessDetails): Membership {
  const { id, name, environment, status, timeZone, currency, clockAheadSeconds } = details;
  const isRoot = found.business.isRoot && found.business.id === id;
  const aheadMs = (clockAheadSeconds - found.business.clockAheadSeconds) * 1000;
  const now = new Date(new Date(found.business.now).getTime() + aheadMs).toISOString();
  const shown = { id, name, environment, status, timeZone, currency, isRoot };
  return { ...found, business: { ...shown, now, clockAheadSeconds } };
}
