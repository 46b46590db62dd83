import { currencies } from '../../../kernel/currency.ts';
import { flaw } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { type DayFigures, readFigures } from '../../../payments/figures/daily-figures.ts';
import { endpoint } from '../endpoint.ts';
import { bool, day, integer, list, maybe, object, sum, text, word } from '../shape.ts';

/** Longer ones are asked for in parts: an answer stays small. */
const mostDays = 366;
const usualDays = 30;
const badPeriod = flaw(
  'out_of_range',
  `must be a day up to "to", and at most ${mostDays} days before it`,
);

const dayShape = object(
  {
    day: day('The day in the zone of the business.'),
    isOver: bool('False for today, whose sums still grow.'),
    cardAmount: sum(
      'What was taken from cards: sales on the day on which they were made, captures on theirs.',
    ),
    bankAmount: sum('What the bank was asked to debit.'),
    refundedAmount: sum(
      'Refunds, and voids of what was taken, on the day on which they were done.',
    ),
    returnedAmount: sum(
      'What came back from banks, less what they paid when they were asked again; it may be below zero.',
    ),
    approvedCount: integer('Card payments made that day that were approved.'),
    declinedCount: integer('Card payments made that day that were declined.'),
    bankCount: integer('Payments from bank accounts made that day.'),
    returnCount: integer('Debits that came back that day.'),
  },
  { name: 'DayFigures' },
);

const figuresShape = object(
  {
    currency: word('Of the amounts.', currencies),
    timeZone: text('The zone whose days these are.'),
    data: list(dayShape, 'Each day, the oldest first. Where nothing happened, all is 0.'),
  },
  { name: 'Figures' },
);

export const figureEndpoints = [
  endpoint({
    id: 'figures.retrieve',
    method: 'GET',
    path: '/v1/figures',
    doc:
      `Returns what the business took and refunded, day by day, for at most ${mostDays} days. Amounts are those of the ` +
      'ledger; test payments of a live business are left out. A day that is over changes only while the outcome of a payment made on it is not known.',
    right: 'read',
    query: {
      from: maybe(day(`The first day; ${usualDays} days when left out.`)),
      to: maybe(day('The last day; today when left out.')),
      currency: maybe(word('That of the business when left out.', currencies)),
    },
    answer: figuresShape,
    async handle({ db }, { business, today, query }) {
      const { id: businessId, timeZone } = business;
      const to = query.to === undefined ? today : Temporal.PlainDate.from(query.to);
      const from =
        query.from === undefined
          ? to.subtract({ days: usualDays - 1 })
          : Temporal.PlainDate.from(query.from);
      const count = from.until(to).days + 1;
      if (count < 1 || count > mostDays) {
        throw new Refusal('wrong_fields', { details: [fieldFault('from', badPeriod)] });
      }
      const currency = query.currency ?? business.currency;
      const days = await readFigures(db, { businessId, timeZone }, { from, to, currency });
      const data = days.map((one) => wireOf(one, today.toString()));
      return { body: { currency, timeZone, data } };
    },
  }),
];

function wireOf(figures: DayFigures, today: string) {
  const {
    day,
    cardCents,
    bankCents,
    refundedCents,
    returnedCents,
    currency: _,
    ...counts
  } = figures;
  return {
    day,
    isOver: day < today,
    cardAmount: Number(cardCents),
    bankAmount: Number(bankCents),
    refundedAmount: Number(refundedCents),
    returnedAmount: Number(returnedCents),
    ...counts,
  };
}
