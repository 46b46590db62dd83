/*
 * `column = $n` for each value that is given. Statements are planned without their values (`database/connect.ts`): of
 * "$2 is null or column = $2" no plan can use an index.
 */
export type Matching = { readonly sql: string; readonly values: readonly unknown[] };

/** After so many values that stand before; where none is given it is nothing. */
export function matching(columns: Readonly<Record<string, unknown>>, before: number): Matching {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  return {
    sql: given.map(([column], i) => ` and ${column} = $${before + i + 1}`).join(''),
    values: given.map(([, value]) => value),
  };
}
