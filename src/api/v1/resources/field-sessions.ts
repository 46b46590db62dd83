import { parsePageOrigin } from '../../../kernel/page-origin.ts';
import { flaw } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { refuseWithout } from '../../../parties/businesses/offering.ts';
import { readCustomer } from '../../../parties/customers/store.ts';
import { serviceOf } from '../../../payments/charge.ts';
import {
  clientSecret,
  type FieldSession,
  fieldKinds,
  fieldSessions,
  makeFieldSession,
  originsOf,
  sessionStatuses,
  statusOf,
} from '../../../payments/field-sessions/field-session.ts';
import type { World } from '../../../world.ts';
import { type Endpoint, endpoint, type V1Call } from '../endpoint.ts';
import type { Listing } from '../list.ts';
import { customerIdField } from '../payer.ts';
import { retrieveEndpoint } from '../retrieve.ts';
import { id, list, moment, object, orNull, type TypeOf, text, word } from '../shape.ts';

const kind = word('What is typed into the fields.', fieldKinds);
const mostOrigins = 10;

const sessionFields = {
  id: text('The session.'),
  kind,
  status: word('Complete once its token was made.', sessionStatuses),
  origins: list(text('An origin.'), 'The pages that may show the fields.'),
  customerId: orNull(text('Whose token it becomes; null: a new customer.')),
  token: orNull(text('The token that was made.')),
  createdAt: moment('When it was made.'),
  expiresAt: moment('When the fields end.'),
};
const sessionShape = object(sessionFields, {
  name: 'FieldSession',
  doc: 'Card or bank account fields in a page of yours.',
});
const newShape = object(
  {
    ...sessionFields,
    clientSecret: text(
      'For the script in the page of the payer: good for one token. It is shown only in this answer.',
    ),
  },
  { name: 'NewFieldSession' },
);

function sessionWire(row: Omit<FieldSession, 'businessId'>, now: Date) {
  const { customerId, token, createdAt, expiresAt } = row;
  return {
    id: String(row.id),
    kind: row.kind,
    status: statusOf(row, now),
    origins: originsOf(row),
    customerId: customerId === undefined ? null : String(customerId),
    token: token ?? null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  } satisfies TypeOf<typeof sessionShape>;
}

const shown = fieldSessions.omit('businessId');

const listing: Listing<(typeof shown)['fields'], TypeOf<typeof sessionShape>> = {
  rows: shown,
  select: shown.of('f'),
  from: 'field_sessions f',
  business: 'f.business_id',
  key: [{ sql: 'f.id', type: 'int8' }],
  filters: {},
  item: sessionShape,
  wire: (row, _call, world) => sessionWire(row, world.now()),
};

const noOrigin = flaw('required', 'must name at least one origin');
const notACustomer = flaw('unknown', 'is not a customer of this business');

const createOne = endpoint({
  id: 'fieldSessions.create',
  method: 'POST',
  path: '/v1/field-sessions',
  doc:
    'Lets the script /js/v1/quittance.js put fields for a card or bank account into a page of yours, for half an hour and one ' +
    'token. Neither your page nor your server sees the number. Make one for each payer, on your server.',
  right: 'charge',
  body: object(
    {
      kind,
      origins: list(
        text('An origin, such as https://shop.example.com. In a sandbox also http://localhost.', {
          maxLength: 253,
        }),
        'The pages that may show the fields: all above them too, if they are framed.',
        mostOrigins,
      ),
      customerId: customerIdField,
    },
    { name: 'FieldSessionRequest', doc: 'Fields for a card or bank account.' },
  ),
  answer: newShape,
  status: 201,
  refuses: ['service_not_included', 'unknown_customer'],
  needsPayments: true,
  showsSecret: true,
  async handle(world, { business, body }) {
    refuseWithout(business, serviceOf(body.kind));
    const customerId = await customerOf(world, business.id, body.customerId);
    const origins = readOrigins(body.origins, business.environment);
    const { id: businessId } = business;
    const session = await makeFieldSession(world, {
      businessId,
      kind: body.kind,
      customerId,
      origins,
    });
    return {
      body: {
        ...sessionWire(session, world.now()),
        clientSecret: clientSecret(world.vault, session),
      },
      headers: { Location: `/v1/field-sessions/${session.id}` },
    };
  },
});

function readOrigins(
  sent: readonly string[],
  environment: V1Call['business']['environment'],
): string[] {
  const read = sent.map((one) => parsePageOrigin(one, environment));
  const faults = read.flatMap((one, i) => (one.ok ? [] : [fieldFault(`origins.${i}`, one)]));
  if (sent.length === 0) faults.push(fieldFault('origins', noOrigin));
  if (faults.length > 0) throw new Refusal('wrong_fields', { details: faults });
  return [...new Set(sent)];
}

async function customerOf(
  world: World,
  businessId: bigint,
  named: string | undefined,
): Promise<bigint | undefined> {
  if (named === undefined) return undefined;
  const known = await readCustomer(world.db, businessId, BigInt(named));
  if (known) return known.mergedInto ?? known.id;
  throw new Refusal('unknown_customer', { details: [fieldFault('customerId', notACustomer)] });
}

export const fieldSessionEndpoints: readonly Endpoint[] = [
  createOne,
  retrieveEndpoint(
    {
      id: 'fieldSessions.retrieve',
      path: '/v1/field-sessions/{fieldSessionId}',
      doc: 'Returns a session of fields, with the token that was made. It is kept for 30 days.',
      param: 'fieldSessionId',
      shape: id('The session.'),
      column: 'f.id',
    },
    listing,
  ),
];
