import { dayMs } from '../kernel/duration.ts';
/**
 * A type of column: the form of its values in JavaScript, and their encoding for PostgreSQL in its binary format, which
 * costs a fraction of the text format on both sides. `Write` differs from `Read` if a value is sent as text and comes
 * back parsed.
 */
export type Column<Read, Write = Read> = {
  readonly type: string;
  readonly oid: number;
  /** True if the column may be null, which is undefined here. */
  readonly isOptional?: boolean;
  /** Its name in the database, if that is not the property's in snake_case. */
  readonly name?: string;
  /** True for a value of this type, as the driver returns it; `isOptional` decides about null. */
  isValue(value: unknown): value is Read & {};
  /** The size of a value in bytes, without its length word. */
  size(value: Write & {}): number;
  write(value: Write & {}, into: Buffer, at: number): void;
};

/** For a column that may be null. */
export function optional<Read, Write>(column: Column<Read, Write>): Optional<Read, Write> {
  return { ...column, isOptional: true } as Optional<Read, Write>;
}
export type Optional<Read, Write = Read> = Column<Read | undefined, Write> & {
  readonly isOptional: true;
};

/** For a column whose name in the database is not the property's. */
export function named<C extends object>(name: string, column: C): C & { readonly name: string } {
  return { ...column, name };
}

/** For a text that is one of a few words. */
export function oneOf<const Word extends string>(words: readonly Word[]): Column<Word> {
  const all: ReadonlySet<unknown> = new Set(words);
  return { ...text, isValue: (value): value is Word => all.has(value) };
}

/** For a text that only our own code writes. */
export function textOf<Word extends string>(): Column<Word> {
  return { ...text, isValue: (value): value is Word => isText(value) };
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';

export const int8: Column<bigint> = {
  type: 'int8',
  oid: 20,
  isValue: (value) => typeof value === 'bigint',
  size: () => 8,
  write(value, into, at) {
    const number = Number(value);
    // Most ids and amounts fit a number, and are written without further big integers.
    if (Number.isSafeInteger(number)) writeSafe(number, into, at);
    else into.writeBigInt64BE(value, at);
  },
};

/** In two halves of 32 bits. */
function writeSafe(value: number, into: Buffer, at: number): void {
  into.writeInt32BE(Math.floor(value / 2 ** 32), at);
  into.writeUInt32BE(value >>> 0, at + 4);
}

export const int4: Column<number> = {
  type: 'int4',
  oid: 23,
  isValue: isNumber,
  size: () => 4,
  write: (value, into, at) => into.writeInt32BE(value, at),
};

export const int2: Column<number> = {
  type: 'int2',
  oid: 21,
  isValue: isNumber,
  size: () => 2,
  write: (value, into, at) => into.writeInt16BE(value, at),
};

export const bool: Column<boolean> = {
  type: 'bool',
  oid: 16,
  isValue: (value) => typeof value === 'boolean',
  size: () => 1,
  write: (value, into, at) => into.writeUInt8(value ? 1 : 0, at),
};

export const text: Column<string> = {
  type: 'text',
  oid: 25,
  isValue: isText,
  size: (value) => Buffer.byteLength(value),
  write: (value, into, at) => into.write(value, at),
};

export const bytea: Column<Buffer> = {
  type: 'bytea',
  oid: 17,
  isValue: (value) => Buffer.isBuffer(value),
  size: (value) => value.length,
  write: (value, into, at) => into.set(value, at),
};

export const uuid: Column<string> = {
  type: 'uuid',
  oid: 2950,
  isValue: isText,
  size: () => 16,
  write: (value, into, at) => into.write(value.replaceAll('-', ''), at, 'hex'),
};

/** JSON as text, stored unchanged: writing `json` costs a third of `jsonb`. */
export const json: Column<string> = { ...text, type: 'json', oid: 114 };

/** The binary form of `jsonb` is a version byte and the text. */
export const jsonb: Column<string> = {
  type: 'jsonb',
  oid: 3802,
  isValue: isText,
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
  isValue: (value) => value instanceof Date,
  size: () => 8,
  write(value, into, at) {
    const sinceMs = value.getTime() - epochOffsetMs;
    if (Number.isSafeInteger(sinceMs * 1000)) writeSafe(sinceMs * 1000, into, at);
    else into.writeBigInt64BE(BigInt(sinceMs) * 1000n, at);
  },
};

/** Written as JSON text; read as the type that was written, since only our own code writes it. */
export function jsonOf<Read>(column: typeof json | typeof jsonb = jsonb): Column<Read, string> {
  return { ...column, isValue: (value): value is Read & {} => value !== undefined };
}

/** A calendar day, as `2030-01-31`. */
export const date: Column<string> = {
  type: 'date',
  oid: 1082,
  isValue: isText,
  size: () => 4,
  write: (value, into, at) =>
    into.writeInt32BE((Date.parse(`${value}T00:00:00Z`) - epochOffsetMs) / dayMs, at),
};

/** A time of day, as `22:00:00`. */
export const time: Column<string> = {
  type: 'time',
  oid: 1083,
  isValue: isText,
  size: () => 8,
  write: (value, into, at) => writeSafe(Date.parse(`1970-01-01T${value}Z`) * 1000, into, at),
};

export const float8: Column<number> = {
  type: 'float8',
  oid: 701,
  isValue: isNumber,
  size: () => 8,
  write: (value, into, at) => into.writeDoubleBE(value, at),
};

/** Read only: as a parameter, a list is a set of rows, or an array of the driver. */
export function listOf<Read>(column: Column<Read>): Column<readonly Read[], never> {
  return {
    ...text,
    type: `${column.type}[]`,
    isValue: (value): value is readonly Read[] =>
      Array.isArray(value) && value.every(column.isValue),
  };
}
