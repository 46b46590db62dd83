import { useState } from 'react';
import type { MailPreview } from '../../../clients/typescript/src/index.ts';
import { t } from '../words/language.ts';
import { mailTemplates as words } from '../words/mail-templates.ts';
import { MailFrame } from './mail-frame.tsx';
import { Facts, Note } from './show.tsx';

const looks = ['light', 'dark', 'plain'] as const;

/** A mail by day, by night and as text. */
export function MailTemplatePreview({ preview }: { preview: MailPreview }) {
  const [look, setLook] = useState<(typeof looks)[number]>('light');
  const { subject, text, html, objectId, missing } = preview;
  return (
    <div className="stack">
      <p className="soft">{t(objectId === null ? words.ofSample : words.ofLast)}</p>
      {missing.length > 0 && (
        <Note tone="wait" title={t(words.missing(missing.map((name) => `{${name}}`).join(', ')))} />
      )}
      <Facts facts={[[t(words.subject), subject]]} left />
      <fieldset className="seg">
        <legend className="unseen">{t(words.look)}</legend>
        {looks.map((one) => (
          <button key={one} type="button" aria-pressed={look === one} onClick={() => setLook(one)}>
            {t(words[one])}
          </button>
        ))}
      </fieldset>
      {look === 'plain' ? (
        <pre className="code mail">{text}</pre>
      ) : (
        <MailFrame html={html} title={t(words.preview)} isDark={look === 'dark'} />
      )}
    </div>
  );
}
