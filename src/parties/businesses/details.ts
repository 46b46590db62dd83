/** Parameters of a business or of its application, by their names on the wire. */
export type Details = Readonly<Record<string, string>>;

/**
 * The names on the wire under which details are stored; the first one counts: operations name the same thing
 * differently. Statements and rules that read details know the names from here alone.
 */
const storedUnder = {
  publicName: ['DBA'],
  legalName: ['BusinessLegalName'],
  businessPhone: ['BusinessPhone'],
  businessEmail: ['BusinessEmail'],
  street: ['BusinessAddress1', 'BusinessAddress'],
  street2: ['BusinessAddress2'],
  city: ['BusinessCity'],
  stateCode: ['BusinessState'],
  postalCode: ['BusinessPostalCode'],
  ein: ['EIN'],
  referral: ['ReferralID', 'ReferralId'],
  ownerFirstName: ['FirstName'],
  ownerLastName: ['LastName'],
  category: ['MccCode'],
  highTicket: ['HighTicket'],
  monthlyVolume: ['CardMonthlyVolume'],
  routingNumber: ['RoutingNumber'],
  accountHolder: ['AccountName'],
  accountType: ['AccountType'],
  gateway: ['GatewayId'],
} as const;
type Detail = keyof typeof storedUnder;

export function detailOf(details: Details, name: Detail): string | undefined {
  return storedUnder[name].map((key) => details[key]).find((text) => text !== undefined);
}

/** The name under which a detail is written. */
export function detailKey(name: Detail): string {
  return storedUnder[name][0];
}

/** Told details replace former ones, also those that are stored under another name of the same. */
export function withTold(before: Details, told: Details): Details {
  const outdated: readonly string[] = Object.values(storedUnder)
    .filter((names: readonly string[]) => names.some((name) => told[name] !== undefined))
    .flat();
  const kept = Object.entries(before).filter(([name]) => name in told || !outdated.includes(name));
  return { ...Object.fromEntries(kept), ...told };
}

/** An expression of SQL, over the details of a profile. */
export function profileDetail(name: Detail, alias?: string): string {
  const [one, ...more] = storedUnder[name].map(
    (key) => `${alias ? `${alias}.` : ''}details ->> '${key}'`,
  );
  return more.length === 0 ? `${one}` : `coalesce(${[one, ...more].join(', ')})`;
}
