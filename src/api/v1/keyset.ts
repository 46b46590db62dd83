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
 * The most rows that a statement reads: one more than it shows. The number is written into its text, since a number
 * that a generic plan does not know counts as a tenth of the table, and whole processes are started to read that. There
 * are few such numbers, so there are few texts.
 */
const readAtOnce = [21, 101, 201];

/** The most rows that a page examines for a filter that no index serves. */
const usualLook = 20_000;

const boundaries = shape({ key: listOf(textColumn) });

/**
 * Reads pages by keyset: a page starts behind the key of the row before it, so that its cost does not depend on its
 * place. If rows must be examined one after another, the page ends at a boundary at the latest, and the search goes on
 * there with the next page. If the text of a search names rows exactly, those rows are a part of the list before all
 * others.
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
  const exact = q === undefined ? undefined : listing.search?.exact;
  const parts = exact ? [`${id} exact`, id] : [id];
  // Once for all pages of a CSV.
  let common: ReturnType<CommonTexts> | undefined;
  const texts = `array[${key.map(({ sql }) => `(${sql})::text`).join(', ')}]`;

  return async (sql, limit, { after, before }) => {
    if (after !== undefined && before !== undefined) throw wrong('after', oneCursor);
    const isBack = before !== undefined;
    const cursor = after ?? before;
    const at = cursor === undefined ? undefined : readCursor(parts, cursor, key.length);
    if (cursor !== undefined && !at) throw wrong(isBack ? 'before' : 'after', cursorFlaw);
    const isDown = ascends === isBack;
    const [onwards, backwards] = isDown ? ['<', '>'] : ['>', '<'];
    const order = key.map(({ sql: one }) => `${one} ${isDown ? 'desc' : 'asc'}`).join(', ');
    common ??= q === undefined ? undefined : listing.search?.common?.(sql, q, searcher);
    const where = await common;
    const search = where ? { where } : listing.search;

    /** Rows of a part of the list, from the cursor if that is in it, and one more than there is room for if there are more. */
    const readPart = async (part: string, room: number) => {
      const values: unknown[] = [];
      const $ = (value: unknown) => `$${values.push(value)}`;
      const compared = (comparison: string, keys: readonly string[]) => {
        const marks = keys.map((one, i) => `${$(one)}::text::${key[i]!.type}`);
        return `(${columns}) ${comparison} (${marks.join(', ')})`;
      };
      const { found: conditions, lookedAt } = conditionsOf(listing, search, call, $, searcher);
      if (exact) conditions.push(`${part === id ? 'not ' : ''}(${exact(q!, $)})`);
      if (at?.part === part)
        conditions.push(compared(`${onwards}${at.isIncluded ? '=' : ''}`, at.keys));
      const statement = (selected: string, rest: string) =>
        `select ${selected} where ${conditions.join(' and ') || 'true'} order by ${order} ${rest}`;
      let boundary: readonly string[] | undefined;
      if (lookedAt.length > 0) {
        // The key as text is made of one row, and not of each that is counted.
        const keys = key.map(({ sql: one }, i) => `${one} as part${i}`).join(', ');
        const found = statement(`${keys} from ${from}`, `offset ${looksAt} limit 1`);
        const asTexts = key.map((_, i) => `part${i}::text`).join(', ');
        const text = `select array[${asTexts}] as key from (${found}) boundary`;
        boundary = (await boundaries.readOne(sql, text, [...values]))?.key;
        if (boundary) conditions.push(compared(backwards, boundary));
        conditions.push(...lookedAt.map((where) => `(${where()})`));
      }
      const most = readAtOnce.find((count) => count > room);
      const selected = `${listing.select}, ${texts} as "keyOfPage" from ${from} ${joins}`;
      const found = await rowsOfPage.read(sql, statement(selected, `limit ${most}`), values);
      return { boundary, found };
    };

    const rows: FieldsRow<F>[] = [];
    /** The places of the rows. */
    const places: Cursor[] = [];
    /** The start of the next page in this direction; undefined: there is none. */
    let wayOn: Cursor | undefined;
    const all = isBack ? parts.toReversed() : parts;
    for (const part of all.slice(at ? all.indexOf(at.part) : 0)) {
      const room = limit - rows.length;
      const { boundary, found } = await readPart(part, room).catch((error: unknown) => {
        // A made-up cursor: its parts are no values of these columns.
        if (cursor !== undefined && isBadValue(error))
          throw wrong(isBack ? 'before' : 'after', cursorFlaw);
        throw error;
      });
      const placed = found.map((row) => {
        const { keyOfPage } = row as { readonly keyOfPage: readonly string[] };
        return { part, keys: keyOfPage, isIncluded: false };
      });
      rows.push(...(found.slice(0, room) as readonly FieldsRow<F>[]));
      places.push(...placed.slice(0, room));
      // If no row of this part had room, the next page begins with its first one.
      if (found.length > room) wayOn = placed[room - 1] ?? { ...placed[0]!, isIncluded: true };
      // A row at the boundary was not looked at.
      else if (boundary) wayOn = { part, keys: boundary, isIncluded: true };
      if (wayOn) break;
    }
    if (isBack) {
      rows.reverse();
      places.reverse();
    }
    // From an empty page the row of its cursor is a part of the way back.
    const wayBack = at && { ...at, isIncluded: !at.isIncluded };
    const [first, last] = [places[0] ?? wayBack, places.at(-1) ?? wayBack];
    const [previous, next] = isBack
      ? [wayOn, last]
      : [after === undefined ? undefined : first, wayOn];
    return {
      rows,
      hasMore: wayOn !== undefined,
      next: next ? writeCursor(next) : null,
      previous: previous ? writeCursor(previous) : null,
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
  if (where) found.push(where(call as V1Call, $, searcher));
  const asked = Object.entries(filters).flatMap(([name, { isIndexed, where: condition }]) => {
    const value = call.query[name];
    return value === undefined ? [] : [{ isIndexed, write: () => condition(value, $, call.today) }];
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

/** The place of a row in a part of the list; a page beyond it has that row too if it is included. */
type Cursor = {
  readonly part: string;
  readonly keys: readonly string[];
  readonly isIncluded: boolean;
};

function writeCursor({ part, keys, isIncluded }: Cursor): string {
  const told = isIncluded ? [part, ...keys, true] : [part, ...keys];
  return Buffer.from(JSON.stringify(told)).toString('base64url');
}

function readCursor(parts: readonly string[], cursor: string, count: number): Cursor | undefined {
  if (!/^[\w-]{1,500}$/.test(cursor)) return undefined;
  try {
    const found: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(found)) return undefined;
    const isIncluded = found.at(-1) === true;
    const [of, ...keys]: unknown[] = isIncluded ? found.slice(0, -1) : found;
    const part = parts.find((one) => one === of);
    const areTexts = keys.every(
      (one): one is string => typeof one === 'string' && !one.includes('\0'),
    );
    if (part === undefined || keys.length !== count || !areTexts) return undefined;
    return { part, keys: keys as string[], isIncluded };
  } catch {
    return undefined;
  }
}
