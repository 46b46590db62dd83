import type { Question } from '../questions/store.ts';
import type { World } from '../world.ts';

/**
 * Carries out one decision, by the clock of the business. It may be called again after a crash at any statement,
 * or by two at once: so each looks first what is done already.
 */
export type Carrier = (world: World, question: Question) => Promise<Carried>;

/** What came of it; or why it could not be done, so that a person must decide anew. */
export type Carried = { readonly done: string } | { readonly again: string };

export const noted: Carrier = async () => ({ done: 'Noted.' });
