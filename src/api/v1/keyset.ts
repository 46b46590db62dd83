import { flaw } from '../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import { listOf, text as textColumn } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type Fields, type FieldsRow, shape } from '../../runtime/table.ts';
import type { V1Call } from './endpoint.ts';
import type { Listing } from './list.ts';
import type { CommonTexts, Searcher } from './search.ts';
import type { Properties } from './shape.ts';

type Place = { readonly after?: string | undefined; readonly before?: string | undefined };
type Page<Row> = {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  readonly next: string | null;
  readonly previous: string | null;
};
export type Reader<Row> = (sql: Sql, limit: number, place: Place) => Promise<Page<Row>>;

const cursorFlaw = flaw('malformed', 'is not a cursor of this list');
const oneCursor = flaw('contradictory', 'must not be sent together with before');

/**
 * How many rows a statement reads at most: one more than it shows. They are written into its text, since a number that a
 * generic plan does not know counts as a tenth of the table, and whole processes are started to read that. They are few,
 * so that the texts are.
 */
const readAtOnce = [21, 101, 201];

/** How many rows a page looks at, at most, for a filter that no index serves. */
const usualLook = 20_000;

const boundaries = shape({ key: listOf(textColumn) });

/**
 * Reads pages by keyset: a page starts behind the key of the row before it, so that it costs the same wherever it lies.
 * Where rows must be looked at one after another, it ends at the latest before a boundary, and the search goes on there
 * with the next page.
 */
export function pageReader<F extends Fields>(
  id: string,
  listing: Listing<F, unknown>,
  call: V1Call<Properties, Record<string, unknown>>,
  searcher: Searcher,
): Reader<FieldsRow<F>> {
  const { from, joins = '', key, ascends = false, looksAt = usualLook } = listing;
  const rowsOfPage = listing.rows.with({ keyOfPage: listOf(textColumn) });
  const columns = key.map(({ sql }) => sql).join(', ');
  const q = call.query.q as string | undefined;
  // Once for all pages of a CSV.
  let common: ReturnType<CommonTexts> | undefined;
  const texts = `array[${key.map(({ sql }) => `(${sql})::text`).join(', ')}]`;

  return async (sql, limit, { after, before }) => {
    if (after !== undefined && before !== undefined) throw wrong('after', oneCursor);
    const isBack = before !== undefined;
    const cursor = after ?? before;
    const at = cursor === undefined ? undefined : readCursor(id, cursor, key.length);
    if (cursor !== undefined && !at) throw wrong(isBack ? 'before' : 'after', cursorFlaw);
    const isDown = ascends === isBack;
    const [onwards, backwards] = isDown ? ['<', '>'] : ['>', '<'];
    const order = key.map(({ sql: one }) => `${one} ${isDown ? 'desc' : 'asc'}`).join(', ');

    const values: unknown[] = [];
    const $ = (value: unknown) => `$${values.push(value)}`;
    const compared = (comparison: string, parts: readonly string[]) => {
      const marks = parts.map((part, i) => `${$(part)}::text::${key[i]!.type}`);
      return `(${columns}) ${comparison} (${marks.join(', ')})`;
    };
    common ??= q === undefined ? undefined : listing.search?.common?.(sql, q, searcher);
    const where = await common;
    const search = where ? { where } : listing.search;
    const { found: conditions, lookedAt } = conditionsOf(listing, search, call, $, searcher);
    if (at) conditions.push(compared(`${onwards}${at.isIncluded ? '=' : ''}`, at.parts));
    const statement = (selected: string, rest: string) =>
      `select ${selected} where ${conditions.join(' and ') || 'true'} order by ${order} ${rest}`;

    const read = async () => {
      let boundary: readonly string[] | undefined;
      if (lookedAt.length > 0) {
        // The key as text is made of one row, and not of each that is counted.
        const parts = key.map(({ sql: one }, i) => `${one} as part${i}`).join(', ');
        const found = statement(`${parts} from ${from}`, `offset ${looksAt} limit 1`);
        const asTexts = key.map((_, i) => `part${i}::text`).join(', ');
        const text = `select array[${asTexts}] as key from (${found}) boundary`;
        boundary = (await boundaries.readOne(sql, text, [...values]))?.key;
        if (boundary) conditions.push(compared(backwards, boundary));
        conditions.push(...lookedAt.map((where) => `(${where()})`));
      }
      const most = readAtOnce.find((count) => count > limit);
      const selected = `${listing.select}, ${texts} as "keyOfPage" from ${from} ${joins}`;
      const found = await rowsOfPage.read(sql, statement(selected, `limit ${most}`), values);
      return { boundary, found };
    };
    const { boundary, found } = await read().catch((error: unknown) => {
      // A cursor that somebody made up: its parts are no values of these columns.
      if (cursor !== undefined && isBadValue(error))
        throw wrong(isBack ? 'before' : 'after', cursorFlaw);
      throw error;
    });

    const isFull = found.length > limit;
    const rows = found.slice(0, limit);
    if (isBack) rows.reverse();
    const keyOf = (row: (typeof rows)[number] | undefined) =>
      row && { parts: (row as { keyOfPage: readonly string[] }).keyOfPage, isIncluded: false };
    // From an empty page the row of its cursor is a part of the way back.
    const wayBack = at && { parts: at.parts, isIncluded: !at.isIncluded };
    // A row at the boundary was not looked at.
    const wayOn = !isFull && boundary ? { parts: boundary, isIncluded: true } : undefined;
    const hasMore = isFull || boundary !== undefined;
    const [first, last] = [keyOf(rows[0]) ?? wayBack, keyOf(rows.at(-1)) ?? wayBack];
    const [previous, next] = isBack
      ? [hasMore ? (wayOn ?? first) : undefined, last]
      : [after === undefined ? undefined : first, hasMore ? (wayOn ?? last) : undefined];
    return {
      rows: rows as readonly FieldsRow<F>[],
      hasMore,
      next: next ? writeCursor(id, next) : null,
      previous: previous ? writeCursor(id, previous) : null,
    };
  };
}

/** Conditions whose rows an index finds, and those that rows are looked at for. */
type Conditions = { readonly found: string[]; readonly lookedAt: readonly (() => string)[] };

type Search = Pick<NonNullable<Listing<Fields, unknown>['search']>, 'isIndexed' | 'where'>;

function conditionsOf<F extends Fields>(
  { business, where, filters }: Listing<F, unknown>,
  search: Search | undefined,
  call: V1Call<Properties, Record<string, unknown>>,
  $: (value: unknown) => string,
  searcher: Searcher,
): Conditions {
  const found: string[] = [];
  if (business !== undefined) found.push(`${business} = ${$(call.business.id)}`);
  if (where) found.push(where(call as V1Call, $));
  const asked = Object.entries(filters).flatMap(([name, { isIndexed, where: condition }]) => {
    const value = call.query[name];
    return value === undefined ? [] : [{ isIndexed, write: () => condition(value, $) }];
  });
  const q = call.query.q as string | undefined;
  if (q !== undefined && search) {
    const isIndexed = search.isIndexed?.(q) ?? false;
    asked.push({ isIndexed, write: () => search.where(q, $, searcher) });
  }
  const lookedAt = asked.filter(({ isIndexed }) => !isIndexed).map(({ write }) => write);
  for (const { isIndexed, write } of asked) if (isIndexed) found.push(`(${write()})`);
  return { found, lookedAt };
}

function wrong(at: string, fault: Parameters<typeof fieldFault>[1]): Refusal {
  return new Refusal('wrong_fields', { details: [fieldFault(at, fault)] });
}

/** Class 22 of PostgreSQL: a value of a wrong form. */
function isBadValue(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    /^22/.test(String((error as { code?: unknown }).code))
  );
}

/** The place of a row; a page beyond it has that row too if it is included. */
type Cursor = { readonly parts: readonly string[]; readonly isIncluded: boolean };

function writeCursor(id: string, { parts, isIncluded }: Cursor): string {
  const told = isIncluded ? [id, ...parts, true] : [id, ...parts];
  return Buffer.from(JSON.stringify(told)).toString('base64url');
}

function readCursor(id: string, cursor: string, count: number): Cursor | undefined {
  if (!/^[\w-]{1,500}$/.test(cursor)) return undefined;
  try {
    const found: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(found)) return undefined;
    const isIncluded = found.at(-1) === true;
    const [of, ...parts]: unknown[] = isIncluded ? found.slice(0, -1) : found;
    const areTexts = parts.every(
      (part): part is string => typeof part === 'string' && !part.includes('\0'),
    );
    const isOurs = of === id && parts.length === count && areTexts;
    return isOurs ? { parts: parts as string[], isIncluded } : undefined;
  } catch {
    return undefined;
  }
}
