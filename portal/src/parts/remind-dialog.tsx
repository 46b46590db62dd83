import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayLink } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { money } from '../data/format.ts';
import { useOneByOne } from '../data/one-by-one.ts';
import { common } from '../words/common.ts';
import { due as words } from '../words/due.ts';
import { invoices } from '../words/invoices.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { customerName } from './customer-parts.tsx';
import { Dialog } from './dialog.tsx';
import { TextArea } from './field.tsx';
import { Note } from './show.tsx';

const open: ReadonlySet<PayLink['status']> = new Set([
  'created',
  'scheduled',
  'sent',
  'opened',
  'partially_paid',
]);

/** False once somebody pays it, or it can no longer be paid. */
export function isToBePaid({ status }: PayLink): boolean {
  return open.has(status);
}

type Props = { links: readonly PayLink[]; onClose(): void };

/** Reminds the payers of some links, one after the other; who was not reminded is told with the reason. */
export function RemindDialog({ links, onClose }: Props) {
  const { client } = useHere();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const body = text.trim() === '' ? {} : { text };
  const reminding = useOneByOne((id, idempotencyKey) =>
    client.payLinks.remind(id, body, { idempotencyKey }),
  );
  const { done: sent, faults, isWorking } = reminding;
  // As it was opened: a list that is read anew takes none of them away.
  const [due] = useState(() => links.filter(isToBePaid));
  const left = due.filter(({ id }) => !sent.has(id));
  const tried = sent.size + faults.size;

  async function send() {
    if (isWorking) return;
    await reminding.start(left.map(({ id }) => id));
    await queries.invalidateQueries();
  }

  const isDone = left.length === 0;
  const [only] = due.length === 1 ? due : [];
  const title = only ? words.remindOf(customerName(only.customer)) : words.remindMany(due.length);
  return (
    <Dialog
      title={t(title)}
      onClose={() => {
        if (!isWorking) onClose();
      }}
      onSubmit={isDone ? onClose : () => void send()}
      foot={
        <Button
          type="submit"
          look="main"
          hotkey="Ctrl Enter"
          working={isWorking ? t(words.progress(tried, due.length)) : undefined}
        >
          {isDone
            ? t(common.close)
            : t(faults.size > 0 ? words.again : words.sendSome(left.length))}
        </Button>
      }
    >
      {tried === 0 && !isWorking && (
        <>
          <p>{t(words.remindText)}</p>
          {due.length < links.length && (
            <p className="soft">{t(words.without(links.length - due.length))}</p>
          )}
          <TextArea
            label={t(invoices.text)}
            hint={t(words.textHint)}
            rows={3}
            value={text}
            onChange={setText}
          />
        </>
      )}
      {isWorking && (
        <progress max={due.length} value={tried}>
          {t(words.progress(tried, due.length))}
        </progress>
      )}
      {!isWorking && sent.size > 0 && <Note tone="good" title={t(words.reminded(sent.size))} />}
      {!isWorking && faults.size > 0 && (
        <Note tone="bad" title={t(words.notReminded(faults.size))}>
          <ul>
            {due
              .filter(({ id }) => faults.has(id))
              .map((link) => (
                <li key={link.id}>
                  {[customerName(link.customer), money(link.amountLeft, link.currency)]
                    .filter(Boolean)
                    .join(', ')}
                  : {faults.get(link.id)}
                </li>
              ))}
          </ul>
        </Note>
      )}
    </Dialog>
  );
}
