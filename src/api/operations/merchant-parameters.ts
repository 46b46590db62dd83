import { parseAccountNumber, parseRoutingNumber } from '../../kernel/bank-account.ts';
import { flaw } from '../../kernel/parsed.ts';
import { Secret } from '../../kernel/secret.ts';
import { applicationOwner, taxedBySsn } from '../../parties/applications/application.ts';
import type { Business } from '../../parties/businesses/business.ts';
import type { NewSecret } from '../../parties/businesses/new-business.ts';
import { ein, ssn, webAddress } from './business-fields.ts';
import { date, rejectMinor } from './dates.ts';
import { type Details, detailsOf } from './details.ts';
import {
  digits,
  email,
  freeText,
  numberless,
  optional,
  phone,
  required,
  secret,
  secretDigits,
  state,
} from './fields.ts';
import { judged } from './judged.ts';
import { type Onboarding, plainOnboarding } from './onboarding.ts';
import type { Caller, Draft, Review } from './operation.ts';
import { type Countries, checkPostalCodes } from './postal-codes.ts';

/** The applicant's fields that all operations share. */
export const merchantParameters = {
  FirstName: required(freeText("The owner's first name.", 'name')),
  LastName: required(freeText("The owner's last name.", 'name')),
  DateOfBirth: required(
    secret(date("The owner's date of birth, as MM-DD-YYYY, at least 18 years back.", '01-31-1980')),
  ),
  SSN: required(ssn("The owner's social security number: 9 digits, without hyphens.")),
  Email: required(email("The owner's e-mail address; it appears on receipts and invoices.")),
  Phone: required(
    numberless(phone("The owner's phone number, up to 10 digits without formatting.")),
  ),
  Address1: required(freeText("The owner's street address.", 'address')),
  Address2: optional(
    freeText("Second line of the owner's address; a blank when there is none.", 'address'),
  ),
  City: required(freeText("The owner's city.", 'name')),
  State: required(state("The owner's state, as a 2-letter code.")),
  PostalCode: required(freeText("The owner's postal code.", 'postalCode')),
  BusinessLegalName: required(freeText('Legal name of the business.', 'name')),
  DBA: required(freeText('Name that the business trades under.', 'name')),
  EIN: required(ein('Tax identification number of the business: 9 digits.')),
  URL: required(webAddress("Address of the business's site, with or without http:// or https://.")),
  BusinessAddress: required(
    freeText("The business's street address; it appears on invoices and receipts.", 'address'),
  ),
  BusinessCity: required(freeText("The business's city.", 'name')),
  BusinessState: required(state("The business's state, as a 2-letter code.")),
  BusinessPostalCode: required(freeText("The business's postal code.", 'postalCode')),
};

export const accountName = required(
  freeText('Name on the bank account that deposits go to.', 'name'),
);

/** The account for deposits. */
export const depositParameters = {
  AccountNumber: required(
    secretDigits('Number of the bank account that deposits go to.', '^[0-9]{4,17}$'),
  ),
  BankName: required(freeText('Name of the bank.', 'name')),
  RoutingNumber: required(digits('Routing number of the bank.', '^[0-9]{9}$')),
};

type Values = Draft<typeof merchantParameters & typeof depositParameters> & {
  readonly AccountName: string | undefined;
};

const nobodysAccount = flaw('invalid', 'must be an account number that somebody can have');

/**
 * Reads a merchant to create, with every rule that needs more than one field, the caller's date or the environment of
 * the new business. `more` holds further data of the application.
 */
export function readMerchant(
  p: Values,
  more: {
    readonly details: Details;
    readonly secrets: readonly NewSecret[];
    readonly countries?: Countries;
  },
  { caller, environment }: { caller: Caller; environment: Business['environment'] },
  review: Review,
): Onboarding {
  rejectMinor('DateOfBirth', p.DateOfBirth, caller, review);
  const account = p.AccountNumber
    ? judged('AccountNumber', parseAccountNumber(p.AccountNumber, environment), review)
    : undefined;
  if (account?.number.holds('0'.repeat(p.AccountNumber!.length))) {
    review.note('AccountNumber', nobodysAccount);
  }
  checkPostalCodes(p, more.countries, review);
  if (p.RoutingNumber) {
    judged('RoutingNumber', parseRoutingNumber(p.RoutingNumber, environment), review);
  }
  const details = withoutSsn(detailsOf(merchantParameters, p), p.SSN);
  return {
    ...plainOnboarding,
    environment,
    name: p.DBA!,
    email: p.Email!,
    phone: p.Phone!,
    businessPhone: p.Phone!,
    details,
    application: {
      email: p.Email!,
      details: {
        ...details,
        AccountName: p.AccountName!,
        ...detailsOf(depositParameters, p),
        ...more.details,
      },
      secrets: [...secretsOf(p, account?.number), ...more.secrets],
      markers: [p.BusinessLegalName!, p.Email!],
    },
  };
}

/** Owners without employees may have one number for both: then it is stored as a secret. */
function withoutSsn(details: Details, ssnSent: Secret | undefined): Details {
  const { EIN: number, ...others } = details;
  const isSsn = number !== undefined && ssnSent?.holds(number);
  return isSsn ? { ...others, [taxedBySsn.name]: taxedBySsn.value } : details;
}

function secretsOf(p: Values, accountNumber: Secret | undefined): NewSecret[] {
  const born = p.DateOfBirth && new Secret(String(p.DateOfBirth));
  const secrets = [
    ['social_security_number', p.SSN],
    ['date_of_birth', born],
    ['account_number', accountNumber],
  ] as const;
  return secrets.flatMap(([field, value]) =>
    value ? [{ owner: applicationOwner, field, value }] : [],
  );
}
