/**
 * The result of every reader of a value. A reader is pure, gets the text as it was sent, trimmed and not blank (the
 * caller treats a blank one as not sent), and never throws.
 */
export type Parsed<T> = { readonly ok: true; readonly value: T } | Flaw;

/**
 * A value's flaw. `code` is for programs; `rule` follows the field's name in a sentence ("must be …") and never quotes
 * the value: it could be a card number in the wrong field.
 */
export type Flaw = { readonly ok: false; readonly code: string; readonly rule: string };

export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

/** Flaws are made once, beside their reader, and shared. */
export function flaw(code: string, rule: string): Flaw {
  return Object.freeze({ ok: false, code, rule });
}
