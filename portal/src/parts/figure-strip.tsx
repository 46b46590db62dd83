import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Home } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { type Figures, type Period, rateOf } from '../data/figures.ts';
import { dayNear, money, nearDay, number, percent } from '../data/format.ts';
import { home as words } from '../words/home.ts';
import { t } from '../words/language.ts';

type Props = { figures: Figures; days: Period; home: Home | undefined };

/** Figures: income, share of approvals, refunds, and the amount that reaches the bank. */
export function FigureStrip({ figures: { currency, now, before, charted }, days, home }: Props) {
  const rates = charted.map(rateOf);
  return (
    <dl className="figures">
      <Figure
        title={t(words.captured)}
        big={money(now.captured, currency)}
        after={now.net !== now.captured && t(words.net(money(now.net, currency)))}
      >
        {before.captured > 0 ? (
          <>
            <Change now={now.captured} before={before.captured} /> {t(words.onBefore(days))}
          </>
        ) : (
          t(words.paymentCount(now.payments, number(now.payments)))
        )}
      </Figure>
      <Figure
        title={t(words.approvalRate)}
        big={now.approvalRate === undefined ? '' : percent(now.approvalRate)}
        spark={<Spark values={rates} />}
      >
        {before.approvalRate !== undefined && now.approvalRate !== undefined && (
          <>
            <Points by={now.approvalRate - before.approvalRate} /> {t(words.points)} ·{' '}
          </>
        )}
        {t(words.declined(number(now.declined)))}
      </Figure>
      <Figure title={t(words.refunded)} big={money(now.refunded, currency)}>
        {now.returned > 0
          ? t(words.returnedToo(money(now.returned, currency)))
          : t(words.noReturns)}
      </Figure>
      <ToTheBank home={home} payments={now.payments} byBank={now.byBank} />
    </dl>
  );
}

/** A payout that is on its way, or when the next one is made; without payouts, how many payments there were. */
function ToTheBank({
  home,
  payments,
  byBank,
}: {
  home: Home | undefined;
  payments: number;
  byBank: number;
}) {
  const { business, now } = useHere();
  const { payout, nextPayoutAt } = home ?? {};
  const nextDay = (place: 'alone' | 'within') =>
    nextPayoutAt ? nearDay(new Date(nextPayoutAt), business.timeZone, now(), place) : '';
  if (payout) {
    const { effectiveOn } = payout;
    const day = effectiveOn && dayNear(effectiveOn, business.timeZone, now(), 'within');
    const next = nextDay('within');
    return (
      <Figure
        title={t(words.onTheWay)}
        big={<Link href={`/payouts/${payout.id}`}>{money(payout.amount, 'USD')}</Link>}
      >
        {day
          ? `${t(words.arrives(day))}${next && ` · ${t(words.thenNext(next))}`}`
          : next && t(words.nextOn(next))}
      </Figure>
    );
  }
  const next = nextDay('alone');
  if (next) {
    return (
      <Figure title={t(words.nextPayout)} big={next}>
        {t(words.nothingOnTheWay)}
      </Figure>
    );
  }
  return (
    <Figure title={t(words.payments)} big={number(payments)}>
      {t(words.byBank(number(byBank)))}
    </Figure>
  );
}

function Figure({
  title,
  big,
  after,
  spark,
  children,
}: {
  title: string;
  big: ReactNode;
  /** The rest of it. */
  after?: ReactNode;
  spark?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="figure">
      <dt>{title}</dt>
      <dd className="big">{big || '\u00a0'}</dd>
      {after && <dd className="then">{after}</dd>}
      <dd className="then">{children}</dd>
      {spark}
    </div>
  );
}

function Change({ now, before }: { now: number; before: number }) {
  const by = now / before - 1;
  return <span className={by < 0 ? 'down' : 'up'}>{percent(by, 'signed')}</span>;
}

function Points({ by }: { by: number }) {
  const shown = (by * 100).toFixed(1).replace('-', '−');
  return <span className={by < 0 ? 'down' : 'up'}>{by < 0 ? shown : `+${shown}`}</span>;
}

const [sparkWidth, sparkHeight] = [72, 24];

/** How a rate went; days without one are left out. Decoration: the chart's table has the numbers. */
function Spark({ values }: { values: readonly (number | undefined)[] }) {
  const known = values.flatMap((value, i) => (value === undefined ? [] : [{ i, value }]));
  if (known.length < 2) return null;
  const least = Math.min(...known.map(({ value }) => value));
  const span = Math.max(...known.map(({ value }) => value)) - least || 1;
  const points = known.map(({ i, value }) => {
    const x = (i / (values.length - 1)) * sparkWidth;
    const y = 2 + (1 - (value - least) / span) * (sparkHeight - 4);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <dd className="spark">
      <svg className="chart" aria-hidden="true" viewBox={`0 0 ${sparkWidth} ${sparkHeight}`}>
        <path className="s1" d={`M${points.join('L')}`} />
      </svg>
    </dd>
  );
}
