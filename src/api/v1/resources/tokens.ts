import { lengths } from '../../../kernel/lengths.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { refuseWithout } from '../../../parties/businesses/offering.ts';
import { serviceOf } from '../../../payments/charge.ts';
import { type NewMethod, newTokenOf } from '../../../payments/source.ts';
import { disableOwnToken } from '../../../payments/tokens/disable.ts';
import { tokens } from '../../../payments/tokens/store.ts';
import { tokenize } from '../../../payments/tokens/tokenize.ts';
import type { RowOf } from '../../../runtime/table.ts';
import type { World } from '../../../world.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { columnIs, createdBetween, payerIs } from '../filters.ts';
import { expandShape, type Listing, listEndpoint, wires } from '../list.ts';
import { customerIdField, payerOf, payerShape } from '../payer.ts';
import {
  begins,
  commonTexts,
  customersFound,
  foundBy,
  isOneOf,
  last4In,
  mostSearched,
} from '../search.ts';
import { id, integer, maybe, moment, object, orNull, type TypeOf, text, word } from '../shape.ts';
import { methodOf, newSourceShape } from '../source.ts';
import { customerExpansion, customerShape } from './customer-view.ts';

const methods = ['card', 'bank'] as const;
const statuses = ['active', 'disabled'] as const;

const tokenShape = object(
  {
    token: text('What stands for the card or account in later requests.'),
    method: word('What is behind it.', methods),
    status: word('A disabled one is charged no more.', statuses),
    customerId: text('The payer.'),
    brand: orNull(text('Of a card.')),
    last4: text('The last four digits of the card or account.'),
    expiryMonth: orNull(integer('Of a card.')),
    expiryYear: orNull(integer('Of a card.')),
    holder: text('The name on it.'),
    routingNumber: orNull(text('Of a bank account.')),
    accountKind: orNull(word('Of a bank account.', ['checking', 'savings'])),
    accountHolder: orNull(word('Of a bank account.', ['personal', 'business'])),
    createdAt: moment('When it was saved.'),
    customer: maybe(orNull(customerShape)),
  },
  { name: 'Token', doc: 'A saved card or bank account.' },
);

const row = tokens.omit(
  'businessId',
  'fingerprint',
  'first6',
  'address',
  'postalCode',
  'idempotencyKey',
  'requestFingerprint',
  'prenotedAt',
  'networkTransactionId',
  'networkTransactionOf',
  'networkTransactionCents',
);

function tokenWire(one: RowOf<typeof row>): TypeOf<typeof tokenShape> {
  return {
    token: one.token,
    method: one.kind,
    status: one.state === 'disabled' ? 'disabled' : 'active',
    customerId: String(one.customerId),
    brand: one.brand ?? null,
    last4: one.last4,
    expiryMonth: one.expiryMonth ?? null,
    expiryYear: one.expiryYear ?? null,
    holder: one.holder,
    routingNumber: one.routingNumber ?? null,
    accountKind: one.accountKind ?? null,
    accountHolder: one.accountHolder ?? null,
    createdAt: one.createdAt.toISOString(),
  };
}

/** The token of a payment with an unknown outcome is no token yet. */
const isThere = `t.state in ('active', 'disabled')`;

/** By the name on it, which may differ from the payer's. */
function searched(q: string, $: (value: unknown) => string): string {
  const last4 = last4In(q);
  if (last4 !== undefined) return `t.last4 = ${$(last4)}`;
  return foundBy('t.token', [
    `select ${$(q)}::text`,
    ...isOneOf('o.customer_id', customersFound(q, $)).map(
      (isTheirs) => `select o.token from tokens o where o.business_id = $1 and ${isTheirs}`,
    ),
    `select n.token from (select token, holder from tokens where business_id = $1
       order by created_at desc, token desc limit ${mostSearched}) n where ${begins('n.holder', q, $)}`,
  ]);
}

const common = commonTexts({ payer: 't.customer_id' }, (q, $) => [
  `t.token = ${$(q)}`,
  ...begins('t.holder', q, $),
]);

const listing: Listing<(typeof row)['fields'], TypeOf<typeof tokenShape>> = {
  rows: row,
  select: row.of('t'),
  from: 'tokens t',
  business: 't.business_id',
  where: () => isThere,
  key: [
    { sql: 't.created_at', type: 'timestamptz' },
    { sql: 't.token', type: 'text' },
  ],
  filters: {
    customerId: payerIs('t.customer_id', id('The payer.')),
    method: columnIs('t.kind', word('What is behind it.', methods)),
    status: columnIs('t.state', word('What it is.', statuses)),
    brand: columnIs('t.brand', text('Of the card, in small letters.', { maxLength: 20 })),
    last4: columnIs('t.last4', text('The last four digits.', { maxLength: 4 })),
    ...createdBetween('t.created_at'),
  },
  search: {
    doc:
      'the token; the last four digits; mail address, phone, first or last name of the payer, or the beginning of one of them; ' +
      `the beginning of the name on it among the newest ${mostSearched}.`,
    // Digits are looked for row after row.
    isIndexed: (q) => last4In(q) === undefined,
    where: searched,
    common,
  },
  expand: { customer: customerExpansion },
  item: tokenShape,
  wire: tokenWire,
};

const params = { token: text('The token.', { maxLength: lengths.externalId }) };

async function tokenNamed(world: World, call: V1Call, token: string) {
  const found = await row.readOne(
    world.db,
    `select ${row.of('t')} from tokens t where t.business_id = $1 and t.token = $2 and ${isThere}`,
    [call.business.id, token],
  );
  if (!found) throw new Refusal('not_found');
  const [body] = await wires(world, listing, call, [found]);
  return body!;
}

const createOne = endpoint({
  id: 'tokens.create',
  method: 'POST',
  path: '/v1/tokens',
  doc: 'Saves a card or bank account of a customer. Its number is in no answer, and nowhere but in the vault.',
  right: 'charge',
  body: object(
    { source: newSourceShape, customerId: customerIdField, customer: maybe(payerShape) },
    { name: 'NewToken' },
  ),
  answer: tokenShape,
  status: 201,
  refuses: ['unknown_customer', 'service_not_included', 'idempotency_key_reused', 'busy'],
  needsPayments: true,
  keepsKey: true,
  async handle(world, call) {
    const { body, business, idempotencyKey } = call;
    const { customerId, contact } = await payerOf(world, call, body);
    // The source has no token, so it is a new card or account.
    const method = methodOf(call, body.source, { contact, needsCvv: false }) as NewMethod;
    refuseWithout(business, serviceOf(method.kind));
    const made = await newTokenOf(world, business.id, method, contact);
    const { token } = await tokenize(world, { made, customerId, contact, idempotencyKey });
    const headers = { Location: `/v1/tokens/${token.token}` };
    return { body: await tokenNamed(world, call, token.token), headers };
  },
});

const retrieveOne = endpoint({
  id: 'tokens.retrieve',
  method: 'GET',
  path: '/v1/tokens/{token}',
  doc: 'Returns a saved card or bank account, of whose number only the last four digits are shown.',
  right: 'read',
  params,
  query: { expand: maybe(expandShape(Object.keys(listing.expand!))) },
  answer: tokenShape,
  refuses: ['not_found'],
  handle: async (world, call) => ({ body: await tokenNamed(world, call, call.params.token) }),
});

const deleteOne = endpoint({
  id: 'tokens.delete',
  method: 'DELETE',
  path: '/v1/tokens/{token}',
  doc: 'Disables a saved card or bank account: it is charged no more. It stays visible, for the books.',
  right: 'charge',
  params,
  refuses: ['not_found'],
  whileSuspended: true,
  async handle(world, { business, params: { token }, actor }) {
    await disableOwnToken(world, { businessId: business.id, token, actor });
    return undefined;
  },
});

export const tokenEndpoints = [
  listEndpoint(
    {
      id: 'tokens.list',
      path: '/v1/tokens',
      doc: 'Lists saved cards and bank accounts, the newest first.',
    },
    listing,
  ),
  createOne,
  retrieveOne,
  deleteOne,
];
