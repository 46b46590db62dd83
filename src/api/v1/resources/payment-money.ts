import type { InvoiceDetails } from '../../../payments/invoice.ts';
import { type PaidPayment, readPaymentMoney } from '../../../settlement/payment-money.ts';
import type { Expansion } from '../list.ts';
import { bool, day, list, moment, object, orNull, sum, type TypeOf, text } from '../shape.ts';
import { lineShape, linesWire } from './invoice-line.ts';

export const moneyShape = object(
  {
    lines: list(lineShape, 'Parts of the amount, as they were sent.'),
    fee: orNull(
      sum(
        'What the platform takes for it. Null: its outcome is not known, or the terms were changed since its batch was closed, ' +
          'which has the fees of all that is in it.',
      ),
    ),
    isFeeFinal: bool('False: it is what the present terms would take.'),
    net: orNull(sum('What was taken less refunds, disputes and the fee; null without a fee.')),
    batchClosesAt: orNull(
      moment(
        'When the open batch that it is in is closed. Null: it is in none, or the processor closes by its own clock.',
      ),
    ),
    payoutExpectedOn: orNull(
      day(
        'The banking day on which it is paid out, at the soonest. Null: it is paid out, or not known.',
      ),
    ),
    payout: orNull(
      object(
        {
          id: text('The payout.'),
          status: text('What it is by now.'),
          settledAt: orNull(moment('When the bank had it.')),
        },
        { name: 'PaymentPayout', doc: 'The payout that has its batch.' },
      ),
    ),
  },
  { name: 'PaymentMoney' },
);

type Row = PaidPayment & {
  readonly details: InvoiceDetails;
  readonly refundedCents: bigint;
  readonly disputedCents: bigint;
};

/** The costs of payments, and the place of their money. */
export const moneyExpansion: Expansion<Row> = {
  async load(world, { business }, rows) {
    const money = await readPaymentMoney(world, business, rows);
    return rows.map((row, i): TypeOf<typeof moneyShape> => {
      const { feeCents, isFeeFinal, batchClosesAt, payoutOn, payout } = money[i]!;
      return {
        lines: linesWire(row.details),
        fee: feeCents === undefined ? null : Number(feeCents),
        isFeeFinal,
        net: feeCents === undefined ? null : Number(leftOf(row) - feeCents),
        batchClosesAt: batchClosesAt?.toISOString() ?? null,
        payoutExpectedOn: payoutOn ?? null,
        payout: payout
          ? {
              id: String(payout.id),
              status: payout.state,
              settledAt: payout.settledAt?.toISOString() ?? null,
            }
          : null,
      };
    });
  },
};

/** The amount that was taken and is still there; a void or a return took all of it back. */
function leftOf({ state, capturedCents, refundedCents, disputedCents }: Row): bigint {
  if (state === 'voided' || state === 'returned') return 0n;
  return capturedCents - refundedCents - disputedCents;
}
