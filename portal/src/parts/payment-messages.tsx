import { Link } from 'wouter';
import type { PaymentMessage } from '../../../clients/typescript/src/index.ts';
import { phone } from '../data/format.ts';
import { type Text, t } from '../words/language.ts';
import { messageWords as words } from '../words/payment-messages.ts';
import { lookOf } from '../words/states.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Empty, State } from './show.tsx';
import { type Step, Timeline } from './timeline.tsx';

/* The mails and texts that were sent because of a payment. */

const templates: Readonly<Record<string, Text>> = {
  'payment.captured': words.receipt,
  'payment.queued': words.receipt,
  'payment.receipt_requested': words.receiptAgain,
  'payment.refunded': words.refund,
  'payment.voided': words.void,
  'payment.returned': words.returned,
  pay_link: words.payLink,
  pay_link_reminder: words.reminder,
};

export function messageSteps(messages: readonly PaymentMessage[]): readonly Step[] {
  return messages.map((message) => {
    const { id, channel, template, status, errorCode, createdAt, sentAt } = message;
    return {
      key: `message ${id}`,
      at: sentAt ?? createdAt,
      tone: lookOf(status).tone,
      knob: <Icon name={channel === 'mail' ? 'mail' : 'phone'} small />,
      name: t(templates[template] ?? words.message),
      why: (
        <>
          {t(channel === 'mail' ? words.mailTo : words.textTo)} <To message={message} />{' '}
          <State state={status} />
          {errorCode && ` · ${errorCode}`}
        </>
      ),
    };
  });
}

function To({ message: { to, channel, conversationId } }: { message: PaymentMessage }) {
  const shown = channel === 'mail' ? to : phone(to);
  if (conversationId === null) return shown;
  return <Link href={`/conversations?id=${conversationId}`}>{shown}</Link>;
}

/** Where its receipt went: who hears of a refund as well. */
export function receiptsOf(messages: readonly PaymentMessage[]): readonly string[] {
  const receipts = messages.filter(
    ({ template }) => template === 'payment.captured' || template === 'payment.queued',
  );
  return receipts.map(({ to, channel }) => (channel === 'mail' ? to : phone(to)));
}

type Props = {
  messages: readonly PaymentMessage[];
  /** Undefined: this payment has no receipt, or this person may not send it. */
  onResend: (() => void) | undefined;
};

export function PaymentMessages({ messages, onResend }: Props) {
  const resend = onResend && (
    <Button icon="mail" onClick={onResend}>
      {t(words.resend)}
    </Button>
  );
  if (messages.length === 0)
    return (
      <Empty icon="mail" title={t(words.none)} text={t(words.noneText)}>
        {resend}
      </Empty>
    );
  return (
    <>
      <Timeline steps={messageSteps(messages)} />
      {resend && <div className="pad row">{resend}</div>}
    </>
  );
}
