import { conversations } from '../../../notify/conversations/conversation-store.ts';
import { expansionTo } from '../expansion.ts';
import { columnIs } from '../filters.ts';
import { filter, type Listing } from '../list.ts';
import { id, maybe, moment, object, orNull, phone, type TypeOf, text, word } from '../shape.ts';
import { customerExpansion, customerShape } from './customer-view.ts';

const consents = ['none', 'opted_in', 'opted_out'] as const;

export const conversationShape = object(
  {
    id: text('The conversation.'),
    phone: text('Of the person.'),
    ownNumber: text('Of the business; blank if it had none.'),
    customerId: orNull(text('Whose phone it was when the last text was written.')),
    customer: maybe(orNull(customerShape)),
    consent: word('What the person said about texts.', consents),
    createdAt: moment('When it began.'),
    heardAt: orNull(moment('When the person wrote last.')),
    lastAt: moment('When the last text was written.'),
  },
  { name: 'Conversation' },
);

const shownConversation = conversations.omit('businessId');

export const conversationListing: Listing<
  (typeof shownConversation)['fields'],
  TypeOf<typeof conversationShape>
> = {
  rows: shownConversation,
  select: shownConversation.of('c'),
  from: 'conversations c',
  business: 'c.business_id',
  // Not by the last text: a conversation that gets a text while a reader turns the pages would be on none of them.
  key: [{ sql: 'c.id', type: 'int8' }],
  filters: {
    phone: columnIs('c.phone', phone('Of the person.')),
    customerId: columnIs('c.customer_id', id('The customer.')),
    consent: columnIs('c.consent', word('What the person said.', consents)),
    lastFrom: filter(
      moment('Whose last text was written at this moment or later.'),
      (value, $) => `c.last_at >= ${$(value)}::timestamptz`,
    ),
    lastTo: filter(
      moment('Whose last text was written before this moment.'),
      (value, $) => `c.last_at < ${$(value)}::timestamptz`,
    ),
  },
  search: { doc: 'phone.', where: (q, $) => `c.phone = ${$(q.replace(/\D/g, ''))}` },
  expand: { customer: customerExpansion },
  item: conversationShape,
  wire: (row) => ({
    id: String(row.id),
    phone: row.phone,
    ownNumber: row.ownNumber,
    customerId: row.customerId === undefined ? null : String(row.customerId),
    consent: row.consent,
    createdAt: row.createdAt.toISOString(),
    heardAt: row.heardAt?.toISOString() ?? null,
    lastAt: row.lastAt.toISOString(),
  }),
};

/** The conversations that rows name. */
export const conversationExpansion = expansionTo(conversationListing, {
  sql: 'c.id',
  type: 'int8',
  of: ({ id: key }) => key,
})((row: { readonly conversationId: bigint }) => row.conversationId);
