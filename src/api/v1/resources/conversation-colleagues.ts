import { flaw } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { assignConversation } from '../../../notify/conversations/assign.ts';
import { addNote, conversationNotes } from '../../../notify/conversations/notes.ts';
import { freeText } from '../../operations/fields.ts';
import { type Endpoint, endpoint, type V1Call } from '../endpoint.ts';
import { createdBetween } from '../filters.ts';
import { type Listing, listEndpoint } from '../list.ts';
import { findRow } from '../retrieve.ts';
import { field, id, maybe, moment, object, orNull, type TypeOf, text } from '../shape.ts';
import { conversationListing, conversationShape } from './conversation-view.ts';

/* Assignments and notes of colleagues in a conversation. The person sees neither. */

const params = { conversationId: id('The conversation.') };

const noUser = flaw('unknown', 'is not a user of this business who may sign in');

const updateOne = endpoint({
  id: 'conversations.update',
  method: 'PATCH',
  path: '/v1/conversations/{conversationId}',
  doc:
    'Assigns a conversation to a user of the business, or to nobody. Whoever may write texts sees and answers it as before: it ' +
    'only says who takes care of it. A disabled user keeps what was assigned before, and gets nothing more.',
  right: 'charge',
  orRight: 'refund',
  whileSuspended: true,
  params,
  body: object(
    { assigneeId: maybe(orNull(id('The user who takes care of it; null: nobody.'))) },
    { name: 'ConversationChange' },
  ),
  answer: conversationShape,
  refuses: ['not_found', 'wrong_fields'],
  async handle(world, call) {
    const { business, body, actor, params: named } = call;
    const read = async () => await conversationNamed(world, call as unknown as V1Call);
    const { assigneeId } = body;
    if (assigneeId === undefined) return { body: await read() };
    const assignment = {
      businessId: business.id,
      id: BigInt(named.conversationId),
      assigneeId: assigneeId === null ? undefined : BigInt(assigneeId),
    };
    const outcome = await assignConversation(world, assignment, actor);
    if (outcome === 'not_there') throw new Refusal('not_found');
    if (outcome === 'no_user')
      throw new Refusal('wrong_fields', { details: [fieldFault('assigneeId', noUser)] });
    return { body: await read() };
  },
});

async function conversationNamed(world: Parameters<typeof findRow>[0], call: V1Call) {
  const { conversationId } = call.params as { conversationId: string };
  const row = await findRow(world, conversationListing, call, ['v.id', conversationId]);
  return await conversationListing.wire(row, call, world as never);
}

const noteShape = object(
  {
    id: text('The note.'),
    conversationId: text('The conversation.'),
    actor: text('Who wrote it, as the audit log names them.'),
    body: text('What was written.'),
    createdAt: moment('When it was written.'),
  },
  {
    name: 'ConversationNote',
    doc: 'What a colleague wrote about a conversation, for colleagues alone.',
  },
);

const shown = conversationNotes.omit('businessId');

const listing: Listing<(typeof shown)['fields'], TypeOf<typeof noteShape>> = {
  rows: shown,
  select: shown.of('o'),
  from: 'conversation_notes o',
  business: 'o.business_id',
  where: ({ params: named }, $) =>
    `o.conversation_id = ${$(BigInt((named as Record<string, string>).conversationId!))}`,
  key: [
    { sql: 'o.created_at', type: 'timestamptz' },
    { sql: 'o.id', type: 'int8' },
  ],
  filters: createdBetween('o.created_at'),
  item: noteShape,
  wire: (note) => ({
    id: String(note.id),
    conversationId: String(note.conversationId),
    actor: note.actor,
    body: note.body,
    createdAt: note.createdAt.toISOString(),
  }),
};

const path = '/v1/conversations/{conversationId}/notes';

const list = listEndpoint(
  {
    id: 'conversations.listNotes',
    path,
    doc: 'Lists what colleagues wrote about a conversation, the newest first. None of it is ever sent to the person.',
    params,
  },
  listing,
);

const listNotes: Endpoint = {
  ...list,
  refuses: [...list.refuses, 'not_found'],
  async handle(world, call) {
    await conversationNamed(world, call as unknown as V1Call);
    return await list.handle(world, call);
  },
};

const addOne = endpoint({
  id: 'conversations.addNote',
  method: 'POST',
  path,
  doc:
    'Writes a note about a conversation, for the people who work for the business. It is in no text, mail, webhook or page of ' +
    'the person. It cannot be changed, goes when the customer is forgotten, and answers nobody.',
  right: 'charge',
  orRight: 'refund',
  whileSuspended: true,
  params,
  body: object(
    { body: field(freeText('What is written.', 'note', { multiline: true })) },
    { name: 'NewConversationNote' },
  ),
  answer: noteShape,
  status: 201,
  refuses: ['not_found', 'wrong_fields'],
  async handle(world, call) {
    const { business, actor, body: sent, params: named } = call;
    const note = {
      businessId: business.id,
      id: await world.ids.next(business.id),
      conversationId: BigInt(named.conversationId),
      actor,
      body: sent.body,
      createdAt: world.now(),
    };
    if (!(await addNote(world, note))) throw new Refusal('not_found');
    return { body: await listing.wire(note, call as unknown as V1Call, world) };
  },
});

export const colleagueEndpoints: readonly Endpoint[] = [updateOne, listNotes, addOne];
