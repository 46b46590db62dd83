import { useState } from 'react';
import type { Customer, Message } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
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

/** Writes a text; it says how many parts that is, and a person who said STOP is not written to. */
export function Composer({ phone, name, customer, isOptedOut, onSent }: Props) {
  const { client, may } = useHere();
  const [body, setBody] = useState('');
  const [isLinking, setLinking] = useState(false);
  const send = useChange(
    (text: string, options) => client.messages.create({ phone, body: text }, options),
    {
      done: () => ({ text: t(words.queued) }),
      after: (message) => {
        setBody('');
        onSent?.(message);
      },
    },
  );
  if (!may('charge')) return null;
  if (isOptedOut)
    return (
      <div className="pad">
        <Note tone="still" title={t(words.optedOutTitle(name))}>
          {t(words.optedOutText)}
        </Note>
      </div>
    );
  const { used, room, parts, alphabet } = partsOf(body);
  const go = () => {
    if (body.trim() !== '' && !send.isPending) send.mutate(body);
  };
  return (
    <>
      {send.error && (
        <div className="pad-h">
          <Fault error={send.error} />
        </div>
      )}
      <div className="compose">
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
            onClick={go}
          >
            {t(words.send)}
          </Button>
        </div>
      </div>
      {isLinking && (
        <PayLinkDialog customer={customer} phone={phone} onClose={() => setLinking(false)} />
      )}
    </>
  );
}
