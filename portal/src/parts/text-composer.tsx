import { useId, useState } from 'react';
import type { Customer, MessageOutlook } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { outlookLine, reasonAgainst, sendWord, toldOf } from '../data/outlook.ts';
import { partsOf } from '../data/text-parts.ts';
import { linkMark, reasonMissing, useTemplates } from '../data/text-templates.ts';
import { behind } from '../data/typed.ts';
import { conversations as words } from '../words/conversations.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { later } from './later.tsx';
import { Fault } from './show.tsx';
import { TemplateMenu } from './template-menu.tsx';

const PayLinkDialog = later(async () => (await import('./pay-link-dialog.tsx')).PayLinkDialog);

type Props = {
  phone: string;
  name: string;
  customer: Customer | undefined;
  outlook: MessageOutlook | undefined;
};

/** Writes a text; it says how many parts that is and what will become of it. */
export function TextComposer({ phone, name, customer, outlook }: Props) {
  const here = useHere();
  const { client, now } = here;
  const [body, setBody] = useState('');
  const { area, choose } = useTemplates(body, setBody, customer);
  /** The text with the pay link that is to be made. */
  const [linking, setLinking] = useState<string>();
  const id = useId();
  const send = useChange(
    (text: string, options) => client.messages.create({ phone, body: text }, options),
    {
      done: (message) => ({ text: toldOf(message, here) }),
      after: (message, sent) => {
        // A text that was not sent may be sent in another way.
        if (message.status !== 'blocked') setBody((now) => behind(now, sent));
      },
    },
  );
  const line = outlookLine(outlook, now());
  const missing = reasonMissing(body);
  const against = reasonAgainst(outlook) ?? missing;
  const { used, room, parts, alphabet } = partsOf(body);
  const go = () => {
    if (body.trim() !== '' && against === undefined && !send.isPending) send.mutate(body);
  };
  return (
    <>
      {send.error && (
        <div className="pad-h">
          <Fault error={send.error} />
        </div>
      )}
      <p className="outlook soft small" role="status">
        {[line, missing].filter(Boolean).join(' ')}
      </p>
      <label className="unseen" htmlFor={id}>
        {t(words.textTo(name))}
      </label>
      <textarea
        id={id}
        ref={area}
        rows={2}
        value={body}
        placeholder={t(words.textTo(name))}
        onChange={({ target }) => setBody(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) go();
        }}
      />
      <div className="row">
        <Button small look="plain" icon="link" onClick={() => setLinking('')}>
          {t(words.sendPayLink)}
        </Button>
        <TemplateMenu
          payer={customer}
          onChoose={(text, template) =>
            template.includes(linkMark) ? setLinking(text) : choose(text, template)
          }
        />
        <span className="grow soft small num" aria-live="off">
          {body !== '' && t(words.counted(used, room, parts, alphabet))}
        </span>
        <Button
          small
          look="main"
          icon="send"
          hotkey="Ctrl Enter"
          working={send.isPending ? t(words.sending) : undefined}
          because={against}
          onClick={go}
        >
          {sendWord(outlook)}
        </Button>
      </div>
      {linking !== undefined && (
        <PayLinkDialog
          customer={customer}
          phone={phone}
          text={linking}
          onClose={() => setLinking(undefined)}
        />
      )}
    </>
  );
}
