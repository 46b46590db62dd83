/** The languages in which payers are spoken to. */
export const languages = ['en', 'es', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Where neither the payer nor the business has one. */
export const usualLanguage: Language = 'en';

/** One text in every language: a missing one does not compile. */
export type Text<T = string> = readonly [en: T, es: T, fr: T];

/** A table of texts; one with values is a function of them. */
export type Words = Readonly<
  Record<string, Text<unknown> | ((...values: never[]) => Text<unknown>)>
>;

export function inLanguage<T>(language: Language, text: Text<T>): T {
  return text[languages.indexOf(language)]!;
}

/** The locale of amounts and dates: as written in the US and Canada, where the businesses are. */
export const locales = { en: 'en-US', es: 'es-US', fr: 'fr-CA' } as const;

/** By the name that is said in the language itself. */
export const namesOfLanguages = { en: 'English', es: 'Español', fr: 'Français' } as const;

export function isLanguage(text: string | null | undefined): text is Language {
  return languages.some((language) => language === text);
}

/** No browser sends a longer header. */
const longestHeader = 1000;
const mostRanges = 30;
const range =
  /^\s*(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/**
 * Our language that a header Accept-Language prefers (RFC 9110, 12.5.4): undefined if it names none of them. Of equal
 * weights the first one counts, as browsers write them. `*` names no language.
 */
export function preferredLanguage(header: string | undefined): Language | undefined {
  if (!header || header.length > longestHeader) return undefined;
  const weights = new Map<Language, number>();
  for (const part of header.split(',').slice(0, mostRanges)) {
    const [, tag, weight = '1'] = range.exec(part) ?? [];
    const language = tag?.toLowerCase().split('-')[0];
    // `es-MX;q=0.5, es;q=0.9` weighs Spanish 0.9.
    if (isLanguage(language)) {
      weights.set(language, Math.max(weights.get(language) ?? 0, Number(weight)));
    }
  }
  const [best] = [...weights].filter(([, weight]) => weight > 0).sort((a, b) => b[1] - a[1]);
  return best?.[0];
}

/** Says texts in one language. */
export type Say = <T>(text: Text<T>) => T;

export function speaker(language: Language): Say {
  return (text) => inLanguage(language, text);
}
