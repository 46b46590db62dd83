import { currencies } from '../../../kernel/currency.ts';
import { isPaidOut } from '../../../parties/businesses/paid-out.ts';
import {
  failedMailDays,
  mostCounted,
  readOpenTasks,
  returnDays,
  type Task,
} from '../../../records/open-tasks.ts';
import { nextPayoutTime } from '../../../settlement/moments.ts';
import { endpoint } from '../endpoint.ts';
import { day, integer, list, moment, object, orNull, sum, text, word } from '../shape.ts';

const waitingShape = object(
  {
    id: text('Its id.'),
    at: orNull(moment('Since when it waits; of a dispute, until when it must be answered.')),
    what: text(
      'What it is: the kind of a case, the reason of a dispute, the code of a return, the phone of a conversation, the mailbox of a mail, the day by which an invoice was to be paid; else empty.',
    ),
    payer: text('Whom it concerns; empty if nobody is known.'),
    amount: orNull(sum('How much it concerns.')),
    currency: orNull(word('Of the amount.', currencies)),
  },
  { name: 'WaitingObject' },
);

const counted = (what: string) =>
  object(
    {
      count: integer(`${what}, at most ${mostCounted}: then there may be more.`),
      first: orNull(waitingShape),
    },
    {
      doc: `${what}: how many, and the first of them, which is the oldest or the one that is due first.`,
    },
  );

const homeShape = object(
  {
    unknownPayments: counted('Payments whose outcome is not known: nobody may charge them again'),
    bankReturns: counted(`Bank transfers that came back within ${returnDays} days`),
    waitingConversations: counted(
      'Conversations in which the other side wrote, and that nobody has answered or read since',
    ),
    overdueInvoices: counted(
      'Open invoices whose day to be paid is over; each waits since the end of that day',
    ),
    failedMails: counted(`Mails that failed for good within ${failedMailDays} days`),
    openCases: counted('What people must decide'),
    openDisputes: counted('Disputes that are not decided'),
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
    nextPayoutAt: orNull(moment('When the next payout is made. Null: payouts are off.')),
  },
  { name: 'Home' },
);

const iso = (at: Date | undefined) => at?.toISOString() ?? null;

function wireOf(task: Task | undefined) {
  if (!task) return { count: 0, first: null };
  const { count, at, id, what, payer, cents } = task;
  const amount = cents === undefined ? null : Number(cents);
  const currency = amount === null ? null : (task.currency ?? null);
  return { count, first: { id: String(id), at: iso(at), what, payer, amount, currency } };
}

export const homeEndpoints = [
  endpoint({
    id: 'home.retrieve',
    method: 'GET',
    path: '/v1/home',
    doc: `Returns what waits for somebody in the business, in one answer. Nothing is counted beyond ${mostCounted}.`,
    right: 'read',
    answer: homeShape,
    async handle({ db, now }, { business, today }) {
      const at = now();
      const { failingEndpoints, application, payout, ...tasks } = await readOpenTasks(
        db,
        business,
        { now: at, today },
      );
      const hasPayouts = await isPaidOut(db, business);
      return {
        body: {
          unknownPayments: wireOf(tasks.unknownPayments),
          bankReturns: wireOf(tasks.bankReturns),
          waitingConversations: wireOf(tasks.waitingConversations),
          overdueInvoices: wireOf(tasks.overdueInvoices),
          failedMails: wireOf(tasks.failedMails),
          openCases: wireOf(tasks.openCases),
          openDisputes: wireOf(tasks.openDisputes),
          failingEndpoints: failingEndpoints.map(({ kind, status, failingSince }) => ({
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
          nextPayoutAt: hasPayouts ? nextPayoutTime(at).toISOString() : null,
        },
      };
    },
  }),
];
