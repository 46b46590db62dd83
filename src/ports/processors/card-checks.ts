/** The issuer's checks of the address and the security code that came with a charge. */
export type CardChecks = {
  readonly address: (typeof addressChecks)[number];
  readonly securityCode: (typeof securityCodeChecks)[number];
};
export const addressChecks = ['match', 'street', 'postal_code', 'no_match', 'not_checked'] as const;
export const securityCodeChecks = ['match', 'no_match', 'not_checked'] as const;

type AddressLetters = Readonly<Record<Exclude<CardChecks['address'], 'not_checked'>, string>>;

/**
 * Reads the letters of a gateway's checks; one that is not listed counts as not checked. All gateways have the same
 * letters for security codes.
 */
export function checksByLetter(letters: AddressLetters): (avs: string, cvv: string) => CardChecks {
  const addresses = new Map<string, CardChecks['address']>();
  for (const meaning of addressChecks) {
    if (meaning === 'not_checked') continue;
    for (const letter of letters[meaning]) addresses.set(letter, meaning);
  }
  return (avs, cvv) => ({
    address: addresses.get(avs) ?? 'not_checked',
    securityCode: securityCodes.get(cvv) ?? 'not_checked',
  });
}

const securityCodes: ReadonlyMap<string, CardChecks['securityCode']> = new Map([
  ['M', 'match'],
  ['N', 'no_match'],
]);
