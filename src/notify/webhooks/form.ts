import { hash } from 'node:crypto';

/** The fields of a body in their order. */
export type Form = readonly (readonly [name: string, value: string | undefined])[];

/** As `application/x-www-form-urlencoded`: every field, an unknown one empty. The encoding keeps text in its field. */
export function encodeForm(form: Form): string {
  return new URLSearchParams(form.map(([name, value = '']) => [name, value])).toString();
}

/** A UUID of version 8, always the same for the same object; parts of one object differ in the last group alone. */
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
