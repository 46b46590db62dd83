import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { type Period, periodOf, periods, useFigures } from '../data/figures.ts';
import { useLiveRefresh } from '../data/live.tsx';
import { useOpenTasks } from '../data/open-tasks.ts';
import { FigureStrip } from '../parts/figure-strip.tsx';
import { FirstSteps } from '../parts/first-steps.tsx';
import { Icon } from '../parts/icon.tsx';
import { useNewPayment } from '../parts/new-payment.tsx';
import { OpenTasks } from '../parts/open-tasks.tsx';
import { PaymentState, payerName } from '../parts/payment-parts.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Amount, Bones, Card, Empty, Fault, Id, Method, When } from '../parts/show.tsx';
import { VolumeChart } from '../parts/volume-chart.tsx';
import { common } from '../words/common.ts';
import { home as words } from '../words/home.ts';
import { t } from '../words/language.ts';
import { payments as paymentWords } from '../words/payments.ts';
import { places as titles } from '../words/places.ts';

const shownPayments = 8;

/** How the business does, what happened last, what waits for a person, and the first steps of an integrator. */
export default function Home() {
  const { may, business } = useHere();
  const [query, change] = useQueryOfAddress();
  const days = periodOf(query.days);
  const choose = (next: Period) => change({ days: String(next) });
  const newPayment = useNewPayment();
  return (
    <Sheet
      title={t(titles.home)}
      actions={
        <>
          <div className="desk-only">
            <Periods chosen={days} onChoose={choose} />
          </div>
          {newPayment}
        </>
      }
    >
      <div className="home">
        <div className="left">
          <div className="phone-only">
            <Periods chosen={days} onChoose={choose} />
          </div>
          <Volume days={days} />
          <LatestPayments />
        </div>
        <div className="right">
          <OpenTasks />
          {business.environment === 'sandbox' && may('administer') && <FirstSteps />}
        </div>
      </div>
    </Sheet>
  );
}

function Periods({ chosen, onChoose }: { chosen: Period; onChoose(days: Period): void }) {
  return (
    <fieldset className="seg">
      <legend className="unseen">{t(words.period)}</legend>
      {periods.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === chosen}
          onClick={() => onChoose(days)}
        >
          {t(words.lastDays(days))}
        </button>
      ))}
    </fieldset>
  );
}

function Volume({ days }: { days: Period }) {
  const found = useFigures(days);
  const tasks = useOpenTasks();
  const figures = found.data;
  return (
    <section className="card" aria-label={t(words.volume)}>
      {figures ? (
        <>
          <FigureStrip figures={figures} home={tasks.data} days={days} />
          <VolumeChart figures={figures} />
        </>
      ) : found.error ? (
        <div className="in">
          <Fault error={found.error} retry={() => void found.refetch()} />
        </div>
      ) : (
        <Bones rows={8} />
      )}
    </section>
  );
}

/** Parts that a narrow card leaves out have a class. */
const heads = [
  [common.customer],
  [common.method, 'spare-next'],
  [common.order, 'spare'],
  [common.status],
  [common.created],
  [common.amount],
] as const;

function LatestPayments() {
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'home', 'payments'],
    queryFn: async () => await client.payments.list({ limit: shownPayments, expand: ['customer'] }),
  });
  useLiveRefresh(['payment.'], () => void found.refetch());
  const rows = found.data?.data ?? [];
  return (
    <Card
      title={t(words.latest)}
      tools={
        <Link className="btn plain s" href="/payments">
          {t(words.allPayments)}
          <Icon name="arrow" />
        </Link>
      }
    >
      {found.isPending ? (
        <Bones />
      ) : found.error ? (
        <div className="in">
          <Fault error={found.error} retry={() => void found.refetch()} />
        </div>
      ) : rows.length === 0 ? (
        <Empty icon="card" title={t(paymentWords.empty)} text={t(paymentWords.emptyText)} />
      ) : (
        <div className="card-rows">
          <table className="table plain inset fold">
            <caption className="unseen">{t(words.latest)}</caption>
            <thead className="unseen">
              <tr>
                {heads.map(([title, spare]) => (
                  <th key={t(title)} scope="col" className={spare}>
                    {t(title)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((one) => (
                <tr key={one.id}>
                  <td className="p1">
                    <Link className="whole" href={`/payments/${one.id}`}>
                      {payerName(one) || one.orderNumber}
                    </Link>
                  </td>
                  <td className="p3 soft spare-next">
                    <Method {...one} />
                  </td>
                  <td className="soft wide-only spare">
                    <Id text={one.orderNumber} head={6} />
                  </td>
                  <td className="p4">
                    <PaymentState payment={one} />
                  </td>
                  <td className="num soft">
                    <When at={one.createdAt} />
                  </td>
                  <td className="num p2">
                    <Amount minor={one.amount} currency={one.currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
