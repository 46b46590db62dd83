/* The parts of a list that its address and a person's choices hold: columns by name, and parameters that are no filter. */

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

/** The parameters of a filter and the values that they may have; words have a name for people. */
export type AddressFilter<Name = unknown> =
  | { readonly kind: 'states'; readonly name: string; readonly values: readonly string[] }
  | {
      readonly kind: 'word';
      readonly name: string;
      readonly values: readonly (readonly [string, Name])[];
    }
  | { readonly kind: 'text'; readonly name: string }
  | { readonly kind: 'amount'; readonly from: string; readonly to: string }
  | { readonly kind: 'days'; readonly from: string; readonly to: string };

export function namesOf(filter: AddressFilter): string[] {
  return 'name' in filter ? [filter.name] : [filter.from, filter.to];
}

/** The parameters of an address without those of a filter that it cannot have, and these filters. */
export function readableOf<Filter extends AddressFilter>(
  filters: readonly Filter[],
  query: Query,
): { readonly query: Query; readonly unreadable: readonly Filter[] } {
  const unreadable = filters.filter((filter) =>
    namesOf(filter).some((name) => query[name] !== undefined && !isValue(filter, query[name])),
  );
  const left = new Set(unreadable.flatMap(namesOf));
  const readable = Object.entries(query).filter(([name]) => !left.has(name));
  return { query: Object.fromEntries(readable), unreadable };
}

function isValue(filter: AddressFilter, sent: string): boolean {
  switch (filter.kind) {
    case 'text':
      return true;
    case 'word':
      return filter.values.some(([value]) => value === sent);
    case 'states':
      return sent.split(',').every((one) => filter.values.includes(one));
    case 'amount':
      return /^\d{1,15}$/.test(sent);
    case 'days':
      return /^\d{4}-\d\d-\d\dT/.test(sent) && !Number.isNaN(Date.parse(sent));
  }
}
