import type { Payment } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { money } from '../data/format.ts';
import { useOneByOne } from '../data/one-by-one.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { receipts } from '../words/receipts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { hasReceipt, payerName } from './payment-parts.tsx';
import { Note } from './show.tsx';

type Props = { payments: readonly Payment[]; onClose(): void };

/** Sends the receipts of several payments once more, one after the other; what was not sent is told with its reason. */
export function ReceiptsDialog({ payments, onClose }: Props) {
  const { client } = useHere();
  const resending = useOneByOne((id, idempotencyKey) =>
    client.payments.resendReceipt(id, {}, { idempotencyKey }),
  );
  const { done: sent, faults, isWorking } = resending;
  const due = payments.filter(hasReceipt);
  const open = due.filter(({ id }) => !sent.has(id));
  const tried = sent.size + faults.size;

  const isDone = open.length === 0;
  return (
    <Dialog
      title={t(receipts.resend)}
      onClose={() => {
        if (!isWorking) onClose();
      }}
      onSubmit={isDone ? onClose : () => void resending.start(open.map(({ id }) => id))}
      foot={
        <Button
          type="submit"
          look="main"
          hotkey="Ctrl Enter"
          working={isWorking ? t(receipts.progress(tried, due.length)) : undefined}
        >
          {isDone
            ? t(common.close)
            : t(faults.size > 0 ? receipts.again : receipts.resendSome(open.length))}
        </Button>
      }
    >
      {tried === 0 && <p>{t(receipts.text)}</p>}
      {due.length < payments.length && (
        <p className="soft">{t(receipts.without(payments.length - due.length))}</p>
      )}
      {isWorking && (
        <progress max={due.length} value={tried}>
          {t(receipts.progress(tried, due.length))}
        </progress>
      )}
      {!isWorking && sent.size > 0 && <Note tone="good" title={t(receipts.done(sent.size))} />}
      {!isWorking && faults.size > 0 && (
        <Note tone="bad" title={t(receipts.notSent(faults.size))}>
          <ul>
            {due
              .filter(({ id }) => faults.has(id))
              .map((payment) => (
                <li key={payment.id}>
                  {t(words.labelOf(money(payment.amount, payment.currency), payerName(payment)))}:{' '}
                  {faults.get(payment.id)}
                </li>
              ))}
          </ul>
        </Note>
      )}
    </Dialog>
  );
}
