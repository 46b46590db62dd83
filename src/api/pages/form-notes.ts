import { type Language, type Say, speaker } from '../../kernel/language.ts';
import type { Parsed } from '../../kernel/parsed.ts';
import type { Form } from './page.ts';
import { type PayFaults, payFaultsIn } from './words/slips.ts';

/** Faults by field, in the language of the page. */
export class Notes extends Map<string, string> {
  readonly say: Say;
  readonly texts: PayFaults;
  constructor(language: Language) {
    super();
    this.say = speaker(language);
    this.texts = payFaultsIn(language);
  }
}

type Reading<T> = {
  readonly missing: string;
  readonly parse: (text: string) => Parsed<T>;
  readonly wrong: (flaw: { readonly code: string; readonly rule: string }) => string;
};

/** The value of a field, or a note about it. */
export function read<T>(
  form: Form,
  field: string,
  faults: Notes,
  reading: Reading<T>,
): T | undefined {
  const text = form.text(field);
  const found = text === '' ? undefined : reading.parse(text);
  if (found?.ok) return found.value;
  faults.set(field, found ? reading.wrong(found) : reading.missing);
  return undefined;
}
