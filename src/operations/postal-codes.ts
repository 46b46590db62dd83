import { flaw } from '../base/parsed.ts';
import { usualCountry } from '../base/places.ts';
import type { Review } from './operation.ts';

const fields = ['PostalCode', 'BusinessPostalCode', 'providerZipcode'] as const;
type Codes = { readonly [K in (typeof fields)[number]]?: string | undefined };

/** In which country each address lies, where that was said. */
export type Countries = Codes;

const zip = /^\d{5}(?:[- ]?\d{4})?$/;
const notAZip = flaw(
  'malformed',
  'must be a ZIP code of 5 digits or ZIP+4, for example 12207-1234',
);

/** Businesses are held to what their country has; payers may write what they like. */
export function notePostalCodes(codes: Codes, countries: Countries = {}, review: Review): void {
  for (const field of fields) {
    const { [field]: code } = codes;
    const { [field]: country = usualCountry } = countries;
    if (code !== undefined && country === usualCountry && !zip.test(code))
      review.note(field, notAZip);
  }
}
