import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { Payment } from '../../../clients/typescript/src/index.ts';
import { useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { money } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { useLive } from '../data/live.tsx';
import { type Story, usePaymentStory } from '../data/payment-story.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { MoreMenu } from '../parts/more-menu.tsx';
import { useCopyCurl } from '../parts/payment-curl.tsx';
import { CaptureDialog, ReceiptDialog, VoidDialog } from '../parts/payment-dialogs.tsx';
import { PaymentDoubt } from '../parts/payment-doubt.tsx';
import { PaymentFacts } from '../parts/payment-facts.tsx';
import { receiptsOf } from '../parts/payment-messages.tsx';
import { type Neighbours, useNeighbours } from '../parts/payment-neighbours.tsx';
import { canRefund, canVoid, hasReceipt, PaymentTags, payerName } from '../parts/payment-parts.tsx';
import { PaymentTabs } from '../parts/payment-tabs.tsx';
import { PaymentTrack } from '../parts/payment-track.tsx';
import { RefundDialog } from '../parts/refund-dialog.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Bones, Fault, Method, State } from '../parts/show.tsx';
import { common } from '../words/common.ts';
import { type Text, t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { places as titles } from '../words/places.ts';

type Act = 'refund' | 'capture' | 'void' | 'receipt';

export default function PaymentScreen() {
  const { paymentId = '' } = useParams();
  const { business, client } = useHere();
  const queries = useQueryClient();
  const found = useQuery({
    queryKey: [business.id, 'payments', 'one', paymentId],
    queryFn: async () =>
      await client.payments.retrieve(paymentId, { expand: ['customer', 'money'] }),
  });
  useLive(['payment.', 'dispute.'], ({ objectId }) => {
    if (objectId === paymentId) void queries.invalidateQueries();
  });
  const story = usePaymentStory(paymentId);
  const neighbours = useNeighbours(paymentId);
  if (found.data)
    return <Inspector key={paymentId} payment={found.data} {...{ story, neighbours }} />;
  return (
    <Sheet title={t(titles.payment)} crumb={{ text: t(titles.payments), href: '/payments' }}>
      {found.error ? (
        <div className="pad">
          <Fault error={found.error} retry={() => void found.refetch()} />
        </div>
      ) : (
        <Bones />
      )}
    </Sheet>
  );
}

type InspectorProps = {
  readonly payment: Payment;
  readonly story: Story;
  readonly neighbours: Neighbours;
};

function Inspector({ payment, story, neighbours }: InspectorProps) {
  const { may } = useHere();
  const copy = useCopyCurl();
  const [act, setAct] = useState<Act>();
  const [query, change] = useQueryOfAddress();
  const can = {
    refund: may('refund') && canRefund(payment),
    capture: may('charge') && payment.status === 'authorized',
    void: may('refund') && canVoid(payment),
    receipt: (may('charge') || may('refund')) && hasReceipt(payment),
  };
  const copyCurl = () => copy(`/v1/payments/${payment.id}`);
  const close = () => setAct(undefined);
  useKeys({
    C: () => void copyCurl(),
    ...(can.refund && { R: () => setAct('refund') }),
  });
  return (
    <>
      <Sheet
        title={payment.orderNumber}
        crumb={{ text: t(titles.payments), href: neighbours.list }}
        actions={
          <>
            <Steps neighbours={neighbours} />
            <span className="desk-only">
              <Button icon="code" hotkey="C" onClick={copyCurl}>
                {t(common.copyCurl)}
              </Button>
            </span>
            {can.receipt && (
              <span className="wide-only">
                <Button icon="mail" onClick={() => setAct('receipt')}>
                  {t(words.resend)}
                </Button>
              </span>
            )}
            {can.capture && (
              <Button look="main" icon="check" onClick={() => setAct('capture')}>
                {t(words.capture)}
              </Button>
            )}
            {can.refund && (
              <Button look="main" icon="refund" hotkey="R" onClick={() => setAct('refund')}>
                {t(words.refund)}
              </Button>
            )}
            <MoreMenu
              items={[
                can.void && { text: t(words.void), icon: 'x', onChoose: () => setAct('void') },
                can.receipt && {
                  text: t(words.resend),
                  icon: 'mail',
                  onChoose: () => setAct('receipt'),
                },
                { text: t(common.copyCurl), icon: 'code', onChoose: () => void copyCurl() },
              ]}
            />
          </>
        }
      >
        <div className="split">
          <div>
            <div className="pad">
              <Headline payment={payment} />
              <PaymentTrack payment={payment} events={story.events} />
            </div>
            <PaymentDoubt payment={payment} attempts={story.attempts} />
            <PaymentTabs
              payment={payment}
              story={story}
              current={query.part ?? 'all'}
              onChoose={(part) => change({ part: part === 'all' ? undefined : part })}
              onResend={can.receipt ? () => setAct('receipt') : undefined}
            />
          </div>
          <PaymentFacts payment={payment} />
        </div>
      </Sheet>
      {act === 'refund' && (
        <RefundDialog payment={payment} told={receiptsOf(story.messages)} onClose={close} />
      )}
      {act === 'capture' && <CaptureDialog payment={payment} onClose={close} />}
      {act === 'void' && <VoidDialog payment={payment} onClose={close} />}
      {act === 'receipt' && <ReceiptDialog payment={payment} onClose={close} />}
    </>
  );
}

/** To the payments beside this one in the list that it was opened from. */
function Steps({ neighbours: { newer, older, at, all } }: { neighbours: Neighbours }) {
  useKeys({ ...(newer && { K: newer }), ...(older && { J: older }) });
  if (!newer && !older) return null;
  const step = (icon: 'up' | 'down', word: Text, key: string, go: (() => void) | undefined) => (
    <IconButton
      icon={icon}
      label={`${t(word)} (${key})`}
      aria-disabled={go === undefined || undefined}
      onClick={go}
    />
  );
  return (
    <>
      {all !== undefined && (
        <span className="wide-only soft small">{t(words.placeIn(at, all))}</span>
      )}
      <span className="btns desk-only">
        {step('up', words.newerOne, 'K', newer)}
        {step('down', words.olderOne, 'J', older)}
      </span>
    </>
  );
}

function Headline({ payment }: { payment: Payment }) {
  const { amount, currency, status, description } = payment;
  const name = payerName(payment);
  return (
    <>
      <div className="title">
        <span className="sum">
          {money(amount, currency)}
          <small>{currency}</small>
        </span>
        <State state={status} badge />
        <PaymentTags payment={payment} />
      </div>
      <p className="sub">
        {name && <span>{name}</span>}
        <span>
          <Method {...payment} />
        </span>
        {description && <span>{description}</span>}
      </p>
    </>
  );
}
