import { useState } from 'react';
import { t } from '../words/language.ts';
import { secrets as words } from '../words/secrets.ts';
import { Button } from './button.tsx';
import { useClipboard } from './clipboard.tsx';
import { Dialog } from './dialog.tsx';
import { Note } from './show.tsx';

type Props = {
  title: string;
  secret: string;
  /** Its purpose, and the fate of the former one. */
  text: string;
  /** Advice about storing it; left out: with the secrets of a system. */
  advice?: string;
  onClose(): void;
};

/** A secret that is in one answer only: whole, with a button that copies it. */
export function SecretDialog({ title, secret, text, advice, onClose }: Props) {
  const [isCopied, setCopied] = useState(false);
  const copyText = useClipboard();
  const copy = async () => setCopied(await copyText(secret));
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <pre className="code secret">{secret}</pre>
      <Note tone="wait" title={t(words.once)}>
        {advice ?? t(words.onceText)}
      </Note>
      <div className="btns">
        <Button look="main" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
          {t(isCopied ? words.copied : words.copy)}
        </Button>
        <Button onClick={onClose}>{t(words.kept)}</Button>
      </div>
    </Dialog>
  );
}
