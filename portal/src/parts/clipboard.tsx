import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Dialog } from './dialog.tsx';

/** True once the text is in the clipboard; false where it is shown instead. */
type CopyText = (text: string) => Promise<boolean>;
const ClipboardContext = createContext<CopyText>(async () => false);

export function useClipboard(): CopyText {
  return useContext(ClipboardContext);
}

/** Browsers give the clipboard to https and to localhost alone; elsewhere the text is shown selected, to be copied by hand. */
export function ClipboardProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<string>();
  const text = useRef<HTMLPreElement>(null);
  // Once the dialog is open, which moves the focus.
  useEffect(() => {
    if (text.current) getSelection()?.selectAllChildren(text.current);
  }, [shown]);
  const copy = useCallback<CopyText>(async (copied) => {
    try {
      await navigator.clipboard.writeText(copied);
      return true;
    } catch {
      setShown(copied);
      return false;
    }
  }, []);
  return (
    <ClipboardContext value={copy}>
      {children}
      {shown !== undefined && (
        <Dialog title={t(common.copyByHand)} onClose={() => setShown(undefined)}>
          <p>{t(common.copyByHandText)}</p>
          <pre className="code secret" ref={text}>
            {shown}
          </pre>
        </Dialog>
      )}
    </ClipboardContext>
  );
}
