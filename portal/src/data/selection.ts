/* Which rows of a list are chosen. */

/**
 * The chosen ids after one was toggled. With Shift every row from the one toggled before up to this one takes the state
 * of the former.
 */
export function toggled(
  ids: readonly string[],
  chosen: ReadonlySet<string>,
  id: string,
  from?: string,
): ReadonlySet<string> {
  const [start, end] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(id)];
  const isRange = start !== -1 && end !== -1;
  const changed = isRange ? ids.slice(Math.min(start, end), Math.max(start, end) + 1) : [id];
  const isChosen = isRange ? chosen.has(from!) : !chosen.has(id);
  const next = new Set(chosen);
  for (const one of changed) {
    if (isChosen) next.add(one);
    else next.delete(one);
  }
  return next;
}
