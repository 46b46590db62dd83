import { useHere } from '../data/business.tsx';
import { curlOf } from '../data/curl.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import { Button } from './button.tsx';
import { useClipboard } from './clipboard.tsx';
import { useToasts } from './toasts.tsx';

/** Copies a call of `/v1` as a command; with a body it is a change. */
export function useCopyCurl(): (path: string, body?: object) => Promise<void> {
  const { business } = useHere();
  const toasts = useToasts();
  const copy = useClipboard();
  return async (path, body) => {
    const isCopied = await copy(curlOf(path, business.id, body));
    if (isCopied) toasts.tell({ text: t(words.curlKey) });
  };
}

/** In the dialog of an act: the very request that its button sends. */
export function CurlOfAct({ path, body }: { path: string; body: object }) {
  const copy = useCopyCurl();
  return (
    <div className="row">
      <Button small look="plain" icon="code" onClick={() => void copy(path, body)}>
        {t(common.copyCurl)}
      </Button>
    </div>
  );
}
