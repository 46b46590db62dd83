/** The issuer's checks of the address and the security code that came with a charge. */
export type CardChecks = {
  readonly address: (typeof addressChecks)[number];
  readonly securityCode: (typeof securityCodeChecks)[number];
};
export const addressChecks = ['match', 'street', 'postal_code', 'no_match', 'not_checked'] as const;
export const securityCodeChecks = ['match', 'no_match', 'not_checked'] as const;
