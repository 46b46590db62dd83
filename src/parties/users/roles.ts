import type { Right } from '../businesses/rights.ts';

/** Bundles of rights that people have. */
export const roles = {
  viewer: { doc: 'Sees everything and changes nothing.', rights: ['read'] },
  support: {
    doc: 'Gives money back: refunds, voids, and receipts once more.',
    rights: ['read', 'refund'],
  },
  approver: { doc: 'Decides cases and applications.', rights: ['read', 'approve'] },
  cashier: { doc: 'Takes payments.', rights: ['read', 'charge'] },
  manager: {
    doc: 'Takes payments, refunds them, and decides cases.',
    rights: ['read', 'charge', 'refund', 'approve'],
  },
  administrator: {
    doc: 'Does everything in the business, and manages its users and keys.',
    rights: ['read', 'charge', 'refund', 'approve', 'administer'],
  },
  operator: {
    doc: 'Does everything, and runs the service. Only in the business at the root of the tree.',
    rights: ['read', 'charge', 'refund', 'approve', 'administer', 'operate'],
  },
} as const satisfies Readonly<
  Record<string, { readonly doc: string; readonly rights: readonly Right[] }>
>;
export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles) as Role[];

/** The roles whose users manage the other users: a business that has one always keeps one. */
export const managing: readonly Role[] = roleNames.filter((name) =>
  roles[name].rights.some((right) => right === 'administer'),
);
