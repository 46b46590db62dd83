import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DayFigures } from '../../../clients/typescript/src/index.ts';
import { useHere } from './business.tsx';
import { dayIn } from './format.ts';
import { useLiveRefresh } from './live.tsx';

export const periods = [1, 7, 30, 90] as const;
export type Period = (typeof periods)[number];

/** The period of the address, or a month. */
export function periodOf(days: string | undefined): Period {
  return periods.find((one) => String(one) === days) ?? 30;
}

/** A single bar tells nothing: the chart of today shows a week. */
const leastCharted = 7;

type Sums = ReturnType<typeof sumOf>;
/** The days of a period and those of the period before; today is the last one. */
export type Figures = {
  readonly currency: string;
  readonly now: Sums;
  readonly before: Sums;
  readonly charted: readonly DayFigures[];
  readonly chartedBefore: readonly DayFigures[];
};

export function useFigures(days: Period) {
  const { business, client, now } = useHere();
  const today = dayIn(now(), business.timeZone);
  const found = useQuery({
    queryKey: [business.id, 'figures', days, today],
    queryFn: async () => {
      const charted = Math.max(days, leastCharted);
      const { currency, data } = await client.figures.retrieve({
        from: daysBefore(today, 2 * charted - 1),
        to: today,
      });
      return figuresOf(currency, data, days);
    },
    placeholderData: keepPreviousData,
  });
  useLiveRefresh(['payment.', 'dispute.'], () => void found.refetch());
  return found;
}

function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);
}

/** Figures of twice as many days as are charted, the oldest first. */
function figuresOf(currency: string, data: readonly DayFigures[], days: number): Figures {
  const half = data.length / 2;
  return {
    currency,
    now: sumOf(data.slice(data.length - days)),
    before: sumOf(data.slice(data.length - 2 * days, data.length - days)),
    charted: data.slice(half),
    chartedBefore: data.slice(0, half),
  };
}

function sumOf(days: readonly DayFigures[]) {
  const sum = (of: (one: DayFigures) => number) => days.reduce((total, one) => total + of(one), 0);
  const approved = sum((one) => one.approvedCount);
  const declined = sum((one) => one.declinedCount);
  const captured = sum(volumeOf);
  const refunded = sum((one) => one.refundedAmount);
  const returned = sum((one) => one.returnedAmount);
  return {
    ...{ captured, refunded, returned },
    net: captured - refunded - returned,
    payments: approved + sum((one) => one.bankCount),
    byBank: sum((one) => one.bankCount),
    declined,
    approvalRate: rateOf({ approvedCount: approved, declinedCount: declined }),
  };
}

export function volumeOf({ cardAmount, bankAmount }: DayFigures): number {
  return cardAmount + bankAmount;
}

/** The share of approvals among the decided card payments; undefined if there were none. */
export function rateOf({
  approvedCount,
  declinedCount,
}: Pick<DayFigures, 'approvedCount' | 'declinedCount'>): number | undefined {
  const decided = approvedCount + declinedCount;
  return decided === 0 ? undefined : approvedCount / decided;
}
