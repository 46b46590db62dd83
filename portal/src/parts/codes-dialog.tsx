import { useState } from 'react';
import { account as words } from '../words/account.ts';
import { t } from '../words/language.ts';
import { secrets } from '../words/secrets.ts';
import { Button } from './button.tsx';
import { useClipboard } from './clipboard.tsx';
import { Dialog } from './dialog.tsx';
import { Note } from './show.tsx';

/** Recovery codes, which are in one answer only. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const [isCopied, setCopied] = useState(false);
  const copyText = useClipboard();
  const copy = async () => setCopied(await copyText(codes.join('\n')));
  return (
    <Dialog title={t(words.recovery)} onClose={onClose}>
      <p>{t(words.codesText)}</p>
      <ul className="code recovery">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Note tone="wait" title={t(words.codesOnce)}>
        {t(words.codesOnceText)}
      </Note>
      <div className="btns">
        <Button look="main" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
          {t(isCopied ? secrets.copied : words.copyCodes)}
        </Button>
        <Button onClick={onClose}>{t(secrets.kept)}</Button>
      </div>
    </Dialog>
  );
}
