import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type {
  Delivery,
  Event,
  LedgerTransfer,
  Payment,
} from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { brandName, money } from '../data/format.ts';
import { type Cut, limit, type Story } from '../data/payment-story.ts';
import { common } from '../words/common.ts';
import { inWords, type Text, t } from '../words/language.ts';
import { eventLook, tookAnother } from '../words/payment-events.ts';
import { payments as words } from '../words/payments.ts';
import { declines } from '../words/refusals.ts';
import { lookOf } from '../words/states.ts';
import { nameOfCase } from './case-parts.tsx';
import { Icon, Shape } from './icon.tsx';
import { later } from './later.tsx';
import { attemptSteps } from './payment-attempts.tsx';
import { messageSteps, PaymentMessages } from './payment-messages.tsx';
import { RefundTable } from './refund-table.tsx';
import { Tabs } from './sheet.tsx';
import { Bones, Empty, Fault, Note, State } from './show.tsx';
import { type Step, Timeline } from './timeline.tsx';

/** Few look at the webhooks of a payment. */
const ReplayButton = later(async () => (await import('./delivery-parts.tsx')).ReplayButton);

type Props = {
  payment: Payment;
  story: Story;
  current: string;
  onChoose(part: string): void;
  /** Undefined: there is no receipt, or this person may not send it. */
  onResend: (() => void) | undefined;
};

export function PaymentTabs({ payment, story, current, onChoose, onResend }: Props) {
  const requested = requestedStep(payment);
  const events = story.events.map((event) => eventStep(event, payment));
  const ledger = ledgerSteps(story.transfers);
  const webhooks = story.deliveries.map((one) => deliveryStep(one));
  const bank = attemptSteps(story.attempts);
  const messages = messageSteps(story.messages);
  const all = [requested, ...bank, ...events, ...ledger, ...messages, ...webhooks];
  const countOf = (steps: readonly unknown[]) => (story.isLoading ? undefined : steps.length);
  const cut = story.cut.filter(({ part }) => current === 'all' || part === current);
  return (
    <>
      <Tabs
        current={current}
        onChoose={onChoose}
        tabs={[
          { key: 'all', text: t(common.all), count: countOf(all) },
          { key: 'bank', text: t(words.bankTab), count: countOf(bank) },
          { key: 'events', text: t(words.eventsTab), count: countOf(events) },
          { key: 'messages', text: t(words.messagesTab), count: countOf(messages) },
          { key: 'refunds', text: t(words.refundsTab), count: countOf(story.refunds) },
          { key: 'ledger', text: t(words.ledgerTab), count: countOf(story.transfers) },
          { key: 'webhooks', text: t(words.webhooksTab), count: countOf(webhooks) },
          { key: 'json', text: t(words.jsonTab) },
        ]}
      />
      {story.error !== null && (
        <div className="pad">
          <Fault error={story.error} />
        </div>
      )}
      {cut.length > 0 && <CutNote cut={cut} />}
      {story.isLoading && current !== 'json' ? (
        <Bones />
      ) : (
        <Part {...{ current, story, onResend }} steps={{ all, bank, events, ledger }} />
      )}
      {current === 'json' && <pre className="code json">{JSON.stringify(payment, null, 2)}</pre>}
    </>
  );
}

const partNames: Readonly<Record<Cut['part'], Text>> = {
  bank: words.bankTab,
  events: words.eventsTab,
  messages: words.messagesTab,
  refunds: words.refundsTab,
  ledger: words.ledgerTab,
  webhooks: words.webhooksTab,
};

/** Says of which parts only the latest are shown, and leads to the lists that have all. */
function CutNote({ cut }: { cut: readonly Cut[] }) {
  return (
    <div className="pad">
      <Note tone="wait" title={t(words.onlyLatest(limit))}>
        {cut.map(({ part, all }, i) => (
          <span key={part}>
            {i > 0 && ' · '}
            {all === undefined ? t(partNames[part]) : <Link href={all}>{t(partNames[part])}</Link>}
          </span>
        ))}
      </Note>
    </div>
  );
}

type PartProps = {
  readonly current: string;
  readonly story: Story;
  readonly steps: Readonly<Record<string, readonly Step[]>>;
  readonly onResend: (() => void) | undefined;
};

function Part({ current, story, steps, onResend }: PartProps) {
  if (current === 'messages')
    return <PaymentMessages messages={story.messages} {...{ onResend }} />;
  if (current === 'webhooks') return <Webhooks deliveries={story.deliveries} />;
  if (current === 'refunds')
    return story.refunds.length === 0 ? (
      <Empty icon="refund" title={t(words.noRefund)} text={t(words.noRefundText)} />
    ) : (
      <RefundTable refunds={story.refunds} />
    );
  const shown = steps[current];
  return shown ? <Timeline steps={shown} /> : null;
}

function requestedStep({ method, brand, last4, amount, currency, createdAt }: Payment): Step {
  const name = method === 'bank' ? t(words.bankAccount) : brandName(brand) || t(common.card);
  return {
    key: 'requested',
    at: createdAt,
    knob: <Icon name="arrow" small />,
    name: t(words.requested),
    why: t(words.requestedBy(`${name} •••• ${last4}`, money(amount, currency))),
  };
}

function eventStep({ id, kind, happenedAt, data }: Event, payment: Payment): Step {
  const { currency, amount } = payment;
  const look = eventLook(kind);
  const { tone, shape, word } = look;
  // A capture that was voided since is of what was approved.
  const taken = payment.amountCaptured || payment.amountApproved;
  const isAnother = kind === 'payment.captured' && taken !== amount;
  const why = isAnother ? tookAnother(money(taken, currency), money(amount, currency)) : look.why;
  const told = data as { followUpCents?: string; outcomeCode?: string; message?: string };
  const said = [
    told.followUpCents && money(Number(told.followUpCents), currency),
    why && t(why),
    told.outcomeCode &&
      told.outcomeCode !== 'unknown' &&
      told.message &&
      `${inWords({ code: told.outcomeCode, message: told.message }, declines)} (${told.outcomeCode})`,
  ];
  return {
    key: id,
    at: happenedAt,
    tone,
    knob: <Shape name={shape} />,
    name: t(word),
    why: (
      <>
        {said.filter(Boolean).join(' · ')}
        {isAnother && <CaseOfAmount paymentId={payment.id} />}
      </>
    ),
  };
}

/** Leads to the case about the amount, while a person must decide it. */
function CaseOfAmount({ paymentId }: { paymentId: string }) {
  const { client, business } = useHere();
  const { data = [] } = useQuery({
    queryKey: [business.id, 'cases', 'about amount', paymentId],
    queryFn: async () =>
      (await client.cases.list({ kind: 'amount_differs', objectId: paymentId })).data,
  });
  const open = data.find(({ status }) => status === 'open' || status === 'proposed');
  if (!open) return null;
  return (
    <>
      {' · '}
      <Link href={`/cases/${open.id}`}>{nameOfCase(open)}</Link>
    </>
  );
}

/** Rows of one moment were written in one transaction. */
function ledgerSteps(transfers: readonly LedgerTransfer[]): readonly Step[] {
  const groups = Map.groupBy(transfers, ({ madeAt }) => madeAt);
  return [...groups].map(([at, group]) => ({
    key: `ledger ${at}`,
    at,
    knob: <Icon name="book" small />,
    name: t(words.ledgerTab),
    why: t(words.ledgerOf(group.length)),
    box: <Postings transfers={group} />,
  }));
}

function Postings({ transfers }: { transfers: readonly LedgerTransfer[] }) {
  return (
    <div className="box post">
      <table className="table plain inset">
        <thead>
          <tr>
            <th scope="col">{t(words.debit)}</th>
            <th scope="col">{t(words.credit)}</th>
            <th scope="col" className="num">
              {t(common.amount)}
            </th>
          </tr>
        </thead>
        <tbody>
          {transfers.map(({ id, debit, credit, amount, currency }) => (
            <tr key={id}>
              <td className="mono">{debit}</td>
              <td className="mono">{credit}</td>
              <td className="num">{money(amount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Each with a button that sends it again. */
function Webhooks({ deliveries }: { deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0)
    return <Empty icon="hook" title={t(words.noWebhook)} text={t(words.noWebhookText)} />;
  return <Timeline steps={deliveries.map((one) => deliveryStep(one, true))} />;
}

function deliveryStep(delivery: Delivery, replays = false): Step {
  const { id, endpointId, status, kind, tries, lastStatus, lastError, isReplay } = delivery;
  const said = [
    kind,
    tries > 0 && t(words.triesOf(tries)),
    lastStatus === null ? lastError : t(words.answered(lastStatus)),
    isReplay && t(words.replayed),
  ];
  return {
    key: `delivery ${id}`,
    at: delivery.finishedAt ?? delivery.createdAt,
    tone: lookOf(status).tone,
    knob: <Icon name="hook" small />,
    name: t(words.webhookTo(endpointId)),
    why: (
      <>
        <Link href={`/deliveries/${id}`}>{said.filter(Boolean).join(' · ')}</Link>{' '}
        <State state={status} />
      </>
    ),
    ...(replays && {
      box: (
        <div className="box">
          <ReplayButton small delivery={delivery} />
        </div>
      ),
    }),
  };
}
