import { useId, useState } from 'react';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { behind } from '../data/typed.ts';
import { conversations as words } from '../words/conversations.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Fault } from './show.tsx';

type Props = {
  conversationId: string;
  name: string;
};

/** Writes a note for colleagues. Nothing of it is ever sent. */
export function NoteComposer({ conversationId, name }: Props) {
  const { client } = useHere();
  const id = useId();
  const [body, setBody] = useState('');
  const add = useChange(
    (text: string, options) =>
      client.conversations.addNote(conversationId, { body: text }, options),
    {
      done: () => ({ text: t(words.noteAdded) }),
      after: (_, sent) => setBody((now) => behind(now, sent)),
    },
  );
  const go = () => {
    if (body.trim() !== '' && !add.isPending) add.mutate(body);
  };
  return (
    <>
      {add.error && (
        <div className="pad-h">
          <Fault error={add.error} />
        </div>
      )}
      <p className="outlook soft small">{t(words.noteHint(name))}</p>
      <label className="unseen" htmlFor={id}>
        {t(words.noteFor)}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={2000}
        value={body}
        placeholder={t(words.noteFor)}
        onChange={({ target }) => setBody(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) go();
        }}
      />
      <div className="row">
        <span className="grow" />
        <Button
          small
          look="main"
          icon="lock"
          hotkey="Ctrl Enter"
          working={add.isPending ? t(words.addingNote) : undefined}
          onClick={go}
        >
          {t(words.addNote)}
        </Button>
      </div>
    </>
  );
}
