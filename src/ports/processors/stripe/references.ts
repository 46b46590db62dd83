import { fits, type References } from '../request-terms.ts';

/** A value of the metadata, and the start of a key of 255 signs at most. */
export const references: References = { longest: 250, signs: 'A-Za-z0-9_-' };

export const isReference = fits(references);
