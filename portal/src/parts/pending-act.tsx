import type { ReactNode } from 'react';
import type {
  Payment,
  Quittance,
  Refund,
  WriteOptions,
} from '../../../clients/typescript/src/index.ts';
import { money } from '../data/format.ts';
import { type ActKind, type PendingAct, useMoney, usePendingOf } from '../data/pending.ts';
import { common } from '../words/common.ts';
import { inWords, type Text, t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { declines } from '../words/refusals.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Facts, Note } from './show.tsx';
import { useToasts } from './toasts.tsx';

type PaymentActKind = Exclude<ActKind, 'charge'>;
type Body = { readonly amount?: number; readonly reason?: string };

type Outcome = {
  readonly state: 'open' | 'done' | 'failed';
  readonly kind: PaymentActKind;
  readonly amount: number;
  readonly failure?: Refund['failure'];
};

function ofRefund({ kind, status, amount, failure }: Refund): Outcome {
  const isOpen = status === 'processing' || status === 'unknown';
  const state = isOpen ? 'open' : status === 'failed' ? 'failed' : 'done';
  return { state, kind: kind === 'void' ? 'void' : 'refund', amount, failure };
}

function ofCapture({ status, amountCaptured: amount }: Payment): Outcome {
  const state = amount > 0 ? 'done' : status === 'capturing' ? 'open' : 'failed';
  return { state, kind: 'capture', amount };
}

function ofVoid({ status, amount }: Payment): Outcome {
  return { state: status === 'voided' ? 'done' : 'open', kind: 'void', amount };
}

async function send(
  { kind, subject, body }: PendingAct,
  client: Quittance,
  options: WriteOptions,
): Promise<Outcome> {
  const { amount, reason } = body as Body;
  const sum = amount === undefined ? {} : { amount };
  if (kind === 'void') return ofVoid(await client.payments.void(subject, options));
  if (kind === 'capture') return ofCapture(await client.payments.capture(subject, sum, options));
  const why = reason === undefined ? {} : { reason };
  return ofRefund(await client.payments.refund(subject, { ...sum, ...why }, options));
}

async function find({ kind, key }: PendingAct, client: Quittance): Promise<Outcome | undefined> {
  const query = { idempotencyKey: key, limit: 1 };
  if (kind === 'capture') {
    const [payment] = (await client.payments.list(query)).data;
    return payment && ofCapture(payment);
  }
  const [refund] = (await client.refunds.list(query)).data;
  return refund && ofRefund(refund);
}

const doneWords: Readonly<Record<PaymentActKind, (sum: string) => Text>> = {
  refund: words.refundDone,
  capture: words.captured,
  void: () => words.voided,
};

/**
 * A refund, capture or void of a payment. `instead` stands in the place of its form: while the outcome is not known, and
 * once it is, unless it was answered in time.
 */
export function usePaymentAct({ id, currency }: Payment, onClose: () => void) {
  const toasts = useToasts();
  const act = useMoney<Outcome>(usePendingOf(id), {
    send,
    find,
    isOpen: ({ state }) => state === 'open',
    onAnswer({ state, kind, amount }) {
      if (state !== 'done') return;
      toasts.tell({ text: t(doneWords[kind](money(amount, currency))) });
      onClose();
    },
  });
  let instead: ReactNode;
  if (act.outcome) {
    instead = <Known outcome={act.outcome} {...{ currency, onClose }} />;
  } else if (act.pending) {
    instead = <Unknown act={act} pending={act.pending} {...{ currency, onClose }} />;
  }
  return {
    ...{ instead, isSending: act.isSending, error: act.error },
    begin: (kind: PaymentActKind, body: Body) => act.begin({ kind, subject: id, body }),
  };
}

type KnownProps = { outcome: Outcome; currency: string; onClose(): void };

function Known({ outcome: { state, kind, amount, failure }, currency, onClose }: KnownProps) {
  return (
    <Dialog title={t(words[kind])} onClose={onClose}>
      {state === 'done' ? (
        <Note tone="good" title={t(doneWords[kind](money(amount, currency)))} />
      ) : (
        <Note tone="bad" title={t(words.notDone)}>
          {failure && (
            <p>
              {inWords(failure, declines)} <span className="mono">{failure.code}</span>
            </p>
          )}
        </Note>
      )}
      <Button onClick={onClose}>{t(common.close)}</Button>
    </Dialog>
  );
}

type UnknownProps = {
  act: {
    open: Outcome | undefined;
    isAbsent: boolean;
    isSending: boolean;
    again(): void;
    leave(): void;
  };
  pending: PendingAct;
  currency: string;
  onClose(): void;
};

/** As it was sent, with nothing to change: it may only be sent again, once it is certain that it did not arrive. */
function Unknown({ act, pending: { kind, body }, currency, onClose }: UnknownProps) {
  const { amount, reason } = body as Body;
  const isAbsent = act.isAbsent || act.isSending;
  const text = act.open ? words.changeOpen : isAbsent ? words.absentText : words.lostText;
  return (
    <Dialog title={t(words[kind as PaymentActKind])} onClose={onClose}>
      <Note
        tone="doubt"
        title={t(isAbsent && !act.open ? words.absentTitle : words.changeOpenTitle)}
      >
        <p>{t(text)}</p>
      </Note>
      <Facts
        left
        facts={[
          [t(common.amount), amount === undefined ? t(words.allOfIt) : money(amount, currency)],
          [t(common.reason), reason],
        ]}
      />
      <div className="btns">
        {isAbsent && (
          <Button
            look="main"
            working={act.isSending ? t(words.sendingAgain) : undefined}
            onClick={act.again}
          >
            {t(words.sendAgain)}
          </Button>
        )}
        {isAbsent && !act.isSending && <Button onClick={act.leave}>{t(words.giveUp)}</Button>}
        <Button onClick={onClose}>{t(common.close)}</Button>
      </div>
    </Dialog>
  );
}
