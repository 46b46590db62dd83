import type { Flaw } from '../../kernel/parsed.ts';
import { type FieldFault, fieldFault, Refusal } from '../../kernel/refusal.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { cardInIdentifier } from '../http/card-in-identifier.ts';
import {
  containsMaskable,
  containsNumber,
  holdsNumber,
  holdsSecretNumber,
  numberOf,
  withoutNumbers,
} from '../http/numbers-sent.ts';
import type { Field } from '../operations/fields.ts';

/** The faults of a request that is being read, and the facts that its parts share. */
export type Reading = {
  /** Notes a fault; returns nothing, for the reader that found it. */
  note(at: string, flaw: Flaw): undefined;
  /** Records a field that was read: its content is checked when all fields are read. */
  heard(field: Field<unknown>, text: string, at: string): void;
  /** Stores a value in its holder, so that numbers found later can be masked in it. */
  keep<T>(holder: Record<string, unknown>, key: string, value: T): T;
  /** Ends the reading: masks numbers, and refuses the request if anything is wrong. */
  end(): void;
  /** The numbers that were sent, for values that are stored beside the fields. */
  readonly numbers: readonly string[];
};

type Heard = { readonly field: Field<unknown>; readonly text: string; readonly at: string };

/** The same rules for numbers in texts as in the other interfaces. */
export function startReading(business: Pick<Business, 'environment'>): Reading {
  const faults: FieldFault[] = [];
  const numbers: string[] = [];
  const heard: Heard[] = [];
  const kept: { holder: Record<string, unknown>; key: string }[] = [];
  let lastFree = false;
  const note = (at: string, flaw: Flaw): undefined => {
    faults.push(fieldFault(at, flaw));
  };

  return {
    note,
    numbers,
    heard(field, text, at) {
      lastFree = Boolean(field.isFreeText);
      heard.push({ field, text, at });
      const number = numberOf({ ...field, isRequired: false, aka: [] }, text);
      if (number !== undefined) numbers.push(number);
    },
    keep(holder, key, value) {
      if (lastFree && typeof value === 'string') kept.push({ holder, key });
      lastFree = false;
      return value;
    },
    end() {
      for (const { holder, key } of kept) {
        holder[key] = withoutNumbers(numbers, String(holder[key]));
      }
      for (const { field, text, at } of heard) judge(field, text, at);
      if (faults.length > 0) throw new Refusal('wrong_fields', { details: faults });
    },
  };

  function judge(field: Field<unknown>, text: string, at: string): undefined {
    const { isVerbatim, holdsNoNumber, isIdentifier } = field;
    if (isVerbatim || holdsNoNumber) {
      if (containsNumber(numbers, text)) return note(at, holdsNumber);
      if (holdsNoNumber && containsMaskable(numbers, text)) return note(at, holdsSecretNumber);
    }
    const found = isIdentifier && cardInIdentifier(text, {}, business);
    return found ? note(at, found) : undefined;
  }
}
