import {
  type AccountNumber,
  parseAccountNumber,
  parseRoutingNumber,
} from '../../base/bank-account.ts';
import type { Business } from '../../businesses/business.ts';
import { ein, ssn, webAddress } from '../business-fields.ts';
import { date, noteNotPast } from '../dates.ts';
import {
  digits,
  email,
  freeText,
  optional,
  phone,
  required,
  secret,
  secretDigits,
  state,
} from '../fields.ts';
import { judged } from '../judged.ts';
import type { Caller, Draft, Review } from '../operation.ts';

/** The merchant application, as far as its two operations share it. */
export const merchantParameters = {
  FirstName: required(freeText("The owner's first name.", 'name')),
  LastName: required(freeText("The owner's last name.", 'name')),
  DateOfBirth: required(secret(date("The owner's date of birth, as MM-DD-YYYY."))),
  SSN: required(ssn("The owner's social security number: 9 digits, without hyphens.")),
  Email: required(email("The owner's e-mail address; it appears on receipts and invoices.")),
  Phone: required(phone("The owner's phone number, up to 10 digits without formatting.")),
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
  accountName: required(freeText('Name on the bank account that deposits go to.', 'name')),
  AccountNumber: required(
    secretDigits('Number of the bank account that deposits go to.', '^[0-9]{4,17}$'),
  ),
  BankName: required(freeText('Name of the bank.', 'name')),
  RoutingNumber: required(digits('Routing number of the bank.', '^[0-9]{9}$')),
};

type Values = Draft<typeof merchantParameters>;

/** The account that deposits go to, or undefined when something in the application was noted. */
export type DepositAccount = { readonly number: AccountNumber; readonly routingNumber: string };

/** Every rule that needs more than one field, the caller's date or the environment of the new business. */
export function readMerchant(
  p: Values,
  caller: Caller,
  environment: Business['environment'],
  review: Review,
): DepositAccount | undefined {
  noteNotPast('DateOfBirth', p.DateOfBirth, caller, review);
  const number =
    p.AccountNumber &&
    judged('AccountNumber', parseAccountNumber(p.AccountNumber, environment), review);
  const routingNumber =
    p.RoutingNumber &&
    judged('RoutingNumber', parseRoutingNumber(p.RoutingNumber, environment), review);
  return number && routingNumber ? { number, routingNumber } : undefined;
}
