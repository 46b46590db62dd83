import { fits, type References } from '../request-terms.ts';

/** The merchant's transaction id. */
export const references: References = { longest: 39, signs: 'A-Za-z0-9_-' };

export const isReference = fits(references);
