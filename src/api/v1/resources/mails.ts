import { wordsOf } from '../../../notify/mail/compose.ts';
import { loggedMails, mailStates } from '../../../notify/mail/store.ts';
import { int8, optional } from '../../../runtime/column.ts';
import { endpoint } from '../endpoint.ts';
import { columnIs, createdBetween, payerIs } from '../filters.ts';
import { filter, indexed, type Listing, listEndpoint, wires } from '../list.ts';
import { findRow } from '../retrieve.ts';
import { id, integer, moment, object, orNull, type TypeOf, text, word } from '../shape.ts';

const fields = {
  id: text('The mail.'),
  to: text('The mailbox that it goes to.'),
  customerId: orNull(text('The payer that it goes to; null: it goes to the business.')),
  kind: text('What it tells of, as the kind of its event: payment.captured is a receipt.'),
  eventId: text('The event that it tells of.'),
  objectId: orNull(text('What the event happened to; null if the event is kept no longer.')),
  status: word(
    'Queued: waits, also to be tried again, and then has an error code. Sending: is being handed over. Failed: it will never arrive.',
    mailStates,
  ),
  errorCode: orNull(text('Why the last try failed.')),
  tries: integer('Tries that ended.'),
  createdAt: moment('When it was queued.'),
  dueAt: orNull(moment('When it is tried next.')),
  sentAt: orNull(moment('When the mail server took it.')),
};
const mailShape = object(fields, { name: 'Mail' });
const wholeShape = object(
  {
    ...fields,
    subject: orNull(text('As it would be written now; null if there is nothing to say any more.')),
    text: orNull(
      text('The same of its text. Secret addresses in it are left out: a pay link shows its own.'),
    ),
  },
  { name: 'MailWithText' },
);

const rows = loggedMails.with({ objectId: optional(int8) });
const ofObject = 'array(select id from events where business_id = $1 and object_id = ';

const listing: Listing<(typeof rows)['fields'], TypeOf<typeof mailShape>> = {
  rows,
  select: `${loggedMails.of('m')}, e.object_id as "objectId"`,
  from: 'mails m',
  joins: 'left join events e on e.business_id = m.business_id and e.id = m.event_id',
  business: 'm.business_id',
  key: [{ sql: 'm.id', type: 'int8' }],
  filters: {
    status: columnIs('m.state', word('Its status.', mailStates)),
    kind: columnIs('m.kind', text('What it tells of.', { maxLength: 50 })),
    to: filter(
      text('The mailbox that it goes to, in letters of any case.', { maxLength: 254 }),
      (value, $) => `lower(m.recipient) = lower(${$(value)})`,
    ),
    customerId: payerIs('m.customer_id', id('The payer that it goes to.')),
    objectId: indexed(
      id('What its event happened to.'),
      (value, $) => `m.event_id = any(${ofObject}${$(BigInt(value))}))`,
    ),
    ...createdBetween('m.created_at'),
  },
  search: {
    doc: 'its id, that of its object, or the beginning of the mailbox or of the kind.',
    where(q, $) {
      const asText = $(q);
      const any = [
        `starts_with(lower(m.recipient), lower(${asText}))`,
        `starts_with(m.kind, lower(${asText}))`,
      ];
      if (/^\d{1,18}$/.test(q)) {
        const number = $(BigInt(q));
        any.push(`m.id = ${number}`, `m.event_id = any(${ofObject}${number}))`);
      }
      return any.join(' or ');
    },
  },
  item: mailShape,
  wire: (row) => ({
    id: String(row.id),
    to: row.recipient,
    customerId: row.customerId === undefined ? null : String(row.customerId),
    kind: row.kind,
    eventId: row.eventId,
    objectId: row.objectId === undefined ? null : String(row.objectId),
    status: row.state,
    errorCode: row.errorCode ?? null,
    tries: row.tries,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
  }),
};

export const mailEndpoints = [
  listEndpoint(
    {
      id: 'mails.list',
      path: '/v1/mails',
      doc: 'Lists mails to payers and to the business, the newest first.',
    },
    listing,
  ),
  endpoint({
    id: 'mails.retrieve',
    method: 'GET',
    path: '/v1/mails/{mailId}',
    doc: 'Returns a mail with its words. They follow from its event, and are written when it is sent.',
    right: 'read',
    params: { mailId: id('The mail.') },
    answer: wholeShape,
    refuses: ['not_found'],
    async handle(world, call) {
      const { mailId } = call.params;
      const row = await findRow(world, listing, call, ['m.id', mailId]);
      const [mail] = await wires(world, listing, call, [row]);
      const words = await wordsOf(world, call.business.id, BigInt(mailId));
      return { body: { ...mail!, subject: words?.subject ?? null, text: words?.text ?? null } };
    },
  }),
];
