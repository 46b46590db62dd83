/*
 * Every text that a person reads is in this folder, each in all languages side by side, so that none can be forgotten.
 * A text with values is a function of them.
 */

export type Text = readonly [en: string, es: string];

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

const kept = localStorage.getItem('language');
const wanted = kept ?? navigator.language.slice(0, 2);

/** Chosen before the first screen; who changes it loads the page anew. */
export const language: Language = wanted === 'es' ? 'es' : 'en';
/** The locale of dates and amounts. */
export const locale = language === 'es' ? 'es-US' : 'en-US';

export function t(text: Text): string {
  return text[languages.indexOf(language)]!;
}

export function chooseLanguage(chosen: Language): void {
  localStorage.setItem('language', chosen);
  location.reload();
}

type Told = { readonly code: string | undefined; readonly message: string };

/** A sentence of the service in the language of the reader. */
export function inWords(told: Told, sentences: Readonly<Record<string, string>>): string {
  const own = language === 'es' && told.code !== undefined ? sentences[told.code] : undefined;
  return own ?? told.message;
}
