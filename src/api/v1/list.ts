import { flaw } from '../../kernel/parsed.ts';
import type { Right } from '../../parties/businesses/rights.ts';
import { customersMeant } from '../../parties/customers/store.ts';
import type { Fields, FieldsRow, Shape as TableShape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { NumberText, type RawValue } from '../http/json-reader.ts';
import { prefersCsv } from './accepts.ts';
import { csvOf } from './csv.ts';
import { type Endpoint, endpoint, type V1Call } from './endpoint.ts';
import { pageReader } from './keyset.ts';
import type { CommonTexts, Searcher } from './search.ts';
import {
  bool,
  integer,
  list as listShape,
  maybe,
  object,
  orNull,
  type Properties,
  type Shape,
  text,
} from './shape.ts';

/** One condition of a list. `where` gets the value and writes SQL; `$` makes a parameter of a value, `today` is the business's. */
export type Filter<T> = {
  readonly shape: Shape<T>;
  /** True if an index finds the rows. Any other filter looks at row after row, and a page looks at a limited number. */
  readonly isIndexed: boolean;
  /**
   * True for the id of a customer. Which one it means is read before, so that the statement has a value whose rows the
   * planner can count.
   */
  readonly namesCustomer?: true;
  where(value: T, $: (value: unknown) => string, today: Temporal.PlainDate): string;
};
export type Filters = Readonly<Record<string, Filter<unknown>>>;

/** A filter that looks at row after row. */
export function filter<T>(shape: Shape<T>, where: Filter<T>['where']): Filter<T> {
  return { shape, isIndexed: false, where };
}

/** A filter whose rows an index finds. It names columns of `from` alone. */
export function indexed<T>(shape: Shape<T>, where: Filter<T>['where']): Filter<T> {
  return { shape, isIndexed: true, where };
}

/**
 * Objects that belong to those of a list, read for all of them at once. The shape of the list has an optional property
 * of the same name.
 */
export type Expansion<Row> = {
  /** One value for each row, null where there is none. */
  load(world: World, call: V1Call, rows: readonly Row[]): Promise<readonly unknown[]>;
};

/** The reading of a list's rows, and the shape of a page. */
export type Listing<F extends Fields, W> = {
  readonly rows: TableShape<F>;
  readonly select: string;
  /** The table whose rows are listed, with its alias, and its joins. */
  readonly from: string;
  readonly joins?: string;
  /** The business of a row; undefined: the list has no single business, and `where` limits its rows. */
  readonly business?: string;
  /** Which rows are listed at all: an index finds them. `searcher`: undefined where one row is retrieved. */
  readonly where?: (call: V1Call, $: (value: unknown) => string, searcher?: Searcher) => string;
  /** Columns that order the list and are unique together, as SQL with their types; the newest first unless `ascends`. */
  readonly key: readonly { readonly sql: string; readonly type: string }[];
  readonly ascends?: true;
  /** The most rows that a page examines, if that takes longer than usual; `keyset.ts` has the usual number. */
  readonly looksAt?: number;
  readonly filters: Filters;
  /** The fields that `q` searches; the text is trimmed and not blank. */
  readonly search?: {
    readonly doc: string;
    /** As for a filter; undefined: false. */
    isIndexed?(q: string): boolean;
    where(q: string, $: (value: unknown) => string, searcher: Searcher): string;
    /** Rows that the text names exactly, which come first. An index finds them by columns of `from` alone. */
    exact?(q: string, $: (value: unknown) => string): string;
    /** How texts are searched that very many rows have. */
    readonly common?: CommonTexts;
  };
  readonly expand?: Readonly<Record<string, Expansion<FieldsRow<F>>>>;
  readonly item: Shape<W>;
  wire(row: FieldsRow<F>, call: V1Call, world: World): W | Promise<W>;
};

type Naming = {
  readonly id: string;
  readonly path: string;
  readonly doc: string;
  readonly right?: Right;
  readonly params?: Properties;
  readonly forOperator?: true;
  readonly acrossBusinesses?: true;
  readonly readsPlatform?: true;
  readonly inSandboxOnly?: true;
};

const longestPage = 100;
const usualPage = 20;
/**
 * Rows per read of a CSV. So few that they are gone before the garbage collector takes them for lasting, and the heap
 * grows by them.
 */
const rowsAtOnce = 200;
const longestSearch = 100;
const blankSearch = flaw('required', 'must not be blank');

/** A list of `/v1`: pages in both directions, filters, search, and all of it as CSV. */
export function listEndpoint<F extends Fields, W>(
  naming: Naming,
  listing: Listing<F, W>,
): Endpoint {
  const filters = Object.entries(listing.filters);
  const names = Object.keys(listing.expand ?? {});
  const query: Record<string, Shape<unknown>> = {
    limit: maybe(integer(`How many at most; ${usualPage} when left out.`, 1, longestPage)),
    after: maybe(text('Those that follow this cursor, which is `next` of an earlier page.')),
    before: maybe(text('Those that precede this cursor, which is `previous` of a page.')),
    ...(listing.search && { q: maybe(searchText(`Search: ${listing.search.doc}`)) }),
    ...Object.fromEntries(filters.map(([name, { shape }]) => [name, maybe(shape)])),
    ...(names.length > 0 && { expand: maybe(expandShape(names)) }),
  };
  const answer = object({
    data: listShape(listing.item, 'The objects of this page.'),
    hasMore: bool(
      'False at the end of the list in the direction that was asked for. A page with fewer objects than `limit`, or none, is ' +
        'no end: rare ones are looked for through several pages.',
    ),
    next: orNull(
      text('The cursor of the page after this one: follow it until `hasMore` is false.'),
    ),
    previous: orNull(text('The cursor of the page before this one.')),
  });
  return endpoint({
    right: 'read',
    ...naming,
    method: 'GET',
    query,
    answer,
    files: ['text/csv'],
    async handle(world: World, call: V1Call) {
      const asked = await withCustomersMeant(world, call, listing.filters);
      const searcher = { vault: world.vault, businessId: asked.business.id };
      const searched = listing as unknown as Listing<F, unknown>;
      const read = pageReader(naming.id, searched, asked, searcher);
      if (prefersCsv(call.accepts)) {
        const pageAt = async (after?: string): Promise<RowsAtOnce<W>> => {
          const { rows, next } = await read(world.db, rowsAtOnce, { after });
          return { data: await wires(world, listing, asked, rows), next };
        };
        // Before the answer begins: a refusal has a status of its own.
        const pages = allPages(await pageAt(), pageAt);
        return {
          type: 'text/csv; charset=utf-8',
          fileName: `${naming.id.replace('.list', '').replaceAll('.', '-')}.csv`,
          content: csvOf(listing.item, pages, (asked.query.expand as string[] | undefined) ?? []),
        };
      }
      const limit = (asked.query.limit as number | undefined) ?? usualPage;
      const { rows, ...page } = await read(world.db, limit, {
        after: asked.query.after as string | undefined,
        before: asked.query.before as string | undefined,
      });
      const data = await wires(world, listing, asked, rows);
      return { body: { data, ...page } };
    },
  } as never);
}

/** The call with the ids of customers that stand for those that were merged into them. */
async function withCustomersMeant(
  world: World,
  call: V1Call,
  filters: Filters,
): Promise<V1Call<Properties, Record<string, unknown>>> {
  const asked = call as V1Call<Properties, Record<string, unknown>>;
  const query = { ...asked.query };
  for (const [name, { namesCustomer }] of Object.entries(filters)) {
    if (!namesCustomer || query[name] === undefined) continue;
    const key = { businessId: call.business.id, id: BigInt(String(query[name])) };
    const [meant] = await customersMeant(world.db, [key]);
    query[name] = String(meant ?? query[name]);
  }
  return { ...asked, query };
}

/** The same endpoint reads one object: found by the parameters of its path, as the list shows it. */
export async function wires<F extends Fields, W>(
  world: World,
  listing: Pick<Listing<F, W>, 'wire' | 'expand'>,
  call: V1Call<Properties, unknown>,
  rows: readonly FieldsRow<F>[],
): Promise<W[]> {
  const plain = await Promise.all(rows.map((row) => listing.wire(row, call as V1Call, world)));
  const wanted = (call.query as { expand?: readonly string[] }).expand ?? [];
  if (wanted.length === 0 || rows.length === 0) return plain;
  const parts = await Promise.all(
    wanted.map(async (name) => {
      const values = await listing.expand![name]!.load(world, call as V1Call, rows);
      return [name, values] as const;
    }),
  );
  return plain.map((one, i) => ({
    ...one,
    ...Object.fromEntries(parts.map(([name, values]) => [name, values[i] ?? null])),
  }));
}

/** The text to search for, trimmed. */
function searchText(doc: string): Shape<string> {
  const plain = text(doc, { minLength: 1, maxLength: longestSearch });
  return {
    ...plain,
    read(value, at, reading) {
      const sent = typeof value === 'string' ? value.trim() : value;
      return sent === '' ? reading.note(at, blankSearch) : plain.read(sent, at, reading);
    },
  };
}

export function expandShape(names: readonly string[]): Shape<readonly string[]> {
  const notOne = flaw('not_one_of', `must name some of: ${names.join(', ')}`);
  return {
    schema: { type: 'array', items: { type: 'string', enum: names } },
    doc: 'Whole objects in the place of their ids, separated by commas.',
    read(value, at, reading) {
      const sent = Array.isArray(value) ? value : [];
      const known = sent.filter((one): one is string => names.includes(String(one)));
      return known.length === sent.length && sent.length > 0
        ? [...new Set(known)]
        : reading.note(at, notOne);
    },
  };
}

type RowsAtOnce<W> = { readonly data: readonly W[]; readonly next: string | null };

async function* allPages<W>(
  first: RowsAtOnce<W>,
  pageAt: (after: string) => Promise<RowsAtOnce<W>>,
): AsyncIterable<readonly W[]> {
  for (let page = first; ; page = await pageAt(page.next)) {
    yield page.data;
    if (page.next === null) return;
  }
}

/** Values of a query are texts: they are read as the JSON that they represent. */
export function rawOf({ schema }: Shape<unknown>, sent: string): RawValue {
  const type = schema.type;
  if (type === 'integer') return /^-?\d+$/.test(sent) ? new NumberText(sent) : sent;
  if (type === 'boolean') return sent === 'true' ? true : sent === 'false' ? false : sent;
  if (type === 'array') return sent.split(',').map((one) => one.trim());
  return sent;
}
