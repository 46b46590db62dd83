import { phoneTyped } from '../../../kernel/phone.ts';
import {
  conversations,
  isWaiting,
  isWaitingSql,
} from '../../../notify/conversations/conversation-store.ts';
import { messageKinds, messageStates, messages } from '../../../notify/conversations/message.ts';
import { beginsWith, rangeOf } from '../../../runtime/begins-with.ts';
import { expansionTo } from '../expansion.ts';
import { columnIs, indexIs, payerIs } from '../filters.ts';
import { type Expansion, indexed, type Listing } from '../list.ts';
import {
  commonTexts,
  customersFound,
  foundBy,
  isNumbered,
  isOneOf,
  mostCollected,
  numbered,
} from '../search.ts';
import {
  bool,
  id,
  integer,
  maybe,
  moment,
  object,
  orNull,
  phone,
  type TypeOf,
  text,
  word,
} from '../shape.ts';
import { customerExpansion, customerShape } from './customer-view.ts';
import { userExpansion, userShape } from './users.ts';

const consents = ['none', 'opted_in', 'opted_out'] as const;

const lastMessageShape = object(
  {
    id: text('The text.'),
    direction: word('In from the person, or out to it.', ['in', 'out']),
    kind: word('An answer was sent by itself to STOP, START or HELP.', messageKinds),
    status: word('What it is by now.', messageStates),
    body: text('What was written; the address of a pay link is shown as [PBTLINK].'),
    mediaCount: integer('Pictures that came with it.'),
    createdAt: moment('When it was written.'),
  },
  { name: 'LastMessage', doc: 'The last text of a conversation.' },
);

export const conversationShape = object(
  {
    id: text('The conversation.'),
    phone: text('Of the person.'),
    ownNumber: text('Of the business; blank if it had none.'),
    customerId: orNull(text('Whose phone it was when the last text was written.')),
    customer: maybe(orNull(customerShape)),
    consent: word('What the person said about texts.', consents),
    assigneeId: orNull(text('The user who takes care of it.')),
    assignee: maybe(orNull(userShape)),
    isWaiting: bool(
      'True if the person wrote, and was not answered since. A text that you send answers, with or without a pay link; ' +
        'receipts, notices and automatic answers do not. It can be marked as read, too.',
    ),
    createdAt: moment('When it began.'),
    heardAt: orNull(moment('When the person wrote last.')),
    readAt: orNull(moment('When it was answered, or marked as read, after the person wrote last.')),
    lastAt: moment('When the last text was written.'),
    lastMessage: maybe(orNull(lastMessageShape)),
  },
  { name: 'Conversation' },
);

const shownConversation = conversations.omit('businessId');

const shownMessage = messages.pick(
  'id',
  'conversationId',
  'direction',
  'kind',
  'state',
  'body',
  'mediaCount',
  'createdAt',
);

const lastMessage: Expansion<{ readonly id: bigint }> = {
  async load({ db }, { business }, rows) {
    const found = await shownMessage.read(
      db,
      `select ${shownMessage.of('m')} from unnest($2::bigint[]) as o(id)
       cross join lateral (
         select * from (
           (select * from messages where business_id = $1 and conversation_id = o.id and state <> 'scheduled'
            order by created_at desc, id desc limit 1)
           union all
           (select * from messages where business_id = $1 and conversation_id = o.id and state = 'scheduled'
            order by created_at desc, id desc limit 1)
         ) found order by state = 'scheduled' limit 1
       ) m`,
      [business.id, rows.map((row) => row.id)],
    );
    const byConversation = new Map(found.map((one) => [one.conversationId, one]));
    return rows.map((row): TypeOf<typeof lastMessageShape> | null => {
      const last = byConversation.get(row.id);
      if (!last) return null;
      const { direction, kind, state, body, mediaCount } = last;
      return {
        ...{ id: String(last.id), direction, kind, status: state, body, mediaCount },
        createdAt: last.createdAt.toISOString(),
      };
    });
  },
};

/** SQL that is true if the phone is, or begins with, what was typed; none if that is no phone. */
function phoneBegins(column: string, q: string, $: (value: unknown) => string): string[] {
  const typed = phoneTyped(q);
  if (typed === undefined) return [];
  const [low, high] = rangeOf(typed);
  return [beginsWith(column, $(low), $(high))];
}

function searched(q: string, $: (value: unknown) => string): string {
  const any = [...phoneBegins('phone', q, $), ...isOneOf('customer_id', customersFound(q, $))].map(
    (condition) =>
      `(select id from conversations where business_id = $1 and ${condition}
        order by last_at desc limit ${mostCollected})`,
  );
  const found = [...numbered(q, $), ...any];
  return foundBy('v.id', found);
}

const common = commonTexts({ payer: 'v.customer_id' }, (q, $) => [
  ...isNumbered('v.id', q, $),
  ...phoneBegins('v.phone', q, $),
]);

const waits = isWaitingSql('v');

export const conversationListing: Listing<
  (typeof shownConversation)['fields'],
  TypeOf<typeof conversationShape>
> = {
  rows: shownConversation,
  select: shownConversation.of('v'),
  // Not `c`, which searches call customers.
  from: 'conversations v',
  business: 'v.business_id',
  // A conversation that gets a text while a reader turns the pages moves to the first page, and the reader misses it: a list
  // with `lastFrom`, the moment at which the reading began, has it.
  key: [
    { sql: 'v.last_at', type: 'timestamptz' },
    { sql: 'v.id', type: 'int8' },
  ],
  // A search looks up the customer of each of them.
  looksAt: 5_000,
  filters: {
    phone: indexIs('v.phone', phone('Of the person.')),
    customerId: payerIs('v.customer_id', id('The customer.')),
    assigneeId: indexIs('v.assignee_id', id('The user who takes care of it.')),
    consent: columnIs('v.consent', word('What the person said.', consents)),
    waiting: indexed(bool('Whether it waits for an answer: see isWaiting.'), (value) =>
      value ? waits : `not (${waits})`,
    ),
    lastFrom: indexed(
      moment('Whose last text was written at this moment or later.'),
      (value, $) => `v.last_at >= ${$(value)}::timestamptz`,
    ),
    lastTo: indexed(
      moment('Whose last text was written before this moment.'),
      (value, $) => `v.last_at < ${$(value)}::timestamptz`,
    ),
  },
  search: {
    doc: 'id; phone, or its beginning of six digits or more; name or mail address of the customer, or the beginning of one of them.',
    isIndexed: () => true,
    where: searched,
    common,
  },
  expand: {
    customer: customerExpansion,
    assignee: userExpansion((row) => row.assigneeId),
    lastMessage,
  },
  item: conversationShape,
  wire: (row) => ({
    id: String(row.id),
    phone: row.phone,
    ownNumber: row.ownNumber,
    customerId: row.customerId === undefined ? null : String(row.customerId),
    consent: row.consent,
    assigneeId: row.assigneeId === undefined ? null : String(row.assigneeId),
    isWaiting: isWaiting(row),
    createdAt: row.createdAt.toISOString(),
    heardAt: row.heardAt?.toISOString() ?? null,
    readAt: row.readAt?.toISOString() ?? null,
    lastAt: row.lastAt.toISOString(),
  }),
};

/** The conversations that rows name. */
export const conversationExpansion = expansionTo(conversationListing, {
  sql: 'v.id',
  type: 'int8',
  of: ({ id: key }) => key,
})((row: { readonly conversationId: bigint }) => row.conversationId);
