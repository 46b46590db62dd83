import { longestRead } from '../../kernel/lengths.ts';
import { type Flaw, flaw } from '../../kernel/parsed.ts';
import { type FieldFault, fieldFault } from '../../kernel/refusal.ts';
import type { Caller, Operation, Parameter } from '../operations/operation.ts';
import { cardInIdentifier } from './card-in-identifier.ts';
import {
  containsMaskable,
  containsNumber,
  holdsNumber,
  holdsSecretNumber,
  type NumbersSent,
  numberOf,
  withoutNumbers,
} from './numbers-sent.ts';

/** The form to which every binding reduces its request: names and texts. A value that is no scalar has no text. */
export type RawFields = ReadonlyMap<string, string | typeof notScalar>;
export const notScalar = Symbol('not a scalar');

export type Decoded = {
  /** The result of the operation's `read`; meaningless when there are faults. */
  readonly ask: unknown;
  /** The sent values by the names of the table, trimmed, without blank ones. */
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly faults: readonly FieldFault[];
  /** Faults of values that were valid when first sent: a replay still gets the first answer. */
  readonly lateFaults: readonly FieldFault[];
  readonly unknownFields: number;
  /** For values that are stored unmasked and are no parameters. */
  readonly numbers: NumbersSent;
  /** As sent, if it could be read: refusals name the order too. */
  readonly orderNumber: string | undefined;
};

export type Decoder = (raw: RawFields, caller: Caller) => Decoded;

const required = flaw('required', 'is required');
const mustBeText = flaw('malformed', 'must be a text, not an object or a list');
const contradiction = flaw(
  'contradictory',
  'was sent twice, under two spellings, with different values',
);

const tooLong = flaw('too_long', `must have at most ${longestRead} characters`);

type Entry = { readonly name: string; readonly parameter: Parameter };

/** Compiles the table of an operation once. One answer names all wrong fields. */
export function decoderOf(operation: Operation): Decoder {
  const entries: Entry[] = Object.entries(operation.parameters).map(([name, parameter]) => ({
    name,
    parameter,
  }));
  const spellings = new Map<string, Entry>();
  for (const entry of entries) {
    for (const spelling of [entry.name, ...entry.parameter.aka]) {
      spellings.set(spelling, entry);
      // Legacy clients send names in any letter case.
      spellings.set(spelling.toLowerCase(), entry);
    }
  }
  const untouched = entries.filter(({ parameter: p }) => p.isVerbatim || p.holdsNoNumber);
  const identifiers = entries.filter(({ parameter }) => parameter.isIdentifier);
  const freeTexts = entries.filter(({ parameter }) => parameter.isFreeText);
  // Cloned for each request: an object created with all its keys is read many times faster than one that gets them
  // one by one.
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
        const { beside } = parameter;
        // For a longer text the fault of its beginning is reported: the rule is the same.
        const isLong = text.length > longestRead;
        const judged = isLong ? text.slice(0, longestRead) : text;
        const read = parameter.parse(
          judged,
          beside === undefined ? undefined : textSentAs(beside, raw),
        );
        if (!read.ok) note(name, read);
        else if (isLong && !parameter.isCut) note(name, tooLong);
        else values[name] = read.value;
        const number = numberOf(parameter, judged);
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
        // Answers name the order, also refusals.
        values[name] = undefined;
      }
    }
    for (const { name } of identifiers) {
      if (values[name] === undefined) continue;
      const found = cardInIdentifier(texts[name]!, texts, caller.business);
      if (!found) continue;
      note(name, found);
      values[name] = undefined;
    }
    for (const { name, parameter } of requiredNames) {
      if (texts[name] !== undefined) continue;
      const { beside, isOptionalBeside } = parameter;
      const isOptional = beside !== undefined && isOptionalBeside?.(texts[beside]);
      if (!isOptional) note(name, required);
    }

    const sent = (name: string) => texts[name] !== undefined;
    const noteLate = (name: string, fault: Flaw) => lateFaults.push(fieldFault(name, fault));
    const ask = operation.read(values, caller, { sent, note, noteLate });
    const orderNumber = values[operation.orderNumberIn ?? 'OrderNumber'] as string | undefined;
    return { ask, texts, faults, lateFaults, unknownFields, numbers, orderNumber };
  };
}

/** Searched, not awaited in order: the named parameter may come after the one that is read by it. */
function textSentAs(name: string, raw: RawFields): string | undefined {
  const exact = raw.get(name);
  if (exact !== undefined) return textOf(exact);
  const lower = name.toLowerCase();
  for (const [key, value] of raw) if (key.toLowerCase() === lower) return textOf(value);
  return undefined;
}

function textOf(value: string | typeof notScalar): string | undefined {
  return value === notScalar ? undefined : value.trim() || undefined;
}

function flawInKept(
  { holdsNoNumber }: Parameter,
  numbers: NumbersSent,
  text: string,
): Flaw | undefined {
  if (containsNumber(numbers, text)) return holdsNumber;
  return holdsNoNumber && containsMaskable(numbers, text) ? holdsSecretNumber : undefined;
}
