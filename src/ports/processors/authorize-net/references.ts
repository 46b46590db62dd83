import { fits, type References } from '../request-terms.ts';

/** The invoice number, and the `refId` of a request. */
export const references: References = { longest: 20, signs: 'A-Za-z0-9_-' };

export const isReference = fits(references);
