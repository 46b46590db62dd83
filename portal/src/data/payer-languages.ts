import type { Customer } from '../../../clients/typescript/src/index.ts';

export type PayerLanguage = NonNullable<Customer['language']>;

/** Each by its own name, as people look for it. */
export const payerLanguages = [
  ['en', 'English'],
  ['es', 'Español'],
  ['fr', 'Français'],
] as const satisfies readonly (readonly [PayerLanguage, string])[];

export function languageName(language: PayerLanguage): string {
  return payerLanguages.find(([code]) => code === language)![1];
}
