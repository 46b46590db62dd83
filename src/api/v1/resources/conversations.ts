import { Refusal } from '../../../kernel/refusal.ts';
import { announceChanges } from '../../../notify/conversations/announce.ts';
import { conversations, markRead } from '../../../notify/conversations/conversation-store.ts';
import { messageKinds, messageStates, messages } from '../../../notify/conversations/message.ts';
import { cancelTexts } from '../../../notify/conversations/message-moves.ts';
import { isHeld } from '../../../notify/conversations/message-store.ts';
import { writeText } from '../../../notify/conversations/write-text.ts';
import { recordAct } from '../../../records/audit-log.ts';
import { optional, timestamptz } from '../../../runtime/column.ts';
import { freeText } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { columnIs, createdBetween, indexIs } from '../filters.ts';
import { indexed, type Listing, listEndpoint } from '../list.ts';
import { findRow, retrieveEndpoint } from '../retrieve.ts';
import { foundBy } from '../search.ts';
import {
  bool,
  field,
  id,
  integer,
  maybe,
  moment,
  object,
  orNull,
  type TypeOf,
  text,
  wholePhone,
  word,
} from '../shape.ts';
import {
  conversationExpansion,
  conversationListing,
  conversationShape,
} from './conversation-view.ts';
import { keyOfText } from './key-of-text.ts';

export const messageShape = object(
  {
    id: text('The text.'),
    conversationId: text('The conversation.'),
    conversation: maybe(orNull(conversationShape)),
    direction: word('In from the person, or out to it.', ['in', 'out']),
    kind: word('An answer was sent by itself to STOP, START or HELP.', messageKinds),
    status: word('What it is by now.', messageStates),
    phone: text('Of the person.'),
    body: text('What was written; the address of a pay link is shown as [PBTLINK].'),
    payLinkId: orNull(text('The pay link in it.')),
    segments: integer('How many parts the carrier counts.'),
    mediaCount: integer('Pictures that came with it.'),
    errorCode: orNull(text('Why it was not sent or did not arrive.')),
    actor: orNull(
      text(
        'Who wrote it, as the audit log names them: a person, a key, the operator. Null if it came in, or was sent by itself.',
      ),
    ),
    createdAt: moment('When it was written.'),
    sentAt: orNull(moment('When the carrier had it.')),
    sendsAt: orNull(moment('When it goes out, while it is scheduled.')),
    finishedAt: orNull(moment('When its fate was known.')),
  },
  { name: 'Message' },
);

const shownMessage = messages.pick(
  'id',
  'conversationId',
  'direction',
  'kind',
  'state',
  'body',
  'linkId',
  'segments',
  'mediaCount',
  'errorCode',
  'actor',
  'createdAt',
  'sentAt',
  'finishedAt',
);
const messageRow = shownMessage.with({
  phone: conversations.fields.phone,
  sendsAt: optional(timestamptz),
});

const messageListing: Listing<(typeof messageRow)['fields'], TypeOf<typeof messageShape>> = {
  rows: messageRow,
  select: `${shownMessage.of('m')}, c.phone,
    case when m.state = 'scheduled' and not ${isHeld('m.due_at')} then m.due_at end as "sendsAt"`,
  from: 'messages m',
  joins: 'join conversations c on c.business_id = m.business_id and c.id = m.conversation_id',
  business: 'm.business_id',
  key: [{ sql: 'm.id', type: 'int8' }],
  filters: {
    conversationId: indexIs('m.conversation_id', id('The conversation.')),
    customerId: {
      ...indexed(id('The customer whose conversation it is in.'), (value, $) =>
        foundBy('m.id', [
          `select t.id from conversations o
           join messages t on t.business_id = o.business_id and t.conversation_id = o.id
           where o.business_id = $1 and o.customer_id = ${$(value)}`,
        ]),
      ),
      namesCustomer: true,
    },
    direction: columnIs('m.direction', word('Its direction.', ['in', 'out'])),
    kind: columnIs('m.kind', word('Its kind.', messageKinds)),
    status: columnIs('m.state', word('What it is.', messageStates)),
    payLinkId: indexIs('m.link_id', id('The pay link.')),
    ...createdBetween('m.created_at'),
  },
  search: {
    doc: 'phone.',
    isIndexed: () => true,
    where: (q, $) =>
      foundBy('m.conversation_id', [
        `select id from conversations where business_id = $1 and phone = ${$(q.replace(/\D/g, ''))}`,
      ]),
  },
  expand: { conversation: conversationExpansion },
  item: messageShape,
  wire: (row) => ({
    id: String(row.id),
    conversationId: String(row.conversationId),
    direction: row.direction,
    kind: row.kind,
    status: row.state,
    phone: row.phone,
    body: row.body,
    payLinkId: row.linkId === undefined ? null : String(row.linkId),
    segments: row.segments,
    mediaCount: row.mediaCount,
    errorCode: row.errorCode ?? null,
    actor: row.actor ?? null,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    sendsAt: row.sendsAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }),
};

const messageParams = { messageId: id('The text.') };

/** A text as answers show it. */
export async function messageNamed(
  world: Parameters<typeof findRow>[0],
  call: V1Call,
  messageId: string,
) {
  const row = await findRow(world, messageListing as never, call, ['m.id', messageId]);
  return await messageListing.wire(row as never, call, world as never);
}

export const conversationEndpoints = [
  listEndpoint(
    {
      id: 'conversations.list',
      path: '/v1/conversations',
      doc: 'Lists conversations by text, the one with the newest text first. One that gets a text meanwhile is on the first page.',
    },
    conversationListing,
  ),
  retrieveEndpoint(
    {
      id: 'conversations.retrieve',
      path: '/v1/conversations/{conversationId}',
      doc: 'Returns a conversation. Its texts are found by conversationId.',
      param: 'conversationId',
      shape: id('The conversation.'),
      column: 'v.id',
    },
    conversationListing,
  ),
  endpoint({
    id: 'conversations.markRead',
    method: 'POST',
    path: '/v1/conversations/{conversationId}/read',
    doc: 'Marks a conversation as read, for everybody in the business: it waits no longer. The next text of the person makes it wait again.',
    right: 'charge',
    orRight: 'refund',
    whileSuspended: true,
    params: { conversationId: id('The conversation.') },
    body: object({
      isRead: maybe(bool('True when left out. False: it waits again, if the person ever wrote.')),
    }),
    answer: conversationShape,
    refuses: ['not_found'],
    async handle(world, call) {
      const { business, params, body } = call;
      const key = { businessId: business.id, id: BigInt(params.conversationId) };
      const at = world.now();
      await world.db.begin(async (tx) => {
        const isThere = await markRead(tx, key, body.isRead === false ? undefined : at);
        if (!isThere) throw new Refusal('not_found');
        const change = { conversationId: key.id, what: 'read' } as const;
        await announceChanges(world, tx, business.id, [change], at);
      });
      const named = ['v.id', params.conversationId] as const;
      const row = await findRow(world, conversationListing, call as unknown as V1Call, named);
      return { body: await conversationListing.wire(row, call as unknown as V1Call, world) };
    },
  }),
  listEndpoint(
    { id: 'messages.list', path: '/v1/messages', doc: 'Lists texts in and out, the newest first.' },
    messageListing,
  ),
  retrieveEndpoint(
    {
      id: 'messages.retrieve',
      path: '/v1/messages/{messageId}',
      doc: 'Returns a text.',
      param: 'messageId',
      shape: messageParams.messageId,
      column: 'm.id',
    },
    messageListing,
  ),
  endpoint({
    id: 'messages.create',
    method: 'POST',
    path: '/v1/messages',
    doc: 'Sends a text in the name of the business. A status of queued says that it goes out at once, scheduled that it waits until sendsAt, and blocked that it will not be sent, and errorCode why.',
    right: 'charge',
    body: object(
      {
        phone: wholePhone('Ten digits.'),
        body: field(freeText('What is written.', 'smsText', { multiline: true })),
      },
      { name: 'NewMessage' },
    ),
    answer: messageShape,
    status: 201,
    needsServices: ['messaging'],
    refuses: ['wrong_fields'],
    async handle(world, call) {
      const { business, actor, body: sent } = call;
      const idempotencyKey = keyOfText(call.idempotencyKey);
      const written = { businessId: business.id, ...sent, actor, idempotencyKey };
      const made = await writeText(world, written);
      const body = await messageNamed(world, call as unknown as V1Call, String(made));
      return { body, headers: { Location: `/v1/messages/${made}` } };
    },
  }),
  endpoint({
    id: 'messages.cancel',
    method: 'POST',
    path: '/v1/messages/{messageId}/cancel',
    doc: 'Cancels a text that was not sent yet.',
    right: 'charge',
    params: messageParams,
    answer: messageShape,
    refuses: ['not_found', 'wrong_state'],
    async handle(world, call) {
      const { business, params, actor } = call;
      const { id: businessId } = business;
      await messageNamed(world, call as unknown as V1Call, params.messageId);
      const key = { businessId, id: BigInt(params.messageId) };
      await world.db.begin(async (tx) => {
        const at = world.now();
        if ((await cancelTexts(world, tx, { ...key, at })) === 0) throw new Refusal('wrong_state');
        const object = `message:${params.messageId}`;
        await recordAct(tx, { businessId, actor, act: 'text.canceled', object, facts: {}, at });
      });
      return { body: await messageNamed(world, call as unknown as V1Call, params.messageId) };
    },
  }),
];
