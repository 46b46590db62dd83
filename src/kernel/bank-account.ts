import { abaCheckDigitValid, abaValid, allDigits, allSameDigit } from './digits.ts';
import { flaw, type Parsed, parsed } from './parsed.ts';
import { Secret } from './secret.ts';

type Environment = 'sandbox' | 'live';

/** An account number, and the part of it that may be shown. */
export type AccountNumber = { readonly number: Secret; readonly last4: string };

export const accountKinds = ['checking', 'savings'] as const;

export type AccountType = {
  readonly kind: (typeof accountKinds)[number];
  readonly holder: 'personal' | 'business';
};

/** The type of an account if none was sent. */
export const usualAccountType: AccountType = { kind: 'checking', holder: 'personal' };

const longestAccount = { sandbox: 11, live: 17 } as const;

const notNineDigits = flaw('malformed', 'must be a routing number of 9 digits');
const notARoutingNumber = flaw('invalid', 'must be a valid routing number');
const notAnAccount = {
  sandbox: flaw('malformed', 'must be an account number of 4 to 11 digits in the sandbox'),
  live: flaw('malformed', 'must be an account number of 4 to 17 digits'),
} as const;
const nobodysAccount = flaw('invalid', 'must be an account number that somebody can have');
const notAnAccountType = flaw('not_one_of', 'must be Checking or Savings');

/**
 * The sandbox accepts every number with a valid check digit: many test numbers have prefixes that were never assigned.
 */
export function parseRoutingNumber(text: string, environment: Environment): Parsed<string> {
  if (text.length !== 9 || !allDigits(text)) return notNineDigits;
  const valid = environment === 'live' ? abaValid(text) : abaCheckDigitValid(text);
  return valid ? parsed(text) : notARoutingNumber;
}

export function parseAccountNumber(text: string, environment: Environment): Parsed<AccountNumber> {
  const fits = text.length >= 4 && text.length <= longestAccount[environment];
  if (!fits || !allDigits(text)) return notAnAccount[environment];
  // The sandbox accepts any digits, as documented.
  if (environment === 'live' && text.startsWith('0') && allSameDigit(text)) return nobodysAccount;
  return parsed({ number: new Secret(text), last4: text.slice(-4) });
}

const kinds = {
  checking: ['', 'checking', 'check', 'chequing', 'chk', 'echk', 'dda', 'c'],
  savings: ['savings', 'saving', 'sav', 'esav', 's'],
} as const;
const holders = {
  personal: ['', 'personal', 'consumer', 'individual', 'p'],
  business: ['business', 'corporate', 'corp', 'commercial', 'company', 'b'],
} as const;

/** All unambiguous spellings: callers write these words as their former services had them. */
export const accountTypes = new Map(
  [
    ...spellings('checking', 'personal'),
    ...spellings('checking', 'business'),
    ...spellings('savings', 'personal'),
    ...spellings('savings', 'business'),
  ].filter(([word]) => word !== ''),
);

function spellings(
  kind: AccountType['kind'],
  holder: AccountType['holder'],
): (readonly [string, AccountType])[] {
  return kinds[kind].flatMap((word) =>
    holders[holder].flatMap((whose) => [
      [whose + word, { kind, holder }] as const,
      [word + whose, { kind, holder }] as const,
    ]),
  );
}

/** More than "business chequing account", with separators. */
const longestType = 100;

/** In any letter case; "Business Checking", "business_checking" and "BusinessChecking" are the same. */
export function parseAccountType(text: string): Parsed<AccountType> {
  if (text.length > longestType) return notAnAccountType;
  const word = text.toLowerCase().replace(/[ _./()-]/g, '');
  const type = accountTypes.get(word.replace(/(?:account|acct)$/, ''));
  return type ? parsed(type) : notAnAccountType;
}
