import { fits, type References } from '../request-terms.ts';

/** The invoice number, for which no limit is published, and the start of a key of 36 signs at most. */
export const references: References = { longest: 20, signs: 'A-Za-z0-9_-' };

export const isReference = fits(references);
