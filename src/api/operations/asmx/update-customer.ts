import { flaw } from '../../../kernel/parsed.ts';
import { type FieldFault, fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { changeCustomer } from '../../../parties/customers/change.ts';
import { findChange } from '../../../parties/customers/change-event.ts';
import type { CustomerChange } from '../../../parties/customers/customer.ts';
import { findByExternalId } from '../../../parties/customers/store.ts';
import type { World } from '../../../world.ts';
import { customFields, detailNames, statusWords } from '../customer-reply.ts';
import { present } from '../details.ts';
import {
  changed,
  country,
  described,
  email,
  freeText,
  identifier,
  optional,
  phone,
  regionOfKnown,
  shownIdentifier,
} from '../fields.ts';
import { customerNamed } from '../named-customer.ts';
import {
  type Call,
  credentialNames,
  type Draft,
  type Reply,
  serviceOperation,
} from '../operation.ts';
import { payer } from '../payer.ts';
import { wordOf } from '../words.ts';

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
  StateCode: changed(
    regionOfKnown(
      'State or province: a 2-letter code where the country is US or CA, elsewhere free text. Without CountryCode, ' +
        'the country is that of the customer.',
      'CountryCode',
    ),
  ),
  PostalCode: changed(freeText('Postal code.', 'postalCode')),
  Status: changed(
    wordOf('Active, Inactive, or DoNotContact for one who gets no messages any more.', {
      Active: [],
      Inactive: [],
      DoNotContact: [],
    }),
  ),
  OriginCode: changed(
    shownIdentifier('Your own code of where the customer came from.', 'externalId'),
  ),
  ...customFields,
  ExternalID: optional(
    identifier(
      'Your own identifier of the customer. Required unless IndividualID is sent; beside it, the customer ' +
        'gets this identifier.',
      'externalId',
    ),
  ),
};

type Values = Draft<typeof parameters>;

const requiredToFind = flaw('required', 'is required unless ExternalID is sent');

export const updateCustomer = serviceOperation({
  name: 'UpdateCustomer',
  interface: 'service',
  doc: 'Changes a customer, found by IndividualID or ExternalID. Missing and blank fields stay unchanged.',
  credentials: credentialNames.usual,
  needsPayments: false,
  result: 'text',
  parameters,
  refuses: ['unknown_customer', 'customer_taken', 'idempotency_key_reused', 'busy'],
  read(p, _caller, review): Values {
    if (!review.sent('IndividualID') && !review.sent('ExternalID')) {
      review.note('IndividualID', requiredToFind);
    }
    return p;
  },
  async handle(world, call, p: Values) {
    const asked = { businessId: call.business.id, idempotencyKey: call.idempotencyKey };
    const earlier = await findChange(world, asked);
    if (earlier !== undefined) return replyOf(earlier);
    const id = await customerMeant(world, call, p);
    const outcome = await changeCustomer(world, { ...asked, id, change: changeOf(p) });
    if (typeof outcome === 'object') {
      throw new Refusal('wrong_fields', { details: [fieldFault('StateCode', outcome.region)] });
    }
    if (outcome === 'external_id') throw taken(['ExternalID']);
    if (outcome === 'contact') throw taken(contactFields.filter((name) => p[name] !== undefined));
    return replyOf(id);
  },
});

const contactFields = ['PhoneNumber', 'Email'] as const;

/** The customer that both identifiers must name, if both are known. */
async function customerMeant(world: World, call: Call, p: Values): Promise<bigint> {
  const { IndividualID: individualId, ExternalID: externalId } = p;
  const named = await customerNamed(world, call, individualId);
  if (named !== undefined) return named;
  const found = await findByExternalId(world.db, call.business.id, externalId!);
  if (found !== undefined) return found;
  const message = 'ExternalID is not a customer of this business.';
  throw new Refusal('unknown_customer', {
    details: [{ field: 'ExternalID', code: 'unknown', message }],
  });
}

function changeOf(p: Values): CustomerChange {
  const details = present(Object.fromEntries(detailNames.map((name) => [name, p[name]])));
  return {
    externalId: p.ExternalID,
    phone: p.PhoneNumber,
    email: p.Email?.toLowerCase(),
    firstName: p.FirstName,
    lastName: p.LastName,
    address1: p.Address1,
    address2: p.Address2,
    city: p.City,
    stateCode: p.StateCode,
    postalCode: p.PostalCode,
    countryCode: p.CountryCode,
    status: p.Status && statusWords[p.Status],
    details: Object.keys(details).length > 0 ? details : undefined,
  };
}

function taken(fields: readonly string[]): Refusal {
  const details = fields.map((field): FieldFault => {
    return { field, code: 'taken', message: `${field} belongs to another customer.` };
  });
  return new Refusal('customer_taken', { details });
}

function replyOf(id: bigint): Reply {
  return {
    status: 200,
    body: {
      IsSuccess: true,
      Message: 'Customer updated.',
      Data: { IndividualID: String(id) },
      OrderNumber: null,
      SMSID: null,
    },
  };
}
