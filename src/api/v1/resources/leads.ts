import { Refusal } from '../../../kernel/refusal.ts';
import { acknowledge } from '../../../leads/acknowledge.ts';
import { leads } from '../../../leads/lead.ts';
import { freeText } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { columnIs, createdBetween, payerIs } from '../filters.ts';
import { type Listing, listEndpoint } from '../list.ts';
import { findRow, retrieveEndpoint } from '../retrieve.ts';
import {
  anything,
  bool,
  field,
  id,
  maybe,
  moment,
  object,
  orNull,
  type TypeOf,
  text,
  word,
} from '../shape.ts';
import { customerExpansion, customerShape } from './customer-view.ts';

const states = ['waiting', 'acknowledged'] as const;
const sources = ['lead_form', 'contact_insert'] as const;

const leadShape = object(
  {
    id: text('The lead; ExternalAPIID in the other interfaces.'),
    status: word('Waiting until the system of the business acknowledges it.', states),
    source: word('How the person came in.', sources),
    formId: orNull(text('The form that was filled in.')),
    customerId: text('The customer.'),
    customer: maybe(orNull(customerShape)),
    firstName: text('As it was filled in.'),
    lastName: text('As it was filled in.'),
    email: text('As it was filled in.'),
    phone: text('As it was filled in.'),
    answers: anything('Each with the number of its question, from 0.'),
    returnMessage: orNull(text('What the system of the business said last.')),
    createdAt: moment('When the person came in.'),
    answeredAt: orNull(moment('When it was acknowledged.')),
  },
  { name: 'Lead' },
);

const shownLead = leads.omit('businessId', 'submission');

const leadListing: Listing<(typeof shownLead)['fields'], TypeOf<typeof leadShape>> = {
  rows: shownLead,
  select: shownLead.of('l'),
  from: 'leads l',
  business: 'l.business_id',
  key: [{ sql: 'l.id', type: 'int8' }],
  filters: {
    status: columnIs('l.state', word('What it is.', states)),
    source: columnIs('l.source', word('How the person came in.', sources)),
    formId: columnIs('l.form_id', id('The form.')),
    customerId: payerIs('l.customer_id', id('The customer.')),
    ...createdBetween('l.created_at'),
  },
  search: {
    doc: 'mail address, phone or last name.',
    where: (q, $) => {
      const asText = $(q.toLowerCase());
      return `lower(l.details->>'email') = ${asText} or l.details->>'phone' = ${asText} or lower(l.details->>'lastName') = ${asText}`;
    },
  },
  expand: { customer: customerExpansion },
  item: leadShape,
  wire: ({ details, ...row }) => ({
    id: String(row.id),
    status: row.state,
    source: row.source,
    formId: row.formId === undefined ? null : String(row.formId),
    customerId: String(row.customerId),
    firstName: details.firstName,
    lastName: details.lastName,
    email: details.email,
    phone: details.phone,
    answers: details.answers,
    returnMessage: row.returnMessage ?? null,
    createdAt: row.createdAt.toISOString(),
    // One that was not taken was answered, and is not acknowledged.
    answeredAt: row.state === 'waiting' ? null : (row.answeredAt?.toISOString() ?? null),
  }),
};

const params = { leadId: id('The lead.') };

export const leadEndpoints = [
  listEndpoint(
    { id: 'leads.list', path: '/v1/leads', doc: 'Lists leads, the newest first.' },
    leadListing,
  ),
  retrieveEndpoint(
    {
      id: 'leads.retrieve',
      path: '/v1/leads/{leadId}',
      doc: 'Returns a lead.',
      param: 'leadId',
      shape: params.leadId,
      column: 'l.id',
    },
    leadListing,
  ),
  endpoint({
    id: 'leads.acknowledge',
    method: 'POST',
    path: '/v1/leads/{leadId}/acknowledge',
    doc:
      'Says what your system did with a lead. One that it took waits no longer; one that it did not take keeps waiting, ' +
      'with the message. Both may be said again.',
    right: 'charge',
    params,
    body: object({
      isTaken: maybe(bool('Whether your system took it; true when left out.')),
      message: maybe(
        field(freeText('Of your system, kept with the lead.', 'description', { multiline: true })),
      ),
    }),
    answer: leadShape,
    needsServices: ['leads'],
    refuses: ['not_found'],
    async handle(world, call) {
      const { business, body, params: named } = call;
      await acknowledge(world, {
        businessId: business.id,
        leadId: BigInt(named.leadId),
        customerId: undefined,
        isTaken: body.isTaken ?? true,
        message: body.message,
      }).catch((error: unknown) => {
        // Here the lead is in the address.
        const isUnknown = error instanceof Refusal && error.code === 'unknown_lead';
        throw isUnknown ? new Refusal('not_found') : error;
      });
      const asked = call as unknown as V1Call;
      const row = await findRow(world, leadListing, asked, ['l.id', named.leadId]);
      return { body: await leadListing.wire(row, asked, world) };
    },
  }),
];
