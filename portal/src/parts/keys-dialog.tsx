import { useState } from 'react';
import { useHere } from '../data/business.tsx';
import { keysOfPage, lettersAreOn, switchLetters } from '../data/keys.ts';
import { isOpenTo } from '../places/place.tsx';
import { places } from '../places/places.ts';
import { common } from '../words/common.ts';
import { type Text, t } from '../words/language.ts';
import { palette as words } from '../words/palette.ts';
import { payments } from '../words/payments.ts';
import { Dialog } from './dialog.tsx';
import { Check } from './field.tsx';
import { Note } from './show.tsx';

type Row = readonly [keys: string, what: Text];

/** The meaning of each key on the pages that have it, and its notation. */
const ofPages: Readonly<Record<string, readonly Row[]>> = {
  '/': [['/', common.keySearch]],
  F: [['F', common.filter]],
  J: [['J K', common.keyMove]],
  X: [
    ['X', common.keySelect],
    ['Shift X', common.keyRange],
  ],
  Enter: [['Enter', common.keyOpen]],
  E: [['E', common.exportCsv]],
  N: [['N', common.keyNew]],
  R: [['R', payments.refund]],
  D: [['D', common.keyDone]],
  C: [['C', common.copyCurl]],
};

const ofAll: readonly Row[] = [
  ['Ctrl K', common.findOrDo],
  ['Esc', common.keyBack],
  ['Ctrl Enter', common.keySend],
  ['?', common.keys],
];

/** Every key that does something here, and the switch that turns those of one letter off. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const here = useHere();
  const [isOn, setOn] = useState(lettersAreOn);
  const known = keysOfPage();
  const ofPage = Object.entries(ofPages).flatMap(([key, rows]) => (known.has(key) ? rows : []));
  const going = places.flatMap((place): Row[] =>
    place.letter && isOpenTo(here, place) ? [[`G ${place.letter}`, place.title]] : [],
  );
  return (
    <Dialog title={t(common.keys)} onClose={onClose}>
      <div className="both-keys">
        {ofPage.length > 0 && <Keys title={words.onPage} rows={ofPage} />}
        <Keys title={words.everywhere} rows={[...ofAll, ...going]} />
      </div>
      <Check
        label={t(common.lettersOff)}
        value={isOn}
        onChange={(next) => {
          setOn(next);
          switchLetters(next);
        }}
      />
      {!isOn && <Note tone="still" title={t(words.lettersRest)} />}
    </Dialog>
  );
}

function Keys({ title, rows }: { title: Text; rows: readonly Row[] }) {
  return (
    <section>
      <h3>{t(title)}</h3>
      <dl className="facts left all-keys">
        {rows.map(([keys, what]) => (
          <div className="key-row" key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
