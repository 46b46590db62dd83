import { email, freeText, optional, phone, required } from '../fields.ts';
import { credentialNames, notAvailableYet, serviceOperation } from '../operation.ts';
import { payer } from '../payer.ts';

const parameters = {
  FirstName: optional(payer.FirstName),
  LastName: optional(payer.LastName),
  MobilePhone: required(
    phone('Mobile number that the receipt goes to, up to 10 digits without formatting.'),
  ),
  SMSMessage: required(
    freeText('Text of the receipt, at most 1,600 characters.', 'smsText', { multiline: true }),
  ),
  Email: optional(email("The payer's e-mail address; nothing is sent there, it is kept.")),
};

export const createSmsReceipt = serviceOperation({
  name: 'CreateSMSReceipt',
  interface: 'service',
  doc: 'Texts a receipt in your own words to a payer, who is found or made by the number.',
  credentials: credentialNames.usual,
  needsPayments: false,
  result: 'text',
  parameters,
  refuses: [],
  read: (p) => p,
  handle: notAvailableYet,
});
