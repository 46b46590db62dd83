import type { Payment } from '../../../clients/typescript/src/index.ts';
import { money } from '../data/format.ts';
import { t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { State, Tag } from './show.tsx';

export function payerName({ customer }: Payment): string {
  if (!customer) return '';
  const { firstName, lastName, email } = customer;
  return [firstName, lastName].filter(Boolean).join(' ') || email || '';
}

/** The note beside the state, if the requested amount differs from the amount that was taken and stayed. */
export function PaymentTags({ payment }: { payment: Payment }) {
  const { amount, amountCaptured, amountRefunded, amountDisputed, currency, isTest } = payment;
  const isOther = amountCaptured > 0 && amountCaptured !== amount;
  return (
    <>
      {isOther && <Tag>{t(words.taken(money(amountCaptured, currency)))}</Tag>}
      {amountRefunded > 0 && <Tag>{t(words.refunded(money(amountRefunded, currency)))}</Tag>}
      {amountDisputed > 0 && (
        <Tag tone="bad">{t(words.disputed(money(amountDisputed, currency)))}</Tag>
      )}
      {isTest && <Tag>{t(words.test)}</Tag>}
    </>
  );
}

export function PaymentState({ payment }: { payment: Payment }) {
  return (
    <>
      <State state={payment.status} /> <PaymentTags payment={payment} />
    </>
  );
}

/** The amount that was taken and is still there. */
export function leftOf(payment: Payment): number {
  const { status, amountCaptured, amountRefunded, amountDisputed } = payment;
  if (status === 'voided' || status === 'returned') return 0;
  return Math.max(0, amountCaptured - amountRefunded - amountDisputed);
}

/** The service withdraws it as a whole, so that the payer sees nothing of it. */
export function canVoid({ status, batchId, amountRefunded }: Payment): boolean {
  if (status === 'authorized' || status === 'queued') return true;
  return status === 'captured' && batchId === null && amountRefunded === 0;
}

export function canRefund(payment: Payment): boolean {
  const { status, method } = payment;
  const states = method === 'card' ? ['captured', 'settled'] : ['settled', 'available'];
  return states.includes(status) && leftOf(payment) > 0;
}

/** A payment that took no money, or gave it back, has no receipt. */
export function hasReceipt({ receiptNumber, status }: Payment): boolean {
  return receiptNumber !== null && status !== 'voided' && status !== 'returned';
}
