import { useRef, useState } from 'react';
import { newIdempotencyKey, type Payment } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { isLost, tellError, useProved } from '../data/change.tsx';
import { money } from '../data/format.ts';
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
  const proved = useProved();
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [isWorking, setWorking] = useState(false);
  // The same key until it is known what became of it: trying again sends no second one.
  const keys = useRef(new Map<string, string>());
  const due = payments.filter(hasReceipt);
  const open = due.filter(({ id }) => !sent.has(id));
  const tried = sent.size + faults.size;

  async function send() {
    if (isWorking) return;
    setWorking(true);
    setFaults(new Map());
    for (const { id } of open) {
      const idempotencyKey = keys.current.get(id) ?? newIdempotencyKey();
      keys.current.set(id, idempotencyKey);
      try {
        await proved(() => client.payments.resendReceipt(id, {}, { idempotencyKey }));
        setSent((before) => new Set(before).add(id));
      } catch (error) {
        if (!isLost(error)) keys.current.delete(id);
        setFaults((before) => new Map(before).set(id, tellError(error)));
      }
    }
    setWorking(false);
  }

  const isDone = open.length === 0;
  return (
    <Dialog
      title={t(receipts.resend)}
      onClose={() => {
        if (!isWorking) onClose();
      }}
      onSubmit={isDone ? onClose : () => void send()}
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
