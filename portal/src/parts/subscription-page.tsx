import { useState } from 'react';
import type { Subscription } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { subscriptions as words } from '../words/subscriptions.ts';
import { Button } from './button.tsx';
import { useClipboard } from './clipboard.tsx';
import { Confirm } from './confirm.tsx';
import { Dialog } from './dialog.tsx';

type Props = { subscription: Subscription; onClose(): void };

/** The address of the payer's page: shown, copied, or made anew. */
export function PayerPageDialog({ subscription: { id }, onClose }: Props) {
  const { client } = useHere();
  const [asks, setAsks] = useState<'to show' | 'to replace' | 'nothing'>('to show');
  const [isCopied, setCopied] = useState(false);
  const copyText = useClipboard();
  const after = () => {
    setAsks('nothing');
    setCopied(false);
  };
  const show = useChange((_: undefined, options) => client.subscriptions.showAddress(id, options), {
    after,
  });
  const replace = useChange(
    (_: undefined, options) => client.subscriptions.replaceAddress(id, options),
    { done: () => ({ text: t(words.pageReplaced) }), after },
  );
  const address = (replace.data ?? show.data)?.address;
  if (asks === 'to replace')
    return (
      <Confirm
        title={`${t(words.replacePage)}?`}
        verb={t(words.replacePage)}
        isGrave
        change={replace}
        onConfirm={() => replace.mutate(undefined)}
        onClose={() => setAsks('nothing')}
      >
        <p>{t(words.replacePageText)}</p>
      </Confirm>
    );
  if (asks === 'to show' || address === undefined)
    return (
      <Confirm
        title={t(words.payerPage)}
        verb={t(words.showPage)}
        change={show}
        onConfirm={() => show.mutate(undefined)}
        onClose={onClose}
      >
        <p>{t(words.showPageText)}</p>
      </Confirm>
    );
  const copy = async () => setCopied(await copyText(address));
  return (
    <Dialog title={t(words.payerPage)} onClose={onClose}>
      <pre className="code secret">{address}</pre>
      <div className="btns">
        <Button look="main" icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
          {t(isCopied ? common.copied : words.copyPage)}
        </Button>
        <Button onClick={() => setAsks('to replace')}>{t(words.replacePage)}</Button>
      </div>
    </Dialog>
  );
}
