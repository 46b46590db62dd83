import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Home as Tasks } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { since } from '../data/format.ts';
import { useLive } from '../data/live.tsx';
import { useOpenTasks } from '../data/open-tasks.ts';
import { FirstSteps } from '../parts/first-steps.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { PaymentState, payerName } from '../parts/payment-parts.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Amount, Bones, Card, Empty, Fault, Method, When } from '../parts/show.tsx';
import { common } from '../words/common.ts';
import { home as words } from '../words/home.ts';
import { type Text, t } from '../words/language.ts';
import { payments as paymentWords } from '../words/payments.ts';
import { places as titles } from '../words/places.ts';
import type { Tone } from '../words/states.ts';

const shownPayments = 8;

/** What happened last, what waits for a person, and the first steps of an integrator. */
export default function Home() {
  const { may, business } = useHere();
  return (
    <Sheet
      title={t(titles.home)}
      actions={
        may('charge') && (
          <Link className="btn main" href="/terminal">
            <Icon name="plus" />
            {t(paymentWords.newPayment)}
          </Link>
        )
      }
    >
      <div className="home">
        <LatestPayments />
        <div className="right">
          <OpenTasks />
          {business.environment === 'sandbox' && may('administer') && <FirstSteps />}
        </div>
      </div>
    </Sheet>
  );
}

const heads = [
  common.customer,
  common.method,
  common.order,
  common.status,
  common.created,
  common.amount,
];

function LatestPayments() {
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'home', 'payments'],
    queryFn: async () => await client.payments.list({ limit: shownPayments, expand: ['customer'] }),
  });
  useLive(['payment.'], () => void found.refetch());
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
                {heads.map((title) => (
                  <th
                    key={t(title)}
                    scope="col"
                    className={title === common.order ? 'spare' : undefined}
                  >
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
                  <td className="p3 soft">
                    <Method {...one} />
                  </td>
                  <td className="digits soft wide-only spare">{one.orderNumber}</td>
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

type Task = {
  tone: Tone;
  icon: IconName;
  title: (count: number) => Text;
  why: Text;
  href: string;
};

function OpenTasks() {
  const { now } = useHere();
  const found = useOpenTasks();
  const open = found.data ? openOnes(found.data) : [];
  return (
    <Card
      title={t(words.tasks)}
      tools={open.length > 0 && <em className="count">{open.length}</em>}
    >
      {found.isPending ? (
        <Bones rows={3} />
      ) : found.error ? (
        <div className="in">
          <Fault error={found.error} retry={() => void found.refetch()} />
        </div>
      ) : open.length === 0 ? (
        <p className="in soft">{t(words.noTask)}</p>
      ) : (
        <ul className="lines">
          {open.map(({ tone, icon, title, why, href, count, oldestAt }) => (
            <li key={href} data-tone={tone}>
              <Icon name={icon} />
              <Link className="grow" href={href}>
                <b>{t(title(count))}</b>
                <small>{t(why)}</small>
              </Link>
              {oldestAt && <span className="soft small">{since(oldestAt, now())}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function openOnes(home: Tasks) {
  return [
    { ...tasks.unknown, ...home.unknownPayments },
    {
      ...tasks.hooks,
      count: home.failingEndpoints.length,
      oldestAt: home.failingEndpoints[0]?.failingSince,
    },
    { ...tasks.returns, ...home.bankReturns },
    { ...tasks.texts, ...home.waitingConversations },
    { ...tasks.cases, ...home.openCases },
    { ...tasks.disputes, count: home.openDisputes.count, oldestAt: null },
  ].filter(({ count }) => count > 0);
}

const tasks = {
  unknown: {
    tone: 'doubt',
    icon: 'ask',
    title: words.unknownOutcomes,
    why: words.holdOrders,
    href: '/payments?status=unknown',
  },
  returns: {
    tone: 'bad',
    icon: 'refund',
    title: words.bankReturns,
    why: words.cameBack,
    href: '/payments?status=returned',
  },
  texts: {
    tone: 'move',
    icon: 'chat',
    title: words.waiting,
    why: words.wroteLast,
    href: '/conversations',
  },
  cases: {
    tone: 'wait',
    icon: 'scale',
    title: words.decisions,
    why: words.twoPersons,
    href: '/cases',
  },
  hooks: {
    tone: 'bad',
    icon: 'hook',
    title: words.failingHooks,
    why: words.receiverDown,
    href: '/webhooks',
  },
  disputes: {
    tone: 'bad',
    icon: 'refund',
    title: words.openDisputes,
    why: words.answerInTime,
    href: '/disputes',
  },
} as const satisfies Record<string, Task>;
