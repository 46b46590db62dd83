import { freeText, optional, phone, required } from '../fields.ts';
import { credentialNames, notAvailableYet, serviceOperation } from '../operation.ts';
import { responseMessageInput } from '../records.ts';

const parameters = {
  AgentPhoneNumber: optional(
    phone(
      'Number of the business that the conversation is held from. When not sent, the number assigned ' +
        'to the business.',
    ),
  ),
  PhoneNumber: required(
    phone(
      'Mobile number of the contact, up to 10 digits without formatting; the contact is found by it.',
    ),
  ),
  FirstName: optional(freeText("The contact's first name.", 'name')),
  LastName: optional(freeText("The contact's last name.", 'name')),
};

export const contactInsert = serviceOperation({
  name: 'ContactInsert',
  interface: 'service',
  doc: 'Finds or makes the customer with a phone number and opens a conversation with it.',
  credentials: credentialNames.events,
  needsPayments: false,
  result: responseMessageInput,
  parameters,
  refuses: [],
  read: (p) => p,
  handle: notAvailableYet,
});
