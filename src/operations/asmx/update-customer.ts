import { flaw } from '../../base/parsed.ts';
import {
  changed,
  country,
  described,
  email,
  freeText,
  identifier,
  optional,
  phone,
  state,
} from '../fields.ts';
import { credentialNames, notAvailableYet, serviceOperation } from '../operation.ts';
import { payer } from '../payer.ts';
import { wordOf } from '../words.ts';

const customField = () =>
  changed(freeText('A field of your own, kept with the customer.', 'customField'));

const parameters = {
  IndividualID: described(payer.IndividualID, 'Required unless ExternalID is sent.'),
  FirstName: changed(freeText("The customer's first name.", 'name')),
  LastName: changed(freeText("The customer's last name.", 'name')),
  Email: changed(email("The customer's e-mail address.")),
  PhoneNumber: changed(phone("The customer's mobile number, up to 10 digits without formatting.")),
  Title: changed(freeText('Title, such as Dr. or Ms.', 'name')),
  CompanyName: changed(freeText("The customer's company.", 'name')),
  Address1: changed(freeText("The customer's street address.", 'address')),
  Address2: changed(freeText('Second line of the address.', 'address')),
  City: changed(freeText("The customer's city.", 'name')),
  CountryCode: changed(country('Country, as a 2-letter code.')),
  StateCode: changed(state('State, as a 2-letter code.')),
  PostalCode: changed(freeText('Postal code.', 'postalCode')),
  Status: changed(
    wordOf('Active, Inactive, or DoNotContact for one who gets no messages any more.', {
      Active: [],
      Inactive: [],
      DoNotContact: [],
    }),
  ),
  OriginCode: changed(freeText('Your own code of where the customer came from.', 'externalId')),
  CustomField1: customField(),
  CustomField2: customField(),
  CustomField3: customField(),
  CustomField4: customField(),
  CustomField5: customField(),
  CustomField6: customField(),
  CustomField7: customField(),
  ExternalID: optional(
    identifier(
      'Your own identifier of the customer. Required unless IndividualID is sent.',
      'externalId',
    ),
  ),
};

const requiredToFind = flaw('required', 'is required unless ExternalID is sent');

export const updateCustomer = serviceOperation({
  name: 'UpdateCustomer',
  interface: 'service',
  doc:
    'Changes what is known of a customer, who is found by IndividualID or ExternalID. What is not sent, ' +
    'or sent blank, stays as it is.',
  credentials: credentialNames.usual,
  needsPayments: false,
  result: 'text',
  parameters,
  refuses: [],
  read(p, _caller, review) {
    if (!review.sent('IndividualID') && !review.sent('ExternalID')) {
      review.note('IndividualID', requiredToFind);
    }
    return p;
  },
  handle: notAvailableYet,
});
