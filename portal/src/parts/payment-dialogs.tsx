import { useState } from 'react';
import type { Payment } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { minorOf, money, typedOf } from '../data/format.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field, MoneyField } from './field.tsx';
import { Facts, Fault, Note } from './show.tsx';
import { useToasts } from './toasts.tsx';

type Props = { payment: Payment; onClose(): void };

/** The service answered that it does not know yet. */
export function OpenOutcome({ title, onClose }: { title: string; onClose(): void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Note tone="doubt" title={t(words.changeOpenTitle)}>
        <p>{t(words.changeOpen)}</p>
      </Note>
      <Button onClick={onClose}>{t(common.close)}</Button>
    </Dialog>
  );
}

/** Takes what was authorized, or a part of it. */
export function CaptureDialog({ payment, onClose }: Props) {
  const { client } = useHere();
  const toasts = useToasts();
  const { currency, amountApproved } = payment;
  const [typed, setTyped] = useState(typedOf(amountApproved, currency));
  const [isOpen, setOpen] = useState(false);
  const minor = minorOf(typed, currency);
  const amount = minor !== undefined && minor > 0 && minor <= amountApproved ? minor : undefined;
  const change = useChange(
    (captured: number, options) =>
      client.payments.capture(payment.id, { amount: captured }, options),
    {
      after(done) {
        if (done.amountCaptured === 0) return setOpen(true);
        toasts.tell({ text: t(words.captured(money(done.amountCaptured, currency))) });
        onClose();
      },
    },
  );
  const submit = () => {
    if (amount !== undefined && !change.isPending) change.mutate(amount);
  };
  const limit = t(words.notMore(money(amountApproved, currency)));
  if (isOpen) return <OpenOutcome title={t(words.capture)} onClose={onClose} />;
  return (
    <Dialog
      title={t(words.capture)}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button
          type="submit"
          look="main"
          hotkey="Ctrl Enter"
          working={change.isPending ? t(words.capturing) : undefined}
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
          faultOf(change.error, 'amount') ??
          (amount === undefined && typed !== '' ? limit : undefined)
        }
      />
      <p className="soft">{t(words.captureText)}</p>
      <div className="after">
        <Facts
          facts={[[t(words.released), money(amountApproved - (amount ?? 0), currency), 'total']]}
        />
      </div>
      <Fault error={change.error} />
    </Dialog>
  );
}

/** Withdraws the whole payment before it settles. */
export function VoidDialog({ payment, onClose }: Props) {
  const { client } = useHere();
  const toasts = useToasts();
  const [isOpen, setOpen] = useState(false);
  const { currency, amountCaptured, amountApproved, amount } = payment;
  const change = useChange((_: undefined, options) => client.payments.void(payment.id, options), {
    after(done) {
      if (done.status !== 'voided') return setOpen(true);
      toasts.tell({ text: t(words.voided) });
      onClose();
    },
  });
  const submit = () => {
    if (!change.isPending) change.mutate(undefined);
  };
  if (isOpen) return <OpenOutcome title={t(words.void)} onClose={onClose} />;
  return (
    <Dialog
      title={t(words.void)}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button
          type="submit"
          look="danger"
          hotkey="Ctrl Enter"
          working={change.isPending ? t(words.voiding) : undefined}
        >
          {t(words.voidOf(money(amountCaptured || amountApproved || amount, currency)))}
        </Button>
      }
    >
      <p>{t(words.voidText)}</p>
      <Fault error={change.error} />
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
      <Fault error={change.error} />
    </Dialog>
  );
}
