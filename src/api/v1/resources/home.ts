import {
  date,
  int4,
  int8,
  optional,
  text as textColumn,
  timestamptz,
} from '../../../runtime/column.ts';
import type { Sql } from '../../../runtime/sql.ts';
import { shape } from '../../../runtime/table.ts';
import { endpoint } from '../endpoint.ts';
import { day, integer, list, moment, object, orNull, sum, text } from '../shape.ts';

/** More are not counted: what is shown then is that there are at least so many. */
const mostCounted = 100;
const returnDays = 7;
const dayMs = 24 * 3_600_000;

const counted = (what: string) =>
  object(
    {
      count: integer(`${what}, at most ${mostCounted}: then there may be more.`),
      oldestAt: orNull(moment('Of the oldest one that was counted.')),
    },
    { doc: what },
  );

const homeShape = object(
  {
    unknownPayments: counted('Payments whose outcome is not known: nobody may charge them again.'),
    bankReturns: counted(`Bank transfers that came back within ${returnDays} days.`),
    waitingConversations: counted('Conversations in which the other side wrote last.'),
    openCases: counted('What people must decide.'),
    openDisputes: object(
      {
        count: integer(`Open disputes, at most ${mostCounted}: then there may be more.`),
        answerUntil: orNull(moment('The next day by which one must be answered.')),
      },
      { doc: 'Disputes that are not decided.' },
    ),
    failingEndpoints: list(
      object({
        kind: text('Which endpoint.'),
        status: text('Failing: the last deliveries failed. Disabled: nothing is sent any more.'),
        failingSince: orNull(moment('Since when.')),
      }),
      'Webhook endpoints that do not get what is sent.',
    ),
    application: orNull(
      object(
        { id: text('The application.'), status: text('Whom it waits for.') },
        { doc: 'The application of the business that is not decided.' },
      ),
    ),
    payout: orNull(
      object(
        {
          id: text('The bank transfer.'),
          amount: sum('What is paid out, in US dollars.'),
          last4: text('Of the account that it goes to.'),
          createdAt: moment('When it was made.'),
          effectiveOn: orNull(day('When the bank books it. Null: it is in no file yet.')),
        },
        { doc: 'The newest payout that has not arrived.' },
      ),
    ),
  },
  { name: 'Home' },
);

const counts = shape({
  unknown: int4,
  unknownAt: optional(timestamptz),
  returned: int4,
  returnedAt: optional(timestamptz),
  waiting: int4,
  waitingAt: optional(timestamptz),
  cases: int4,
  casesAt: optional(timestamptz),
  disputes: int4,
  answerUntil: optional(timestamptz),
});
const endpoints = shape({
  kind: textColumn,
  status: textColumn,
  failingSince: optional(timestamptz),
});
const applications = shape({ id: int8, status: textColumn });
const payouts = shape({
  id: int8,
  amountCents: int8,
  last4: textColumn,
  createdAt: timestamptz,
  effectiveOn: optional(date),
});

/** The count and the oldest moment of rows that a condition leaves, read no further than what is counted. */
const upTo = (rows: string) =>
  `(select count(*)::int4 as n, min(at) as at from (${rows} limit ${mostCounted}) few)`;

const countText = `select
    unknown.n as unknown, unknown.at as "unknownAt", returned.n as returned, returned.at as "returnedAt",
    waiting.n as waiting, waiting.at as "waitingAt", cases.n as cases, cases.at as "casesAt",
    disputed.n as disputes, disputed.at as "answerUntil"
  from
    ${upTo(`select w.asked_at as at from payment_watches w
      join payments p on p.business_id = w.business_id and p.id = w.id
      where w.business_id = $1 and w.kind = 'unknown' and p.state = 'unknown'`)} unknown,
    ${upTo(`select received_at as at from ach_answers
      where business_id = $1 and kind = 'return' and received_at >= $2 order by received_at desc`)} returned,
    ${upTo(`select heard_at as at from conversations
      where business_id = $1 and heard_at is not null and heard_at >= last_at`)} waiting,
    ${upTo(`select created_at as at from open_questions
      where business_id = $1 and state <> 'closed' order by created_at`)} cases,
    ${upTo(`select answer_until as at from disputes
      where business_id = $1 and state in ('inquiry', 'open') order by answer_until`)} disputed`;

async function readTasks(sql: Sql, businessId: bigint, now: Date) {
  const since = new Date(now.getTime() - returnDays * dayMs);
  const of = [businessId];
  const [found, failing, application, payout] = await Promise.all([
    counts.readRow(sql, countText, [businessId, since]),
    endpoints.read(
      sql,
      `select kind, state as status, failing_since as "failingSince" from webhook_endpoints
       where business_id = $1 and state <> 'enabled' order by kind`,
      of,
    ),
    applications.readOne(
      sql,
      `select id, state as status from applications
       where business_id = $1 and state not in ('active', 'declined', 'withdrawn', 'expired')`,
      of,
    ),
    payouts.readOne(
      sql,
      `select id, amount_cents as "amountCents", last4, created_at as "createdAt", effective_on as "effectiveOn"
       from ach_entries
       where business_id = $1 and kind = 'deposit' and created_at >= $2
         and state in ('queued', 'filed', 'originated')
       order by created_at desc limit 1`,
      [businessId, since],
    ),
  ]);
  return { found, failing, application, payout };
}

const iso = (at: Date | undefined) => at?.toISOString() ?? null;

export const homeEndpoints = [
  endpoint({
    id: 'home.retrieve',
    method: 'GET',
    path: '/v1/home',
    doc: `Returns what waits for somebody in the business, in one answer. Nothing is counted beyond ${mostCounted}.`,
    right: 'read',
    answer: homeShape,
    async handle({ db, now }, { business }) {
      const { found, failing, application, payout } = await readTasks(db, business.id, now());
      return {
        body: {
          unknownPayments: { count: found.unknown, oldestAt: iso(found.unknownAt) },
          bankReturns: { count: found.returned, oldestAt: iso(found.returnedAt) },
          waitingConversations: { count: found.waiting, oldestAt: iso(found.waitingAt) },
          openCases: { count: found.cases, oldestAt: iso(found.casesAt) },
          openDisputes: { count: found.disputes, answerUntil: iso(found.answerUntil) },
          failingEndpoints: failing.map(({ kind, status, failingSince }) => ({
            kind,
            status,
            failingSince: iso(failingSince),
          })),
          application: application
            ? { id: String(application.id), status: application.status }
            : null,
          payout: payout
            ? {
                id: String(payout.id),
                amount: Number(payout.amountCents),
                last4: payout.last4,
                createdAt: payout.createdAt.toISOString(),
                effectiveOn: payout.effectiveOn?.toString() ?? null,
              }
            : null,
        },
      };
    },
  }),
];
