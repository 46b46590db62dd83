import { useState } from 'react';
import type { Customer, Message } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { outlookLine, reasonAgainst, sendWord, toldOf, useOutlook } from '../data/outlook.ts';
import { partsOf } from '../data/text-parts.ts';
import { conversations as words } from '../words/conversations.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { PayLinkDialog } from './pay-link-dialog.tsx';
import { Fault, Note } from './show.tsx';

type Props = {
  phone: string;
  name: string;
  customer: Customer | undefined;
  isOptedOut: boolean;
  onSent?(message: Message): void;
};

/**
 * Writes a text; it says how many parts that is and what will become of it. A person who said STOP is not written to, from
 * the moment of the STOP on.
 */
export function Composer({ phone, name, customer, isOptedOut, onSent }: Props) {
  const here = useHere();
  const { client, may, now } = here;
  const outlook = useOutlook(phone);
  const [body, setBody] = useState('');
  const [isLinking, setLinking] = useState(false);
  const send = useChange(
    (text: string, options) => client.messages.create({ phone, body: text }, options),
    {
      done: (message) => ({ text: toldOf(message, here) }),
      after: (message) => {
        // What was not sent may be said in another way.
        if (message.status !== 'blocked') setBody('');
        onSent?.(message);
      },
    },
  );
  if (!may('charge')) return null;
  const hasStopped = outlook ? outlook.consent === 'opted_out' : isOptedOut;
  if (hasStopped)
    return (
      <div className="pad">
        <Note tone="still" title={t(words.optedOutTitle(name))}>
          {t(words.optedOutText)}
        </Note>
      </div>
    );
  const line = outlookLine(outlook, now());
  const against = reasonAgainst(outlook);
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
      <div className="compose">
        <p className="outlook soft small" role="status">
          {line}
        </p>
        <label className="unseen" htmlFor="say">
          {t(words.textTo(name))}
        </label>
        <textarea
          id="say"
          rows={2}
          value={body}
          placeholder={t(words.textTo(name))}
          onChange={({ target }) => setBody(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) go();
          }}
        />
        <div className="row">
          <Button small look="plain" icon="link" onClick={() => setLinking(true)}>
            {t(words.sendPayLink)}
          </Button>
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
      </div>
      {isLinking && (
        <PayLinkDialog customer={customer} phone={phone} onClose={() => setLinking(false)} />
      )}
    </>
  );
}
