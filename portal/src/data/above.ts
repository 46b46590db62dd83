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
