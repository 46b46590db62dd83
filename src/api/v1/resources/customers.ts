import { languages } from '../../../kernel/language.ts';
import { flaw } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { forgetCustomer } from '../../../moving/forget/forget-customer.ts';
import { changeCustomer } from '../../../parties/customers/change.ts';
import type { Customer, CustomerChange } from '../../../parties/customers/customer.ts';
import { makeCustomer } from '../../../parties/customers/make.ts';
import { readCustomer } from '../../../parties/customers/store.ts';
import type { World } from '../../../world.ts';
import { freeText } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { expandShape, listEndpoint, wires } from '../list.ts';
import { contactFields, contactOf } from '../payer.ts';
import {
  field,
  id,
  integer,
  maybe,
  object,
  orNull,
  type Shape,
  type TypeOf,
  text,
  word,
} from '../shape.ts';
import { mergeEndpoint } from './customer-merge.ts';
import {
  customerListing,
  customerShape,
  customerStatuses,
  customerWire,
  furtherNames,
} from './customer-view.ts';

const params = { customerId: id('The customer.') };

const status = maybe(word('Active when left out.', customerStatuses));
const language = maybe(
  orNull(word('In which the customer is spoken to; null: in that of the business.', languages)),
);
const further = (of: (shape: Shape<string>) => Shape<string | null | undefined>) =>
  maybe(
    object(
      Object.fromEntries(
        furtherNames.map(({ name }) => [
          name,
          of(field(freeText('A field of your own.', 'customField'))),
        ]),
      ) as Readonly<Record<string, Shape<string | null | undefined>>>,
      { doc: 'Fields that are kept and never searched.' },
    ),
  );

const newCustomer = object(
  { ...contactFields, status, language, further: further(maybe) },
  { name: 'NewCustomer' },
);

/** Null clears a text. */
const clearing = <T>(shape: Shape<T>) => maybe(orNull({ ...shape, isOptional: false }));
const { externalId, country, ...clearable } = contactFields;
const changedCustomer = object(
  {
    externalId,
    firstName: clearing(clearable.firstName),
    lastName: clearing(clearable.lastName),
    email: clearing(clearable.email),
    phone: clearing(clearable.phone),
    address1: clearing(clearable.address1),
    address2: clearing(clearable.address2),
    city: clearing(clearable.city),
    state: clearing(clearable.state),
    postalCode: clearing(clearable.postalCode),
    country,
    language,
    status: maybe(word('Who is not to be contacted gets no messages.', customerStatuses)),
    further: further(clearing),
  },
  { name: 'CustomerChange' },
);

async function customerNamed(world: World, call: V1Call): Promise<Customer> {
  const { customerId } = call.params as Record<string, string>;
  const found = await readCustomer(world.db, call.business.id, BigInt(customerId!));
  if (!found) throw new Refusal('not_found');
  return found;
}

function detailsOf(sent: Readonly<Record<string, string | null | undefined>> = {}) {
  return Object.fromEntries(
    furtherNames.flatMap(({ name, stored }) =>
      sent[name] === undefined ? [] : [[stored, sent[name] ?? '']],
    ),
  );
}

const wantsOne = flaw('required', 'must be sent, or phone or externalId');

const createOne = endpoint({
  id: 'customers.create',
  method: 'POST',
  path: '/v1/customers',
  doc: 'Makes a customer. One who could not be told from another, by identifier or by mail and phone, is refused.',
  right: 'charge',
  body: newCustomer,
  answer: customerShape,
  status: 201,
  isVersioned: true,
  refuses: ['customer_taken'],
  async handle(world, { body, business }) {
    if (!body.email && !body.phone && !body.externalId) {
      throw new Refusal('wrong_fields', { details: [fieldFault('email', wantsOne)] });
    }
    const contact = contactOf(body, undefined, '');
    const more = {
      status: body.status ?? ('active' as const),
      language: body.language,
      details: detailsOf(body.further),
    };
    const made = await makeCustomer(world, business.id, contact, more);
    const customer = await readCustomer(world.db, business.id, made);
    return { body: customerWire(customer!), headers: { Location: `/v1/customers/${made}` } };
  },
});

const retrieveOne = endpoint({
  id: 'customers.retrieve',
  method: 'GET',
  path: '/v1/customers/{customerId}',
  doc: 'Returns a customer. Its ETag without `expand` is the version that a change names in If-Match.',
  right: 'read',
  params,
  query: { expand: maybe(expandShape(Object.keys(customerListing.expand!))) },
  answer: customerShape,
  refuses: ['not_found'],
  isVersioned: true,
  async handle(world, call) {
    const [body] = await wires(world, customerListing, call, [await customerNamed(world, call)]);
    return { body: body! };
  },
});

const updateOne = endpoint({
  id: 'customers.update',
  method: 'PATCH',
  path: '/v1/customers/{customerId}',
  doc: 'Changes what is sent of a customer; null clears a text. Your own identifier can be changed but not taken away.',
  right: 'charge',
  params,
  body: changedCustomer,
  answer: customerShape,
  refuses: ['not_found', 'customer_taken', 'changed_meanwhile', 'wrong_state'],
  isVersioned: true,
  async handle(world, call) {
    const { id: key, businessId, mergedInto } = await customerNamed(world, call);
    if (mergedInto !== undefined) throw merged(mergedInto);
    const outcome = await changeCustomer(world, {
      businessId,
      id: key,
      idempotencyKey: undefined,
      change: changeOf(call.body),
      judge(before) {
        if (before.mergedInto !== undefined) throw merged(before.mergedInto);
        call.match(customerWire(before));
      },
    });
    if (typeof outcome === 'object') {
      throw new Refusal('wrong_fields', { details: [fieldFault('state', outcome.region)] });
    }
    if (outcome === 'external_id') throw taken(['externalId']);
    if (outcome === 'contact') {
      throw taken((['email', 'phone'] as const).filter((name) => call.body[name] !== undefined));
    }
    return { body: customerWire(await customerNamed(world, call)) };
  },
});

function changeOf({
  state,
  country: countryCode,
  further: sent,
  email,
  language: spoken,
  ...rest
}: TypeOf<typeof changedCustomer>): CustomerChange {
  const texts = Object.entries({ ...rest, email: email?.toLowerCase() ?? email, stateCode: state });
  return {
    ...Object.fromEntries(texts.map(([name, value]) => [name, value === null ? '' : value])),
    countryCode,
    language: spoken,
    details: sent && detailsOf(sent),
  };
}

function taken(fields: readonly string[]): Refusal {
  const details = fields.map((at) => {
    return { field: at, code: 'taken', message: `${at} belongs to another customer.` };
  });
  return new Refusal('customer_taken', { details });
}

function merged(into: bigint): Refusal {
  return new Refusal('wrong_state', { message: `The customer was merged into customer ${into}.` });
}

const mostNamed = 20;

const forgetOne = endpoint({
  id: 'customers.forget',
  method: 'POST',
  path: '/v1/customers/{customerId}/forget',
  doc:
    'Removes a person: names, addresses, phones, mail, texts, saved cards and leads. The books keep the amounts and last ' +
    'four digits. It is refused while something is open, and says what. It cannot be undone.',
  right: 'administer',
  params,
  answer: object(
    {
      customerId: text('The customer, of whom nothing but the id is left.'),
      payments: integer('How many payments the books keep.'),
      tokens: integer('How many saved cards and accounts were deleted.'),
    },
    { name: 'ForgottenCustomer' },
  ),
  refuses: ['not_found', 'wrong_state'],
  whileSuspended: true,
  async handle(world, { business, params: named, actor }) {
    const key = { businessId: business.id, id: BigInt(named.customerId) };
    const done = await forgetCustomer(world, key, actor);
    switch (done.outcome) {
      case 'not_there':
        throw new Refusal('not_found');
      case 'merged':
        throw merged(done.into);
      case 'open': {
        const [shown, more] = [done.open.slice(0, mostNamed), done.open.length - mostNamed];
        const rest = more > 0 ? `, and ${more} more` : '';
        const message = `The customer cannot be forgotten yet: ${shown.join(', ')}${rest}.`;
        throw new Refusal('wrong_state', { message });
      }
      case 'forgotten': {
        const { payments, cards: tokens } = done;
        return { body: { customerId: named.customerId, payments, tokens } };
      }
    }
  },
});

export const customerEndpoints = [
  listEndpoint(
    { id: 'customers.list', path: '/v1/customers', doc: 'Lists customers, the newest first.' },
    customerListing,
  ),
  createOne,
  retrieveOne,
  updateOne,
  mergeEndpoint,
  forgetOne,
];
