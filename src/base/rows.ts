/**
 * Many rows as one parameter per column: `select * from unnest($1::int8[], $2::text[]) as r(id, name)`.
 * The arrays travel in PostgreSQL's binary form, which costs a fraction of what text arrays cost on both
 * sides. This file is the one place that knows how a set of rows becomes a statement.
 */
export type Column<Value> = {
  readonly type: string;
  readonly oid: number;
  /** Bytes that one value takes, without its length word. */
  size(value: Value): number;
  write(value: Value, into: Buffer, at: number): void;
};

type Nullable<Value> = Value | null | undefined;
// biome-ignore lint/suspicious/noExplicitAny: a column set mixes value types; `RowOf` gives them back.
type Columns = Record<string, Column<any>>;
export type RowOf<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Column<infer V> ? Nullable<V> : never;
};

export type RowSet<C extends Columns> = {
  /** `unnest(…) as r(…)`, with parameters counted from the number given to `rowSet`. */
  readonly sql: string;
  /** The first parameter that is left for somebody else. */
  readonly nextParameter: number;
  encode(rows: readonly RowOf<C>[]): Buffer[];
};

export function rowSet<C extends Columns>(columns: C, firstParameter = 1): RowSet<C> {
  const names = Object.keys(columns) as (keyof C & string)[];
  const casts = names.map((name, i) => `$${firstParameter + i}::${columns[name]!.type}[]`);
  return {
    sql: `unnest(${casts.join(', ')}) as r(${names.map(snakeCase).join(', ')})`,
    nextParameter: firstParameter + names.length,
    encode: (rows) => names.map((name) => encodeColumn(columns[name]!, rows, name)),
  };
}

function encodeColumn<V, K extends string>(
  column: Column<V>,
  rows: readonly { readonly [key in K]: Nullable<V> }[],
  name: K,
): Buffer {
  let bytes = 20;
  let hasNull = 0;
  for (const row of rows) {
    const value = row[name];
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
    const value = row[name];
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

export const int8: Column<bigint> = {
  type: 'int8',
  oid: 20,
  size: () => 8,
  write(value, into, at) {
    const number = Number(value);
    // Most ids and amounts are small enough to be written without making more big integers of them.
    if (Number.isSafeInteger(number)) writeSafe(number, into, at);
    else into.writeBigInt64BE(value, at);
  },
};

/** In two halves. */
function writeSafe(value: number, into: Buffer, at: number): void {
  into.writeInt32BE(Math.floor(value / 2 ** 32), at);
  into.writeUInt32BE(value >>> 0, at + 4);
}

export const int4: Column<number> = {
  type: 'int4',
  oid: 23,
  size: () => 4,
  write: (value, into, at) => into.writeInt32BE(value, at),
};

export const int2: Column<number> = {
  type: 'int2',
  oid: 21,
  size: () => 2,
  write: (value, into, at) => into.writeInt16BE(value, at),
};

export const bool: Column<boolean> = {
  type: 'bool',
  oid: 16,
  size: () => 1,
  write: (value, into, at) => into.writeUInt8(value ? 1 : 0, at),
};

export const text: Column<string> = {
  type: 'text',
  oid: 25,
  size: (value) => Buffer.byteLength(value),
  write: (value, into, at) => into.write(value, at),
};

export const bytea: Column<Buffer> = {
  type: 'bytea',
  oid: 17,
  size: (value) => value.length,
  write: (value, into, at) => into.set(value, at),
};

export const uuid: Column<string> = {
  type: 'uuid',
  oid: 2950,
  size: () => 16,
  write: (value, into, at) => into.write(value.replaceAll('-', ''), at, 'hex'),
};

/** JSON that is already text, kept to the letter: `json` costs a third of `jsonb` to take in. */
export const json: Column<string> = { ...text, type: 'json', oid: 114 };

/** The binary form of `jsonb` is a version byte and the text. */
export const jsonb: Column<string> = {
  type: 'jsonb',
  oid: 3802,
  size: (value) => 1 + Buffer.byteLength(value),
  write: (value, into, at) => {
    into.writeUInt8(1, at);
    into.write(value, at + 1);
  },
};

// PostgreSQL counts microseconds from the year 2000.
const epochOffsetMs = Date.UTC(2000, 0, 1);
export const timestamptz: Column<Date> = {
  type: 'timestamptz',
  oid: 1184,
  size: () => 8,
  write(value, into, at) {
    const sinceMs = value.getTime() - epochOffsetMs;
    if (Number.isSafeInteger(sinceMs * 1000)) writeSafe(sinceMs * 1000, into, at);
    else into.writeBigInt64BE(BigInt(sinceMs) * 1000n, at);
  },
};

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
