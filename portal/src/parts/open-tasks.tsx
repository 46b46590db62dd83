import { Link } from 'wouter';
import type { Home, WaitingObject } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { money, nearDay, phone, since } from '../data/format.ts';
import { useOpenTasks } from '../data/open-tasks.ts';
import { home as words } from '../words/home.ts';
import { type Text, t } from '../words/language.ts';
import type { Tone } from '../words/states.ts';
import { nameOfCase } from './case-parts.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Bones, Card, Fault } from './show.tsx';

/** Tasks that wait for a person: each names its object and leads to it; of several, the first one. */
export function OpenTasks() {
  const here = useHere();
  const found = useOpenTasks();
  const open = found.data ? openOnes(found.data, here) : [];
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
          {open.map(({ tone, icon, title, why, href, when }) => (
            <li key={title} data-tone={tone}>
              <Icon name={icon} />
              <Link className="grow" href={href}>
                <b>{title}</b>
                <small>{why}</small>
              </Link>
              {when !== '' && <span className="soft small">{when}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type Kind = {
  readonly task:
    | 'unknownPayments'
    | 'bankReturns'
    | 'openCases'
    | 'openDisputes'
    | 'waitingConversations'
    | 'overdueInvoices'
    | 'failedMails';
  readonly tone: Tone;
  readonly icon: IconName;
  readonly title: (count: number) => Text;
  /** The action that solves it. */
  readonly rule?: Text;
  readonly list: string;
  readonly object: (id: string) => string;
  /** The facts beside payer and amount. */
  readonly what?: (first: WaitingObject) => string;
  /** True if `at` says until when. */
  readonly isDue?: true;
};

const kinds: readonly Kind[] = [
  {
    task: 'unknownPayments',
    tone: 'doubt',
    icon: 'ask',
    title: words.unknownOutcomes,
    rule: words.holdOrders,
    list: '/payments?status=unknown',
    object: (id) => `/payments/${id}`,
  },
  {
    task: 'openDisputes',
    tone: 'bad',
    icon: 'refund',
    title: words.openDisputes,
    list: '/disputes?status=open',
    object: (id) => `/disputes/${id}`,
    what: ({ what }) => what,
    isDue: true,
  },
  {
    task: 'openCases',
    tone: 'wait',
    icon: 'scale',
    title: words.decisions,
    list: '/cases',
    object: (id) => `/cases/${id}`,
    what: ({ what }) => nameOfCase({ kind: what as never }),
  },
  {
    task: 'bankReturns',
    tone: 'bad',
    icon: 'refund',
    title: words.bankReturns,
    list: '/ach-returns',
    object: (id) => `/ach-returns/${id}`,
    what: ({ what }) => what,
  },
  {
    task: 'waitingConversations',
    tone: 'move',
    icon: 'chat',
    title: words.waiting,
    list: '/conversations?waiting=true',
    object: (id) => `/conversations?id=${id}`,
    what: ({ what, payer }) => (payer === '' ? phone(what) : ''),
  },
  {
    task: 'overdueInvoices',
    tone: 'wait',
    icon: 'bill',
    title: words.overdue,
    list: '/pay-links?overdue=true',
    object: (id) => `/invoices/${id}`,
  },
  {
    task: 'failedMails',
    tone: 'bad',
    icon: 'mail',
    title: words.failedMails,
    list: '/mails?status=failed',
    object: (id) => `/mails/${id}`,
    what: ({ what }) => what,
  },
];

function openOnes(home: Home, here: ReturnType<typeof useHere>) {
  const found = kinds.flatMap((kind) => {
    const { count, first } = home[kind.task];
    return first ? [shownOf(kind, count, first, here)] : [];
  });
  const [hook] = home.failingEndpoints;
  if (!hook) return found;
  const failing = {
    tone: 'bad',
    icon: 'hook',
    title: t(words.failingHooks(home.failingEndpoints.length, hook.kind)),
    why: t(hook.status === 'disabled' ? words.hookDisabled : words.receiverDown),
    href: '/webhooks',
    when: hook.failingSince ? since(hook.failingSince, here.now()) : '',
  } as const;
  return [...found, failing];
}

function shownOf(
  kind: Kind,
  count: number,
  first: WaitingObject,
  { business, now }: ReturnType<typeof useHere>,
) {
  const { tone, icon, title, rule, what, isDue } = kind;
  const { id, at, payer, amount, currency } = first;
  const sum = amount === null || currency === null ? '' : money(amount, currency);
  const object = [what?.(first), payer, sum].filter(Boolean).join(', ');
  const named = count === 1 ? object : t((isDue ? words.firstDue : words.oldest)(object));
  const day = at && isDue ? nearDay(new Date(at), business.timeZone, now(), 'within') : '';
  return {
    ...{ tone, icon },
    title: t(title(count)),
    why: rule ? `${named}. ${t(rule)}` : named,
    href: count === 1 ? kind.object(id) : kind.list,
    when: isDue ? day && t(words.untilDay(day)) : at ? since(at, now()) : '',
  };
}
