import { flaw } from '../../kernel/parsed.ts';
import { refuseWithout } from '../../parties/businesses/offering.ts';
import { serviceOf } from '../../payments/charge.ts';
import { type NewMethod, newTokenOf } from '../../payments/source.ts';
import { tokenize } from '../../payments/tokens/tokenize.ts';
import { described, optional, required } from './fields.ts';
import { isForBank, methodParameters, readMethod } from './method.ts';
import { customerNamed } from './named-customer.ts';
import { type Draft, operation, type Reply } from './operation.ts';
import { contactOf, payer } from './payer.ts';

const parameters = {
  FirstName: required(payer.FirstName),
  LastName: required(payer.LastName),
  Address1: required(payer.Address1),
  Address2: optional(payer.Address2),
  City: required(payer.City),
  StateCode: required(described(payer.StateCode, 'Required where CountryCode is US or CA.')),
  PostalCode: required(payer.PostalCode),
  CountryCode: required(payer.CountryCode),
  Email: required(payer.Email),
  MobilePhone: required(payer.MobilePhone),
  ...methodParameters,
  IndividualID: described(payer.IndividualID, 'Required for ACH.'),
  CustomerExternalID: payer.CustomerExternalID,
};

type Ask = { readonly p: Draft<typeof parameters>; readonly method: NewMethod };

const requiredForBank = flaw('required', 'is required for ACH');

export const createToken = operation({
  name: 'CreateToken',
  interface: 'default',
  doc: 'Stores a card or bank account in the vault and returns a token for it.',
  needsPayments: true,
  namesOrder: false,
  parameters,
  data: {
    type: 'object',
    required: ['TokenStatus', 'TokenResult', 'IndividualID'],
    properties: {
      TokenStatus: { type: 'boolean', description: 'Whether TokenResult holds a token.' },
      TokenResult: { type: 'string', description: 'The token: keep it as text.' },
      IndividualID: { type: 'string', description: 'The payer, to be named in later calls.' },
      TransactionStatus: { type: 'boolean', description: 'Bank accounts only; false.' },
      InvoiceNumber: { type: 'null', description: 'Bank accounts only.' },
      InvoiceID: { type: 'null', description: 'Bank accounts only.' },
      ReceiptNumber: { type: 'null', description: 'Bank accounts only.' },
    },
  },
  answers: { 200: 'The token was made, or had been made by the same request before.' },
  headers: {},
  refuses: ['unknown_customer', 'service_not_included'],

  read(p, caller, review): Ask | undefined {
    const method = readMethod(p, caller, review);
    if (isForBank(p, review) && !review.sent('IndividualID')) {
      review.note('IndividualID', requiredForBank);
    }
    return method && { p, method: method as NewMethod };
  },

  async handle(world, call, { p, method }: Ask) {
    refuseWithout(call.business, serviceOf(method.kind));
    const contact = contactOf(p);
    const customerId = await customerNamed(world, call, p.IndividualID);
    const made = await newTokenOf(world, call.business.id, method, contact);
    const { token, customerId: owner } = await tokenize(world, {
      made,
      customerId,
      contact,
      idempotencyKey: call.idempotencyKey,
    });
    return token.kind === 'card' ? cardReply(token.token, owner) : bankReply(token.token, owner);
  },
});

const message = 'Token created.';

function cardReply(token: string, customerId: bigint): Reply {
  const data = { TokenStatus: true, TokenResult: token, IndividualID: String(customerId) };
  return { status: 200, body: { IsSuccess: true, Message: message, Data: data } };
}

/** For a bank account the answer has the keys of a payment, all empty: documented to callers. */
function bankReply(token: string, customerId: bigint): Reply {
  const data = {
    TransactionStatus: false,
    InvoiceNumber: null,
    InvoiceID: null,
    ReceiptNumber: null,
    TokenStatus: true,
    TokenResult: token,
    IndividualID: String(customerId),
  };
  return {
    status: 200,
    body: { IsSuccess: true, Message: message, Data: data, OrderNumber: null, SMSID: null },
  };
}
