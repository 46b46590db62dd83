import type { Business } from './business.ts';

/**
 * The rights of an API key, or a person. Each is granted by itself; `read` sees everything of the business but secrets.
 */
export const rights = ['read', 'charge', 'refund', 'approve', 'administer', 'operate'] as const;
export type Right = (typeof rights)[number];

/** All rights within a business: below the root, no key or person operates the service. */
export function rightsWithin({ ancestors }: Pick<Business, 'ancestors'>): readonly Right[] {
  return ancestors.length === 0 ? rights : allBelowRoot;
}

export const allBelowRoot = rights.filter((right) => right !== 'operate');

export const rightDocs: Readonly<Record<Right, string>> = {
  read: 'See everything of the business but secrets.',
  charge: 'Take payments, and keep customers, tokens, invoices and subscriptions.',
  refund: 'Give money back: refunds, voids, and receipts once more.',
  approve: 'Review applications, decide cases and confirm what another person proposed.',
  administer: 'Manage keys, users, webhooks and processor accounts.',
  operate:
    'Run the service: businesses, files for the bank, jobs. Only for the business at the root of the tree.',
};
