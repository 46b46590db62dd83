/* What of a list stands in its address, and in what a person chose: its columns by name, and what is no filter. */

type Query = Readonly<Record<string, string>>;
type Named = { readonly title: readonly [en: string, es: string]; readonly isExtra?: true };

/** The name of a column: the same in every language. */
export function columnName({ title: [en] }: Named): string {
  return en.toLowerCase().replaceAll(' ', '-');
}

/** The columns of these names in their order; those of the list where none is named that it has. */
export function chosenColumns<Column extends Named>(
  columns: readonly Column[],
  names: readonly string[] = [],
): readonly Column[] {
  const found = names.flatMap((name) => columns.find((one) => columnName(one) === name) ?? []);
  return found.length > 0 ? [...new Set(found)] : columns.filter(({ isExtra }) => !isExtra);
}

/** The row and the page where one is, and how the list looks. */
const noFilters = ['part', 'first', 'at', 'columns'];

export function filtersOf(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !noFilters.includes(name)));
}
