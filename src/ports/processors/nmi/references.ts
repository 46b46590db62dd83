import { fits, type References } from '../request-terms.ts';

/** The order id. No limit is published; references of ours come back whole. */
export const references: References = { longest: 20, signs: 'A-Za-z0-9_-' };

export const isReference = fits(references);
