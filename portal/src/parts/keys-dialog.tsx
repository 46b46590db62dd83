import { useState } from 'react';
import { lettersAreOn, switchLetters } from '../data/keys.ts';
import { places } from '../places.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { payments } from '../words/payments.ts';
import { Dialog } from './dialog.tsx';
import { Check } from './field.tsx';

/** Every key, and the switch that turns those of one letter off. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const [isOn, setOn] = useState(lettersAreOn);
  const keys = [
    ['Ctrl K', t(common.findOrDo)],
    ['/', t(common.keySearch)],
    ['F', t(common.filter)],
    ['J K', t(common.keyMove)],
    ['X', t(common.keySelect)],
    ['Shift X', t(common.keyRange)],
    ['Enter', t(common.keyOpen)],
    ['Esc', t(common.keyBack)],
    ['E', t(common.exportCsv)],
    ['N', t(common.keyNew)],
    ['R', t(payments.refund)],
    ['C', t(common.copyCurl)],
    ['Ctrl Enter', t(common.keySend)],
    ['?', t(common.keys)],
    ...places.flatMap(({ letter, title }) => (letter ? [[`G ${letter}`, t(title)]] : [])),
  ] as const;
  return (
    <Dialog title={t(common.keys)} onClose={onClose}>
      <dl className="facts left">
        {keys.map(([key, what]) => (
          <div className="key-row" key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Check
        label={t(common.lettersOff)}
        value={isOn}
        onChange={(next) => {
          setOn(next);
          switchLetters(next);
        }}
      />
    </Dialog>
  );
}
