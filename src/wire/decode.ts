import { type Flaw, flaw } from '../base/parsed.ts';
import { type FieldFault, fieldFault } from '../base/refusal.ts';
import type { Caller, Operation, Parameter } from '../operations/operation.ts';
import {
  holdsAny,
  holdsNumber,
  holdsOne,
  holdsSecretNumber,
  type NumbersSent,
  numberOf,
  withoutNumbers,
} from './numbers-sent.ts';

/** What every binding brings its request to: names and texts. A value that is no scalar has no text. */
export type RawFields = ReadonlyMap<string, string | typeof notScalar>;
export const notScalar = Symbol('not a scalar');

export type Decoded = {
  /** What the operation's `read` made of it; meaningless when there are faults. */
  readonly ask: unknown;
  /** What was sent, by the names of the table: trimmed, and nothing that is blank. */
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly faults: readonly FieldFault[];
  /** What was right when it was sent first: who asks again is told what came of it then. */
  readonly lateFaults: readonly FieldFault[];
  readonly unknownFields: number;
  /** For what is kept to the letter and is no parameter. */
  readonly numbers: NumbersSent;
  /** As the caller sent it, if it could be read: failures name the order too. */
  readonly orderNumber: string | undefined;
};

export type Decoder = (raw: RawFields, caller: Caller) => Decoded;

const required = flaw('required', 'is required');
const mustBeText = flaw('malformed', 'must be a text, not an object or a list');
const contradiction = flaw(
  'contradictory',
  'was sent twice, under two spellings, with different values',
);

type Entry = { readonly name: string; readonly parameter: Parameter };

/** The table of an operation, compiled once. All wrong fields are named in one answer. */
export function decoderOf(operation: Operation): Decoder {
  const entries: Entry[] = Object.entries(operation.parameters).map(([name, parameter]) => ({
    name,
    parameter,
  }));
  const spellings = new Map<string, Entry>();
  for (const entry of entries) {
    for (const spelling of [entry.name, ...entry.parameter.aka]) {
      spellings.set(spelling, entry);
      // The programs that were served before matched names in any letter case.
      spellings.set(spelling.toLowerCase(), entry);
    }
  }
  const untouched = entries.filter(({ parameter: p }) => p.isVerbatim || p.holdsNoNumber);
  const freeTexts = entries.filter(({ parameter }) => parameter.isFreeText);
  // Cloned for each request: an object that is born with all its names is read many times faster than
  // one that gets them one by one.
  const blank = Object.fromEntries(entries.map(({ name }) => [name, undefined]));
  const requiredNames = entries.filter(({ parameter }) => parameter.isRequired);

  return (raw, caller) => {
    const texts: Record<string, string | undefined> = { ...blank };
    const values: Record<string, unknown> = { ...blank };
    const faults: FieldFault[] = [];
    const lateFaults: FieldFault[] = [];
    const note = (name: string, fault: Flaw) => faults.push(fieldFault(name, fault));
    const numbers: string[] = [];
    let unknownFields = 0;

    for (const [key, value] of raw) {
      const entry = spellings.get(key) ?? spellings.get(key.toLowerCase());
      if (!entry) {
        unknownFields += 1;
        continue;
      }
      const { name, parameter } = entry;
      const text = value === notScalar ? '?' : value.trim();
      // An empty or all-blank text counts as not sent.
      if (text === '') continue;
      const before = texts[name];
      texts[name] = text;
      if (value === notScalar) note(name, mustBeText);
      else if (before !== undefined) {
        if (before !== text) note(name, contradiction);
      } else {
        const read = parameter.parse(text);
        if (read.ok) values[name] = read.value;
        else note(name, read);
        const number = numberOf(parameter, text);
        if (number !== undefined) numbers.push(number);
      }
    }
    if (numbers.length > 0) {
      for (const { name } of freeTexts) {
        const value = values[name];
        if (typeof value === 'string') values[name] = withoutNumbers(numbers, value);
      }
      for (const { name, parameter } of untouched) {
        if (values[name] === undefined) continue;
        const found = flawInKept(parameter, numbers, texts[name]!);
        if (!found) continue;
        note(name, found);
        // Answers name the order, also when they refuse it.
        values[name] = undefined;
      }
    }
    for (const { name } of requiredNames) if (texts[name] === undefined) note(name, required);

    const sent = (name: string) => texts[name] !== undefined;
    const noteLate = (name: string, fault: Flaw) => lateFaults.push(fieldFault(name, fault));
    const ask = operation.read(values, caller, { sent, note, noteLate });
    const orderNumber = values[operation.orderNumberIn ?? 'OrderNumber'] as string | undefined;
    return { ask, texts, faults, lateFaults, unknownFields, numbers, orderNumber };
  };
}

function flawInKept(
  { holdsNoNumber }: Parameter,
  numbers: NumbersSent,
  text: string,
): Flaw | undefined {
  if (holdsOne(numbers, text)) return holdsNumber;
  return holdsNoNumber && holdsAny(numbers, text) ? holdsSecretNumber : undefined;
}
