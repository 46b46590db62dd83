import { useState } from 'react';
import type { Payment } from '../../../clients/typescript/src/index.ts';
import { faultOf } from '../data/change.tsx';
import { brandName, money } from '../data/format.ts';
import { minorOf, typedOf } from '../data/minor.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field, MoneyField, Select } from './field.tsx';
import { CurlOfAct } from './payment-curl.tsx';
import { canVoid, leftOf, payerName } from './payment-parts.tsx';
import { usePaymentAct } from './pending-act.tsx';
import { Facts, Fault } from './show.tsx';

const reasons = [words.reasonAsked, words.reasonTwice, words.reasonBack, words.reasonOther];

type Props = {
  payment: Payment;
  /** The receivers of the receipt. */
  told: readonly string[];
  onClose(): void;
};

/** Gives money back: how much, why, where it goes and what stays. */
export function RefundDialog({ payment, told, onClose }: Props) {
  const { currency } = payment;
  const left = leftOf(payment);
  /** Undefined: all that is left, also when that becomes less. */
  const [own, setOwn] = useState<string>();
  const typed = own ?? typedOf(left, currency);
  const [reason, setReason] = useState(t(words.reasonAsked));
  const [note, setNote] = useState('');
  const minor = minorOf(typed, currency);
  const amount = minor !== undefined && minor > 0 && minor <= left ? minor : undefined;
  const sum = amount === undefined ? '' : money(amount, currency);
  const isVoid = amount === left && canVoid(payment);
  const act = usePaymentAct(payment, onClose);
  if (act.instead) return act.instead;
  const why = note.trim() === '' ? reason : `${reason}: ${note.trim()}`;
  // All of it is asked for without a sum: only so may the service void what is not settled yet.
  const body = isVoid || amount === undefined ? { reason: why } : { amount, reason: why };
  const submit = () => {
    if (amount !== undefined) act.begin('refund', body);
  };
  const tax = taxOf(payment);
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
        onChange={setOwn}
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
        <Button small onClick={() => setOwn(undefined)}>
          {t(words.allOf(money(left, currency)))}
        </Button>
        <Button small onClick={() => setOwn(typedOf(Math.round(left / 2), currency))}>
          {t(words.half)}
        </Button>
        {tax > 0 && tax < left && (
          <Button small onClick={() => setOwn(typedOf(tax, currency))}>
            {t(words.taxOnly)}
          </Button>
        )}
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
      <Consequence {...{ payment, told, amount: amount ?? 0, isVoid, left }} />
      {amount !== undefined && (
        <CurlOfAct path={`/v1/payments/${payment.id}/refunds`} body={body} />
      )}
      <Fault error={act.error} />
    </Dialog>
  );
}

/** The tax among the parts of the amount. */
function taxOf({ money: known }: Payment): number {
  const taxes = (known?.lines ?? []).filter(({ kind }) => kind === 'tax');
  return taxes.reduce((sum, line) => sum + line.amount, 0);
}

type ConsequenceProps = Pick<Props, 'payment' | 'told'> & {
  amount: number;
  isVoid: boolean;
  left: number;
};

function Consequence({ payment, told, amount, isVoid, left }: ConsequenceProps) {
  const fee = payment.money?.fee ?? 0;
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
          fee > 0 && !isVoid && [t(words.feeOf(money(fee, currency))), t(words.feeStays)],
          [t(words.nextPayoutTerm), t(words.less(money(amount, currency)))],
          [t(words.isTold), told.join(', ')],
        ]}
      />
      {isVoid && <p className="soft small">{t(words.refundWhole)}</p>}
    </div>
  );
}
