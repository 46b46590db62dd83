import { usualCountry } from '../../kernel/places.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import { country, email, freeText, identifier, optional, phone, region } from './fields.ts';

/** The payer: optional fields that CreatePayment and CreateToken share. */
export const payer = {
  FirstName: freeText("The payer's first name.", 'name'),
  LastName: freeText("The payer's last name.", 'name'),
  Address1: freeText("The payer's street address.", 'address'),
  Address2: freeText('Second line of the address.', 'address'),
  City: freeText("The payer's city.", 'name'),
  StateCode: region(
    'State or province: a 2-letter code where CountryCode is US or CA, elsewhere free text.',
    'CountryCode',
  ),
  PostalCode: freeText('Postal code.', 'postalCode'),
  CountryCode: country('Country, as a 2-letter code.'),
  Email: email("The payer's e-mail address; receipts go there."),
  MobilePhone: phone(
    "The payer's mobile number, up to 10 digits without formatting; receipts go there. Without " +
      'messaging, any 10-digit number that is unique to the payer will do.',
  ),
  IndividualID: optional(
    identifier('The payer in this service, as IndividualID of an earlier answer.', 'externalId'),
  ),
  CustomerExternalID: optional(identifier('Your own identifier of the payer.', 'externalId')),
};

type PayerValues = {
  readonly [K in
    | 'FirstName'
    | 'LastName'
    | 'Address1'
    | 'Address2'
    | 'City'
    | 'StateCode'
    | 'PostalCode'
    | 'CountryCode'
    | 'Email'
    | 'MobilePhone'
    | 'CustomerExternalID']?: string | undefined;
};

export function contactOf(p: PayerValues): Contact {
  return {
    externalId: p.CustomerExternalID,
    phone: p.MobilePhone ?? '',
    email: p.Email?.toLowerCase() ?? '',
    firstName: p.FirstName ?? '',
    lastName: p.LastName ?? '',
    address1: p.Address1 ?? '',
    address2: p.Address2 ?? '',
    city: p.City ?? '',
    stateCode: p.StateCode ?? '',
    postalCode: p.PostalCode ?? '',
    countryCode: p.CountryCode ?? usualCountry,
  };
}
