import { Activity, useState } from 'react';
import type { Customer } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useOutlook } from '../data/outlook.ts';
import { conversations as words } from '../words/conversations.ts';
import { t } from '../words/language.ts';
import { NoteComposer } from './note-composer.tsx';
import { Note } from './show.tsx';
import { TextComposer } from './text-composer.tsx';

type Props = {
  conversationId: string;
  phone: string;
  name: string;
  customer: Customer | undefined;
  isOptedOut: boolean;
};

/**
 * Writes a text, or a note for colleagues; what is written as one never becomes the other. A person who said STOP is not
 * written to, from the moment of the STOP on.
 */
export function Composer({ conversationId, isOptedOut, ...rest }: Props) {
  const { may } = useHere();
  const { phone, name } = rest;
  const outlook = useOutlook(phone);
  const [isNote, setNote] = useState(false);
  const mayText = may('charge');
  if (!mayText && !may('refund')) return null;
  const hasStopped = outlook ? outlook.consent === 'opted_out' : isOptedOut;
  const choices = [
    ...(mayText ? [{ word: words.text, is: false }] : []),
    { word: words.note, is: true },
  ];
  return (
    <>
      {!isNote && mayText && hasStopped && (
        <div className="pad">
          <Note tone="still" title={t(words.optedOutTitle(name))}>
            {t(words.optedOutText)}
          </Note>
        </div>
      )}
      <div className={isNote ? 'compose memo' : 'compose'} data-tone={isNote ? 'wait' : undefined}>
        <fieldset className="either" aria-label={t(words.whatIsWritten)}>
          {choices.map(({ word, is }) => (
            <button
              key={String(is)}
              type="button"
              aria-pressed={isNote === is}
              onClick={() => setNote(is)}
            >
              {t(word)}
            </button>
          ))}
        </fieldset>
        <Activity mode={isNote ? 'visible' : 'hidden'}>
          <NoteComposer conversationId={conversationId} name={name} />
        </Activity>
        {mayText && (
          <Activity mode={isNote || hasStopped ? 'hidden' : 'visible'}>
            <TextComposer {...rest} outlook={outlook} />
          </Activity>
        )}
      </div>
    </>
  );
}
