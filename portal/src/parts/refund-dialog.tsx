import { useState } from 'react';
import type { Payment } from '../../../clients/typescript/src/index.ts';
import { faultOf } from '../data/change.tsx';
import { brandName, minorOf, money, typedOf } from '../data/format.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field, MoneyField, Select } from './field.tsx';
import { canVoid, leftOf, payerName } from './payment-parts.tsx';
import { usePaymentAct } from './pending-act.tsx';
import { Facts, Fault } from './show.tsx';

const reasons = [words.reasonAsked, words.reasonTwice, words.reasonBack, words.reasonOther];

/** Gives money back: how much, why, where it goes and what stays. */
export function RefundDialog({ payment, onClose }: { payment: Payment; onClose(): void }) {
  const { currency } = payment;
  const left = leftOf(payment);
  const [typed, setTyped] = useState(typedOf(left, currency));
  const [reason, setReason] = useState(t(words.reasonAsked));
  const [note, setNote] = useState('');
  const minor = minorOf(typed, currency);
  const amount = minor !== undefined && minor > 0 && minor <= left ? minor : undefined;
  const sum = amount === undefined ? '' : money(amount, currency);
  const isVoid = amount === left && canVoid(payment);
  const act = usePaymentAct(payment, onClose);
  if (act.instead) return act.instead;
  const submit = () => {
    if (amount === undefined) return;
    const why = note.trim() === '' ? reason : `${reason}: ${note.trim()}`;
    // All of it is asked for without a sum: only so may the service void what is not settled yet.
    act.begin('refund', isVoid ? { reason: why } : { amount, reason: why });
  };
  return (
    <Dialog
      title={t(words.refundToWhom(payerName(payment) || t(words.thePayer)))}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button
          type="submit"
          look="main"
          hotkey="Ctrl Enter"
          working={act.isSending ? t(words.refunding) : undefined}
          because={amount === undefined ? t(words.notMore(money(left, currency))) : undefined}
        >
          {sum ? t(words.refundOf(sum)) : t(words.refund)}
        </Button>
      }
    >
      <MoneyField
        label={t(common.amount)}
        value={typed}
        onChange={setTyped}
        currency={currency}
        limit={t(words.mostRefund(money(left, currency)))}
        fault={
          faultOf(act.error, 'amount') ??
          (amount === undefined && typed !== ''
            ? t(words.notMore(money(left, currency)))
            : undefined)
        }
      />
      <div className="btns">
        <Button small onClick={() => setTyped(typedOf(left, currency))}>
          {t(words.allOf(money(left, currency)))}
        </Button>
        <Button small onClick={() => setTyped(typedOf(Math.round(left / 2), currency))}>
          {t(words.half)}
        </Button>
      </div>
      <Select
        label={t(common.reason)}
        value={reason}
        onChange={setReason}
        options={reasons.map((one) => [t(one), t(one)] as const)}
      />
      <Field
        label={t(words.note)}
        hint={t(words.reasonHint)}
        value={note}
        onChange={setNote}
        maxLength={200}
        fault={faultOf(act.error, 'reason')}
      />
      <Consequence {...{ payment, amount: amount ?? 0, isVoid, left }} />
      <Fault error={act.error} />
    </Dialog>
  );
}

type ConsequenceProps = { payment: Payment; amount: number; isVoid: boolean; left: number };

function Consequence({ payment, amount, isVoid, left }: ConsequenceProps) {
  const { method, brand, last4, currency } = payment;
  const name = method === 'bank' ? t(words.bankAccount) : brandName(brand) || t(common.card);
  const source = `${name} •••• ${last4}`;
  const goes = method === 'bank' ? words.byTransfer(source) : words.inDays(source);
  return (
    <div className="after">
      <Facts
        facts={[
          [t(words.goesBackTo), isVoid ? source : t(goes)],
          isVoid && [t(words.payerTerm), t(words.unsettledVoid)],
          [t(words.staysWithYou), <b key="stays">{money(left - amount, currency)}</b>],
          [t(words.nextPayoutTerm), t(words.less(money(amount, currency)))],
        ]}
      />
      {isVoid && <p className="soft small">{t(words.refundWhole)}</p>}
    </div>
  );
}
