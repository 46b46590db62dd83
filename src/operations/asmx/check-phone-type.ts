import { lookUpPhone } from '../../phones/look-up.ts';
import type { PhoneType } from '../../phones/phone-type.ts';
import { phone, required } from '../fields.ts';
import { credentialNames, type Draft, serviceOperation } from '../operation.ts';

const parameters = {
  PhoneNumber: required(phone('The number to look at: up to 10 digits, without formatting.')),
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

export const checkPhoneType = serviceOperation({
  name: 'CheckPhoneType',
  interface: 'service',
  doc:
    'Tells the kind of a phone number, as far as the numbering plan says it or, where the service has one, a ' +
    'lookup carrier: mobile, landline, voip, tollfree, premium or unknown.',
  credentials: credentialNames.usual,
  needsPayments: false,
  parameters,
  result: 'text',
  refuses: [],
  read: (p): Values => p,

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
