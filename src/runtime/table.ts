import { type Column, type Optional, optional } from './column.ts';
import type { Sql } from './sql.ts';

/*
 * A table, or the result of a statement, is described once: each property and the type of its column. The lists of
 * columns in a statement, the type of a row, its check on reading and its encoding as parameters follow from that. SQL
 * stays SQL.
 */

// biome-ignore lint/suspicious/noExplicitAny: a description mixes types of values; `RowOf` gives them back.
export type Fields = Readonly<Record<string, Column<any, any>>>;
// The inferred type comes from `isValue`, which takes no undefined.
type ReadOf<C> =
  C extends Column<infer Read, infer _>
    ? C extends { readonly isOptional: true }
      ? Read | undefined
      : Read
    : never;
type WriteOf<C> = C extends Column<infer _, infer Write> ? Write : never;
type KeyOf<F> = keyof F & string;

/** A row as it is read: null is undefined here. */
export type RowOf<S extends { readonly fields: Fields }> = FieldsRow<S['fields']>;
export type FieldsRow<F extends Fields> = { readonly [K in keyof F]: ReadOf<F[K]> };

/** A row as it is written. */
export type NewRowOf<S extends { readonly fields: Fields }> = NewRow<S['fields']>;
type NewRow<F extends Fields> = {
  readonly [K in keyof F as F[K] extends { isOptional: true } ? never : K]: WriteOf<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends { isOptional: true } ? K : never]?:
    | WriteOf<F[K]>
    | null
    | undefined;
};

/** The result of a statement. */
export type Shape<F extends Fields> = {
  readonly fields: F;
  /** For `select` and `returning`: each column under the name of its property. */
  readonly columns: string;
  /** The same for a table with an alias: `payments.of('p')`. */
  of(alias: string): string;
  /** For the column list of an `insert`, and the select list after it. */
  readonly names: string;
  /** Runs a statement that returns such rows. Each value is checked against its column. */
  read(sql: Sql, text: string, values?: readonly unknown[]): Promise<FieldsRow<F>[]>;
  /** The same for a statement that finds one row or none. */
  readOne(sql: Sql, text: string, values?: readonly unknown[]): Promise<FieldsRow<F> | undefined>;
  /** The same for a statement that always returns one row. */
  readRow(sql: Sql, text: string, values?: readonly unknown[]): Promise<FieldsRow<F>>;
  /** Some of its columns. */
  pick<K extends KeyOf<F>>(...keys: readonly K[]): Shape<Pick<F, K>>;
  omit<K extends KeyOf<F>>(...keys: readonly K[]): Shape<Omit<F, K>>;
  /** These columns and more, as a join returns them. `columns` and `of` list only the former ones. */
  with<More extends Fields>(more: More): Shape<F & More>;
  /** For the side of an outer join that may be missing: every column may be null. */
  outer(): Shape<OuterFields<F>>;
  /** The row of that side of an outer join; undefined if it is missing. */
  partOf(row: FieldsRow<OuterFields<F>>): FieldsRow<F> | undefined;
  /** Rows as one parameter for each column; `firstParameter` is the number of the first. */
  set(firstParameter?: number): RowSet<NewRow<F>>;
  /** For the `set` of an `update`: each column gets the value of the same column of another row. */
  changesFrom(alias: string): string;
};

type OuterFields<F extends Fields> = {
  readonly [K in keyof F]: Optional<Exclude<ReadOf<F[K]>, undefined>, WriteOf<F[K]>>;
};

/** Parts of a table keep its name. Rows that a part inserts get the defaults of the other columns. */
export type Table<F extends Fields> = Omit<Shape<F>, 'pick' | 'omit'> & {
  readonly name: string;
  pick<K extends KeyOf<F>>(...keys: readonly K[]): Table<Pick<F, K>>;
  omit<K extends KeyOf<F>>(...keys: readonly K[]): Table<Omit<F, K>>;
  /**
   * Inserts rows and returns how many were inserted; sends nothing if there are none. `rest` ends the statement, such
   * as `on conflict do nothing`.
   */
  insert(sql: Sql, rows: readonly NewRow<F>[], rest?: string): Promise<number>;
};

const described = new Map<string, Fields>();

export function table<F extends Fields>(name: string, fields: F): Table<F> {
  if (described.has(name)) throw new Error(`the table ${name} is described twice`);
  described.set(name, fields);
  return tableOf(name, fields);
}

function tableOf<F extends Fields>(name: string, fields: F): Table<F> {
  const all = shape(fields);
  const rowsOf = all.set();
  const inserting = `insert into ${name} (${all.names}) select ${all.names} from ${rowsOf.sql}`;
  return {
    ...all,
    name,
    pick: (...keys) => tableOf(name, picked(fields, keys)),
    omit: (...keys) => tableOf(name, omitted(fields, keys)),
    async insert(sql, rows, rest = '') {
      if (rows.length === 0) return 0;
      const written = await sql.query(`${inserting} ${rest} returning 1`, rowsOf.encode(rows));
      return written.length;
    },
  };
}

/** The descriptions of all tables that were loaded, for the comparison with the catalogue. */
export function describedTables(): ReadonlyMap<string, Fields> {
  return described;
}

export function shape<F extends Fields>(fields: F): Shape<F> {
  return shapeOf(fields, Object.keys(fields));
}

/** `listed`: the keys in `columns`. */
function shapeOf<F extends Fields>(fields: F, listed: readonly string[]): Shape<F> {
  const of = (alias: string) =>
    listed
      .map((key) => [columnName(key, fields[key]!), key] as const)
      .map(([name, key]) => `${alias && `${alias}.`}${name}${name === key ? '' : ` as "${key}"`}`)
      .join(', ');
  const check = checkOf(fields);

  return {
    fields,
    columns: of(''),
    of,
    names: listed.map((key) => columnName(key, fields[key]!)).join(', '),
    async read(sql, text, values) {
      const rows = await sql.query<Record<string, unknown>>(text, values);
      for (const row of rows) check(row);
      // The only place that gives a type to rows of the database: they were checked.
      return rows as FieldsRow<F>[];
    },
    async readOne(sql, text, values) {
      const [row] = await this.read(sql, text, values);
      return row;
    },
    async readRow(sql, text, values) {
      const [row, ...others] = await this.read(sql, text, values);
      if (!row || others.length > 0)
        throw new Error('a statement that returns one row returned not one');
      return row;
    },
    pick: (...keys) => shape(picked(fields, keys)),
    omit: (...keys) => shape(omitted(fields, keys)),
    with: (more) => shapeOf({ ...fields, ...more }, listed),
    outer: () => shapeOf(outerOf(fields), listed),
    partOf: (row) => partOf(fields, check, row),
    set: (firstParameter) => rowSet(fields, firstParameter) as RowSet<NewRow<F>>,
    changesFrom: (alias) =>
      listed
        .map((key) => columnName(key, fields[key]!))
        .map((name) => `${name} = ${alias}.${name}`)
        .join(', '),
  };
}

function picked<F extends Fields, K extends KeyOf<F>>(fields: F, keys: readonly K[]): Pick<F, K> {
  return only(fields, (key) => (keys as readonly string[]).includes(key));
}

function omitted<F extends Fields, K extends KeyOf<F>>(fields: F, keys: readonly K[]): Omit<F, K> {
  return only(fields, (key) => !(keys as readonly string[]).includes(key));
}

function only<F extends Fields, Part>(fields: F, wants: (key: string) => boolean): Part {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => wants(key))) as Part;
}

function outerOf<F extends Fields>(fields: F) {
  const all = Object.entries(fields).map(([key, column]) => [key, optional(column)]);
  return Object.fromEntries(all) as OuterFields<F>;
}

function partOf<F extends Fields>(
  fields: F,
  check: (row: Record<string, unknown>) => void,
  row: Readonly<Record<string, unknown>>,
): FieldsRow<F> | undefined {
  const keys = Object.keys(fields);
  if (keys.every((key) => row[key] === undefined)) return undefined;
  const part = Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));
  check(part);
  return part as FieldsRow<F>;
}

/** Null becomes undefined if the column may be null; any other value of a wrong type is an internal error. */
function checkOf(fields: Fields): (row: Record<string, unknown>) => void {
  const columns = Object.entries(fields);
  return (row) => {
    for (const [key, column] of columns) {
      const value = row[key];
      if (value === null && column.isOptional) row[key] = undefined;
      else if (!column.isValue(value)) {
        const found =
          value === undefined ? 'no such column' : value === null ? 'null' : typeof value;
        throw new Error(`a statement returns ${found} for ${key}, which is ${column.type}`);
      }
    }
  };
}

/** Rows as one parameter for each column: `select * from unnest($1::int8[], $2::text[]) as r(id, name)`. */
export type RowSet<Row> = {
  /** `unnest(…) as r(…)`, with parameters counted from the given number. */
  readonly sql: string;
  /** The first free parameter, for another set. */
  readonly nextParameter: number;
  encode(rows: readonly Row[]): Buffer[];
};

type Loose<F extends Fields> = { readonly [K in keyof F]?: WriteOf<F[K]> | null | undefined };

/** A set of rows of no table. */
export function rowSet<F extends Fields>(fields: F, firstParameter = 1): RowSet<Loose<F>> {
  const columns = Object.entries(fields);
  const casts = columns.map(([, { type }], i) => `$${firstParameter + i}::${type}[]`);
  const names = columns.map(([key, column]) => columnName(key, column));
  return {
    sql: `unnest(${casts.join(', ')}) as r(${names.join(', ')})`,
    nextParameter: firstParameter + columns.length,
    encode: (rows) => columns.map(([key, column]) => encodeColumn(column, rows, key)),
  };
}

function encodeColumn<Value>(
  column: Column<unknown, Value>,
  rows: readonly { readonly [key in string]?: Value | null | undefined }[],
  key: string,
): Buffer {
  let bytes = 20;
  let hasNull = 0;
  for (const row of rows) {
    const value = row[key];
    bytes += 4;
    if (value === undefined || value === null) hasNull = 1;
    else bytes += column.size(value);
  }
  const out = Buffer.allocUnsafe(bytes);
  out.writeInt32BE(1, 0); // one dimension
  out.writeInt32BE(hasNull, 4);
  out.writeInt32BE(column.oid, 8);
  out.writeInt32BE(rows.length, 12);
  out.writeInt32BE(1, 16); // the first index
  let at = 20;
  for (const row of rows) {
    const value = row[key];
    if (value === undefined || value === null) {
      out.writeInt32BE(-1, at);
      at += 4;
      continue;
    }
    const size = column.size(value);
    out.writeInt32BE(size, at);
    column.write(value, out, at + 4);
    at += 4 + size;
  }
  return out;
}

export function columnName(key: string, { name }: Column<unknown, unknown>): string {
  return name ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
