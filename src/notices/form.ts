import { hash } from 'node:crypto';

/** What a receiver is told: names of the wire and their values, in the order in which they are sent. */
export type Form = readonly (readonly [name: string, value: string | undefined])[];

/**
 * As `application/x-www-form-urlencoded`. Every field is there, an unknown one empty. Nothing but letters, digits
 * and `*-._` stands as it is, so that no text can end its field or begin a line.
 */
export function encodeForm(form: Form): string {
  return new URLSearchParams(form.map(([name, value = '']) => [name, value])).toString();
}

/**
 * 36 characters in the form of a UUID of version 8, always the same for the same object. What tells `part` from
 * another part of the object is its last group alone: the four before it are those of the whole family.
 */
export function sidOf(object: string, part: string): string {
  const family = hash('sha256', object);
  return [
    family.slice(0, 8),
    family.slice(8, 12),
    `8${family.slice(13, 16)}`,
    `8${family.slice(17, 20)}`,
    hash('sha256', `${object}\n${part}`).slice(0, 12),
  ].join('-');
}
