import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import type { Dispute } from '../../../clients/typescript/src/index.ts';
import { useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { moment, money } from '../data/format.ts';
import { useLiveRefresh } from '../data/live.tsx';
import { Detail, ObjectFrame } from '../parts/detail.tsx';
import { EventsOf } from '../parts/events-of.tsx';
import { Tabs } from '../parts/sheet.tsx';
import { Copy, Empty, Facts, Method, Note, SideBlock, State, When } from '../parts/show.tsx';
import { TransfersOf } from '../parts/transfer-parts.tsx';
import { common } from '../words/common.ts';
import { disputes as words } from '../words/disputes.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

/** A payer's dispute: its deadline, and the fate of the money. */
export default function DisputeScreen() {
  const { disputeId = '' } = useParams();
  const { business, client } = useHere();
  const [{ part = 'ledger' }, change] = useQueryOfAddress();
  const found = useQuery({
    queryKey: [business.id, 'disputes', disputeId],
    queryFn: () => client.disputes.retrieve(disputeId),
  });
  useLiveRefresh(['dispute.'], () => void found.refetch());
  return (
    <Detail
      found={found}
      title={t(titles.dispute)}
      titleOf={({ id }) => `${t(titles.dispute)} ${id}`}
      crumb={{ text: t(titles.disputes), href: '/disputes' }}
    >
      {(dispute) => (
        <ObjectFrame
          headline={money(dispute.amount, business.currency)}
          unit={business.currency}
          state={dispute.status}
          sub={[dispute.reason, dispute.processor, <When key="at" at={dispute.createdAt} />]}
          notes={<Standing dispute={dispute} />}
          side={<Side dispute={dispute} />}
        >
          <Tabs
            current={part}
            onChoose={(key) => change({ part: key })}
            tabs={[
              { key: 'ledger', text: t(words.ledger) },
              { key: 'events', text: t(words.events) },
            ]}
          />
          {part === 'ledger' && (
            <TransfersOf of={{ disputeId: dispute.id }} empty={t(words.noTransfer)} />
          )}
          {part === 'events' &&
            (dispute.paymentId === null ? (
              <Empty icon="bolt" title={t(words.noPayment)} />
            ) : (
              <EventsOf objectId={dispute.paymentId} />
            ))}
        </ObjectFrame>
      )}
    </Detail>
  );
}

/** Possible acts and their deadline. */
function Standing({ dispute: { id, status, answerUntil } }: { dispute: Dispute }) {
  const { business, client, now } = useHere();
  const cases = useQuery({
    queryKey: [business.id, 'disputes', id, 'case'],
    queryFn: async () =>
      (await client.cases.list({ objectKind: 'dispute', objectId: id, limit: 20 })).data,
  });
  const open = cases.data?.find((one) => one.status !== 'closed');
  const toCase = open && <Link href={`/cases/${open.id}`}>{t(words.decide)}</Link>;
  if (status === 'won') {
    return (
      <Note tone="good" title={t(words.wonTitle)}>
        {t(words.wonText)}
      </Note>
    );
  }
  if (status === 'lost') {
    return (
      <Note tone="bad" title={t(words.lostTitle)}>
        {t(words.lostText)} {toCase}
      </Note>
    );
  }
  if (answerUntil === null) return toCase ? <p>{toCase}</p> : null;
  const when = moment(answerUntil, business.timeZone, now());
  const isLate = Date.parse(answerUntil) < now().getTime();
  return (
    <Note tone={isLate ? 'bad' : 'wait'} title={t((isLate ? words.late : words.answerBy)(when))}>
      {status === 'inquiry' && t(words.inquiryText)} {!isLate && t(words.answerText)} {toCase}
    </Note>
  );
}

function Side({ dispute }: { dispute: Dispute }) {
  const { business } = useHere();
  const { amount, amountTaken, answerUntil, toldAt, paymentId } = dispute;
  return (
    <>
      <SideBlock title={t(common.money)}>
        <Facts
          facts={[
            [t(common.amount), money(amount, business.currency)],
            [t(words.taken), money(amountTaken, business.currency), 'total'],
          ]}
        />
      </SideBlock>
      <SideBlock title={t(words.payment)}>
        {paymentId === null ? (
          <p className="soft">{t(words.noPayment)}</p>
        ) : (
          <PaymentFacts paymentId={paymentId} />
        )}
      </SideBlock>
      <SideBlock title={t(common.details)}>
        <Facts
          facts={[
            [t(words.deadline), answerUntil && <When at={answerUntil} />],
            [t(common.reason), dispute.reason],
            [t(words.code), dispute.reasonCode],
            [t(words.processor), dispute.processor],
            [t(words.told), <When key="t" at={toldAt} />],
            [t(common.created), <When key="c" at={dispute.createdAt} />],
          ]}
        />
      </SideBlock>
      <SideBlock title={t(common.identifiers)}>
        <Facts
          facts={[
            [t(words.dispute), <Copy key="d" text={dispute.id} />],
            [t(words.processorId), <Copy key="p" text={dispute.processorId} />],
          ]}
        />
      </SideBlock>
    </>
  );
}

function PaymentFacts({ paymentId }: { paymentId: string }) {
  const { business, client } = useHere();
  const { data: payment } = useQuery({
    queryKey: [business.id, 'payments', paymentId, 'of dispute'],
    queryFn: () => client.payments.retrieve(paymentId),
  });
  return (
    <Facts
      facts={[
        [
          t(words.payment),
          <Link key="p" href={`/payments/${paymentId}`}>
            {paymentId}
          </Link>,
        ],
        payment && [t(common.amount), money(payment.amount, payment.currency)],
        payment && [t(common.status), <State key="s" state={payment.status} />],
        payment && [t(common.method), <Method key="m" {...payment} />],
        payment && [t(common.order), payment.orderNumber],
        payment && [t(common.created), <When key="c" at={payment.createdAt} />],
      ]}
    />
  );
}
