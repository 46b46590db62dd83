import type { Payer } from './payer.ts';

/** A processor's record of one of our customers. */
export type FoundCustomer = Omit<Payer, 'ip'> & {
  readonly outcome: 'found';
  readonly code: string;
};
