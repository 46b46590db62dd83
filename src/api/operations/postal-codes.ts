import { flaw } from '../../kernel/parsed.ts';
import { usualCountry } from '../../kernel/places.ts';
import type { Review } from './operation.ts';

const fields = ['PostalCode', 'BusinessPostalCode', 'providerZipcode'] as const;
type Codes = { readonly [K in (typeof fields)[number]]?: string | undefined };

/** The country of each address, where it was sent. */
export type Countries = Codes;

const zip = /^\d{5}(?:[- ]?\d{4})?$/;
const notAZip = flaw(
  'malformed',
  'must be a ZIP code of 5 digits or ZIP+4, for example 12207-1234',
);

/** Businesses must match their country's format; payers may send anything. */
export function checkPostalCodes(codes: Codes, countries: Countries = {}, review: Review): void {
  for (const field of fields) {
    const { [field]: code } = codes;
    const { [field]: country = usualCountry } = countries;
    if (code !== undefined && country === usualCountry && !zip.test(code))
      review.note(field, notAZip);
  }
}
