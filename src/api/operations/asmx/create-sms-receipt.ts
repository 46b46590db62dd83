import { textReceipt } from '../../../notify/mail/sms-receipt.ts';
import { contactWithPhone } from '../../../parties/customers/by-phone.ts';
import { email, freeText, optional, phone, required } from '../fields.ts';
import { credentialNames, type Draft, serviceOperation } from '../operation.ts';
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
  Email: optional(email("The payer's e-mail address; stored, nothing is sent there.")),
};

type Values = Draft<typeof parameters>;

export const createSmsReceipt = serviceOperation({
  name: 'CreateSMSReceipt',
  interface: 'service',
  doc: 'Texts a receipt in your own words to a payer, found or created by phone number.',
  credentials: credentialNames.usual,
  needsPayments: false,
  needsServices: ['receipts', 'messaging'],
  result: 'text',
  parameters,
  refuses: [
    'text_not_wanted',
    'number_takes_no_texts',
    'no_number_to_text_from',
    'idempotency_key_reused',
    'busy',
  ],
  read: (p): Values => p,
  async handle(world, { business, idempotencyKey }, p: Values) {
    const { messageId, customerId } = await textReceipt(world, {
      businessId: business.id,
      contact: contactWithPhone(p.MobilePhone!, {
        email: p.Email?.toLowerCase() ?? '',
        firstName: p.FirstName ?? '',
        lastName: p.LastName ?? '',
      }),
      text: p.SMSMessage!,
      idempotencyKey,
    });
    const MessageID = String(messageId);
    return {
      status: 200,
      body: {
        IsSuccess: true,
        Message: 'The receipt is on its way.',
        // Null: a repetition after the payer was forgotten.
        Data: { MessageID, IndividualID: customerId === undefined ? null : String(customerId) },
        OrderNumber: null,
        SMSID: MessageID,
      },
    };
  },
});
