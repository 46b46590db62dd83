/**
 * What every reader of a value answers. A reader is pure, takes the text as it was sent, trimmed and not
 * blank (a blank one counts as not sent, which is the caller's to decide), and never throws.
 */
export type Parsed<T> = { readonly ok: true; readonly value: T } | Flaw;

/**
 * What is wrong with a value. `code` is for programs; `rule` follows the field's name in a sentence
 * ("must be …") and never quotes what was received: it could be a card number in the wrong field.
 */
export type Flaw = { readonly ok: false; readonly code: string; readonly rule: string };

export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

/** Flaws are made once, beside their reader, and shared by all who run into them. */
export function flaw(code: string, rule: string): Flaw {
  return Object.freeze({ ok: false, code, rule });
}
