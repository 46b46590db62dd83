import { flaw } from '../../../kernel/parsed.ts';
import { lookUpPhone } from '../../../parties/phones/look-up.ts';
import { isPhoneNumber, type PhoneType } from '../../../parties/phones/phone-type.ts';
import { phone, required } from '../fields.ts';
import { credentialNames, type Draft, serviceOperation } from '../operation.ts';

const parameters = {
  PhoneNumber: required(phone('The number to look at: 10 digits, without formatting.')),
};

type Values = Draft<typeof parameters>;

const messages: Readonly<Record<PhoneType, string>> = {
  mobile: 'This is a mobile number.',
  landline: 'This is a landline.',
  voip: 'This number is served over the Internet.',
  tollfree: 'This is a toll-free number.',
  premium: 'Calls to this number are charged at a premium rate.',
  unknown: 'The numbering plan does not tell what kind of number this is.',
};

const noPhoneNumber = flaw(
  'malformed',
  'is no phone number: one has ten digits, and neither its area code nor its exchange begins with 0 or 1',
);

export const checkPhoneType = serviceOperation({
  name: 'CheckPhoneType',
  interface: 'service',
  doc:
    'Returns the type of a phone number from the numbering plan or, if configured, from a lookup carrier: ' +
    'mobile, landline, voip, tollfree, premium or unknown.',
  credentials: credentialNames.usual,
  needsPayments: false,
  needsServices: ['messaging'],
  parameters,
  result: 'text',
  refuses: [],
  read(p, _caller, review): Values {
    if (p.PhoneNumber !== undefined && !isPhoneNumber(p.PhoneNumber)) {
      review.note('PhoneNumber', noPhoneNumber);
    }
    return p;
  },

  async handle(world, { business, lookUps }, { PhoneNumber }: Values) {
    const { type, carrier } = await lookUpPhone(world, business, PhoneNumber!, lookUps.take);
    const data = { PhoneNumber, PhoneType: type, Carrier: carrier ?? null };
    return {
      status: 200,
      body: {
        IsSuccess: true,
        Message: messages[type],
        Data: data,
        OrderNumber: null,
        SMSID: null,
      },
    };
  },
});
