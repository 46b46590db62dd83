import { useState } from 'react';
import type { Payment } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { money } from '../data/format.ts';
import { minorOf, typedOf } from '../data/minor.ts';
import { t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field, MoneyField } from './field.tsx';
import { CurlOfAct } from './payment-curl.tsx';
import { usePaymentAct } from './pending-act.tsx';
import { Facts, Fault } from './show.tsx';

type Props = { payment: Payment; onClose(): void };

/** Takes what was authorized, or a part of it. */
export function CaptureDialog({ payment, onClose }: Props) {
  const { currency, amountApproved } = payment;
  const [typed, setTyped] = useState(typedOf(amountApproved, currency));
  const minor = minorOf(typed, currency);
  const amount = minor !== undefined && minor > 0 && minor <= amountApproved ? minor : undefined;
  const act = usePaymentAct(payment, onClose);
  if (act.instead) return act.instead;
  const limit = t(words.notMore(money(amountApproved, currency)));
  return (
    <Dialog
      title={t(words.capture)}
      onClose={onClose}
      onSubmit={() => amount !== undefined && act.begin('capture', { amount })}
      foot={
        <Button
          type="submit"
          look="main"
          hotkey="Ctrl Enter"
          working={act.isSending ? t(words.capturing) : undefined}
          because={amount === undefined ? limit : undefined}
        >
          {amount === undefined ? t(words.capture) : t(words.captureOf(money(amount, currency)))}
        </Button>
      }
    >
      <MoneyField
        label={t(words.amountToCapture)}
        value={typed}
        onChange={setTyped}
        currency={currency}
        limit={t(words.ofAuthorized(money(amountApproved, currency)))}
        fault={
          faultOf(act.error, 'amount') ?? (amount === undefined && typed !== '' ? limit : undefined)
        }
      />
      <p className="soft">{t(words.captureText)}</p>
      <div className="after">
        <Facts
          facts={[[t(words.released), money(amountApproved - (amount ?? 0), currency), 'total']]}
        />
      </div>
      {amount !== undefined && (
        <CurlOfAct path={`/v1/payments/${payment.id}/capture`} body={{ amount }} />
      )}
      <Fault error={act.error} />
    </Dialog>
  );
}

/** Withdraws the whole payment before it settles. */
export function VoidDialog({ payment, onClose }: Props) {
  const { currency, amountCaptured, amountApproved, amount } = payment;
  const act = usePaymentAct(payment, onClose);
  if (act.instead) return act.instead;
  return (
    <Dialog
      title={t(words.void)}
      onClose={onClose}
      onSubmit={() => act.begin('void', {})}
      foot={
        <Button
          type="submit"
          look="danger"
          hotkey="Ctrl Enter"
          working={act.isSending ? t(words.voiding) : undefined}
        >
          {t(words.voidOf(money(amountCaptured || amountApproved || amount, currency)))}
        </Button>
      }
    >
      <p>{t(words.voidText)}</p>
      <CurlOfAct path={`/v1/payments/${payment.id}/void`} body={{}} />
      <Fault error={act.error} />
    </Dialog>
  );
}

/** A mailbox or a phone; undefined: neither. */
function contactOf(typed: string): { email?: string; phone?: string } | undefined {
  const text = typed.trim();
  if (text === '') return {};
  if (text.includes('@')) return { email: text };
  const digits = text.replace(/[\s().+-]/g, '').replace(/^1(?=\d{10}$)/, '');
  return /^\d{10}$/.test(digits) ? { phone: digits } : undefined;
}

/** Sends the receipt once more. */
export function ReceiptDialog({ payment, onClose }: Props) {
  const { client } = useHere();
  const [typed, setTyped] = useState('');
  const contact = contactOf(typed);
  const change = useChange(
    (to: { email?: string; phone?: string }, options) =>
      client.payments.resendReceipt(payment.id, to, options),
    { done: () => ({ text: t(words.resent) }), after: onClose },
  );
  const submit = () => {
    if (contact && !change.isPending) change.mutate(contact);
  };
  return (
    <Dialog
      title={t(words.resend)}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button
          type="submit"
          look="main"
          hotkey="Ctrl Enter"
          working={change.isPending ? t(words.resending) : undefined}
          because={contact ? undefined : t(words.badContact)}
        >
          {t(words.resend)}
        </Button>
      }
    >
      <Field
        label={t(words.resendTo)}
        hint={t(words.resendHint)}
        value={typed}
        onChange={setTyped}
        placeholder={payment.customer?.email || undefined}
        fault={faultOf(change.error, 'email') ?? faultOf(change.error, 'phone')}
      />
      {contact && <CurlOfAct path={`/v1/payments/${payment.id}/resend-receipt`} body={contact} />}
      <Fault error={change.error} />
    </Dialog>
  );
}
