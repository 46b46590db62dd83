/*
 * `column = $n` for each given value; or another condition, with `?` for the value. Statements are planned without
 * their values (`database/connect.ts`), and no plan for "$2 is null or column = $2" can use an index.
 */
export type Matching = { readonly sql: string; readonly values: readonly unknown[] };

/** `before`: the number of parameters before these. Without values, `sql` is empty. */
export function matching(columns: Readonly<Record<string, unknown>>, before: number): Matching {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  return {
    sql: given
      .map(([column], i) =>
        (column.includes('?') ? column : `${column} = ?`).replace('?', `$${before + i + 1}`),
      )
      .map((condition) => ` and ${condition}`)
      .join(''),
    values: given.map(([, value]) => value),
  };
}
