import { chargeBehaviours, testCards } from '#sandbox';
import { hourMs } from '../../../kernel/duration.ts';
import { inbox } from '../../../notify/conversations/sandbox-inbox.ts';
import { rememberMs } from '../../../parties/businesses/authenticate.ts';
import { atClockOf, secondsAhead } from '../../../parties/businesses/clock.ts';
import { readBusiness } from '../../../parties/businesses/store.ts';
import { jobs } from '../../../runtime/jobs.ts';
import { advance } from '../../../time-machine/advance.ts';
import { readTimers } from '../../../time-machine/due.ts';
import type { World } from '../../../world.ts';
import { endpoint } from '../endpoint.ts';
import { columnIs, indexIs } from '../filters.ts';
import { filter, type Listing, listEndpoint } from '../list.ts';
import { retrieveEndpoint } from '../retrieve.ts';
import { id, integer, list, moment, object, orNull, type TypeOf, text, word } from '../shape.ts';

const itemShape = object(
  {
    id: text('What arrived.'),
    channel: word('A call is a phone that rang.', ['text', 'mail', 'call']),
    reference: text('The text or mail that it is.'),
    sender: text('Who sent it.'),
    recipient: text('The phone or mailbox.'),
    subject: orNull(text('Of a mail.')),
    body: text('What it says.'),
    html: orNull(text('The same as a page.')),
    attachments: list(text('A name.'), 'Files that came with it.'),
    receivedAt: moment('When it arrived.'),
  },
  { name: 'InboxItem' },
);

const shown = inbox.omit('businessId');

const listing: Listing<(typeof shown)['fields'], TypeOf<typeof itemShape>> = {
  rows: shown,
  select: shown.of('i'),
  from: 'sandbox_inbox i',
  business: 'i.business_id',
  key: [{ sql: 'i.id', type: 'int8' }],
  filters: {
    channel: columnIs('i.channel', word('How it came.', ['text', 'mail', 'call'])),
    recipient: indexIs('i.recipient', text('The phone or mailbox.', { maxLength: 254 })),
    receivedFrom: filter(
      moment('At this moment or later.'),
      (value, $) => `i.received_at >= ${$(value)}::timestamptz`,
    ),
    receivedTo: filter(
      moment('Before this moment.'),
      (value, $) => `i.received_at < ${$(value)}::timestamptz`,
    ),
  },
  search: {
    doc: 'recipient or subject.',
    where: (q, $) => {
      const asText = $(q);
      return `i.recipient = ${asText} or i.subject = ${asText}`;
    },
  },
  item: itemShape,
  wire: (row) => ({
    id: String(row.id),
    channel: row.channel,
    reference: row.reference,
    sender: row.sender,
    recipient: row.recipient,
    subject: row.subject ?? null,
    body: row.body,
    html: row.html ?? null,
    attachments: row.attachments,
    receivedAt: row.receivedAt.toISOString(),
  }),
};

const clockShape = object(
  {
    now: moment('The time of the business.'),
    timeZone: text('Where it is.'),
    aheadSeconds: integer('How far its clock was moved on.'),
    timers: list(
      object({ at: moment('When.'), name: text('What.') }, { name: 'Timer' }),
      'What is due next.',
    ),
  },
  { name: 'Clock' },
);

const mostTimers = 50;
/** More takes longer than a caller waits; the command line goes further. */
const mostHours = 24 * 31;

const jobShape = object(
  {
    kind: text('What is to be done.'),
    key: text('What it is about.'),
    runAt: moment('When it is due.'),
    tries: integer('How often it was begun.'),
    lastError: orNull(text('Why it failed last.')),
  },
  { name: 'Job' },
);
const shownJob = jobs.pick('kind', 'key', 'runAt', 'tries', 'lastError');

const jobListing: Listing<(typeof shownJob)['fields'], TypeOf<typeof jobShape>> = {
  rows: shownJob,
  select: shownJob.of('j'),
  from: 'jobs j',
  business: 'j.business_id',
  key: [
    { sql: 'j.kind', type: 'text' },
    { sql: 'j.key', type: 'text' },
  ],
  ascends: true,
  filters: {
    kind: columnIs('j.kind', text('What is to be done.', { maxLength: 50 })),
    runTo: filter(
      moment('Due before this moment.'),
      (value, $) => `j.run_at < ${$(value)}::timestamptz`,
    ),
  },
  search: { doc: 'what it is about.', where: (q, $) => `j.key = ${$(q)}` },
  item: jobShape,
  wire: ({ kind, key, runAt, tries, lastError }) => ({
    kind,
    key,
    runAt: runAt.toISOString(),
    tries,
    lastError: lastError ?? null,
  }),
};

/** As scripts of the bank name it, or by the amount. */
const cardBehaviours = [...chargeBehaviours, 'by_amount'] as const;

export const sandboxEndpoints = [
  endpoint({
    id: 'sandbox.cards',
    method: 'GET',
    path: '/v1/sandbox/cards',
    doc: 'Lists the test cards and what the simulated bank does with each.',
    right: 'read',
    answer: object({
      data: list(
        object(
          {
            number: text('The card.'),
            brand: text('Its brand.'),
            does: word('What the bank does.', cardBehaviours),
            says: text('The same in a sentence.'),
          },
          { name: 'TestCard' },
        ),
        'All of them.',
      ),
    }),
    handle: async () => ({
      body: {
        data: testCards.map(({ number, brand, does, says }) => ({ number, brand, does, says })),
      },
    }),
  }),
  listEndpoint(
    {
      id: 'sandbox.inbox',
      path: '/v1/sandbox/inbox',
      doc: 'Lists what the phones and mailboxes of payers received, the newest first.',
      inSandboxOnly: true,
    },
    listing,
  ),
  retrieveEndpoint(
    {
      id: 'sandbox.inboxItem',
      path: '/v1/sandbox/inbox/{itemId}',
      doc: 'Returns a text or mail that arrived.',
      param: 'itemId',
      shape: id('What arrived.'),
      column: 'i.id',
      inSandboxOnly: true,
    },
    listing,
  ),
  endpoint({
    id: 'sandbox.clock',
    method: 'GET',
    path: '/v1/sandbox/clock',
    doc: 'Returns the time of the business and what is due next.',
    right: 'read',
    inSandboxOnly: true,
    answer: clockShape,
    async handle(world, { business }) {
      return { body: await clockOf(world, business) };
    },
  }),
  endpoint({
    id: 'sandbox.advance',
    // Clocks are told from those of all businesses.
    acrossBusinesses: true,
    method: 'POST',
    path: '/v1/sandbox/clock/advance',
    doc: 'Moves the clock of a sandbox business on, and does what falls due on the way, each thing at its time.',
    right: 'administer',
    inSandboxOnly: true,
    body: object({ hours: integer('How far.', 1, mostHours) }),
    answer: clockShape,
    refuses: ['wrong_state', 'busy'],
    async handle(world, { business, body, actor }) {
      // The time machine starts from the time of everybody, and running services take the new one a moment later.
      const everybody = atClockOf(world, { clockAheadMs: -business.clockAheadMs });
      await advance(everybody, business.id, { byMs: body.hours * hourMs }, actor);
      await world.sleep(rememberMs);
      const now = await readBusiness(world.db, business.id);
      return { body: await clockOf(atClockOf(everybody, now!), now!) };
    },
  }),
  listEndpoint(
    {
      id: 'jobs.list',
      path: '/v1/jobs',
      doc: 'Lists work of the business that waits, by kind.',
      right: 'administer',
    },
    jobListing,
  ),
];

async function clockOf(
  world: Pick<World, 'db' | 'now'>,
  {
    id: businessId,
    timeZone,
    clockAheadMs,
  }: { id: bigint; timeZone: string; clockAheadMs: number },
): Promise<TypeOf<typeof clockShape>> {
  const timers = await readTimers(world, businessId, mostTimers);
  return {
    now: world.now().toISOString(),
    timeZone,
    aheadSeconds: secondsAhead({ clockAheadMs }),
    timers: timers.map(({ at, name }) => ({ at: at.toISOString(), name })),
  };
}
