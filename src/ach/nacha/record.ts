import { strict as assert } from 'node:assert';
import type { Constant, Kind } from './kinds.ts';
import { type Fault, fault } from './rules.ts';

export const recordWidth = 94;

/** First and last column, counted from 1 as in the rule book; the kind; the meaning. */
type Field = readonly [from: number, to: number, kind: AnyKind, doc: string];
type AnyKind = {
  readonly write: (value: never, width: number) => string;
  readonly read: Kind<unknown>['read'];
};
type Fields = Readonly<Record<string, Field>>;

export type Shape<F extends Fields> = { readonly fields: F };

/** The values of a record, without its constants. */
export type Values<S> =
  S extends Shape<infer F>
    ? { -readonly [K in keyof F as F[K][2] extends Constant ? never : K]: ValueOf<F[K][2]> }
    : never;
type ValueOf<K> = K extends Kind<infer T> ? T : never;

/** A description that leaves a column out, or gives it to two fields, is a mistake of ours. */
export function recordShape<const F extends Fields>(fields: F): Shape<F> {
  let next = 1;
  for (const [name, [from, to]] of Object.entries<Field>(fields)) {
    assert(from === next && to >= from, `${name} begins at column ${from} instead of ${next}`);
    next = to + 1;
  }
  assert(next === recordWidth + 1, `the last column is ${next - 1}`);
  return { fields };
}

/** Throws a RangeError that names the field for a value that has no place in it. */
export function writeRecord<F extends Fields>(shape: Shape<F>, values: Values<Shape<F>>): string {
  const given = values as Readonly<Record<string, unknown>>;
  let line = '';
  for (const [name, [from, to, kind]] of Object.entries<Field>(shape.fields)) {
    line += writeField(name, kind, given[name], to - from + 1);
  }
  return line;
}

function writeField(name: string, kind: AnyKind, value: unknown, width: number): string {
  let text: string;
  try {
    text = kind.write(value as never, width);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`${name} has a value that cannot be written in ${width} columns`);
  }
  assert(text.length === width, `${name} was written ${text.length} columns wide`);
  return text;
}

/** The values only when every field could be read: half a record would be taken for a whole one. */
export function readRecord<F extends Fields>(
  shape: Shape<F>,
  line: Line,
  faults: Fault[],
): Values<Shape<F>> | undefined {
  const values: Record<string, unknown> = {};
  let isWhole = true;
  for (const [name, [from, to, kind]] of Object.entries<Field>(shape.fields)) {
    const reading = kind.read(line.text.slice(from - 1, to));
    if ('breaks' in reading) {
      faults.push(fault(reading.breaks, line.number, `${name}, columns ${from} to ${to}`));
      isWhole = false;
    } else if (!('isConstant' in kind)) {
      values[name] = reading.value;
    }
  }
  return isWhole ? (values as Values<Shape<F>>) : undefined;
}

/** A record of a file, exactly as wide as it must be, and the number of its line, from 1. */
export type Line = { readonly number: number; readonly text: string };
