import { useState } from 'react';
import type { WriteOptions } from '../../../clients/typescript/src/index.ts';
import { useChange } from '../data/change.tsx';
import { t } from '../words/language.ts';
import { secrets as words } from '../words/secrets.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Select } from './field.tsx';
import { Fault } from './show.tsx';

const spans = [
  [0, words.graceNone],
  [3600, words.graceHour],
  [86_400, words.graceDay],
  [604_800, words.graceWeek],
] as const;

type Props<Result> = {
  title: string;
  text: string;
  verb: string;
  working: string;
  work(graceSeconds: number, options: WriteOptions): Promise<Result>;
  after(result: Result): void;
  onClose(): void;
};

/** Makes another secret in the place of one, which stays valid for a while. */
export function GraceDialog<Result>({
  title,
  text,
  verb,
  working,
  work,
  after,
  onClose,
}: Props<Result>) {
  const [seconds, setSeconds] = useState('86400');
  const change = useChange<number, Result>((grace, options) => work(grace, options), { after });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => change.mutate(Number(seconds))}
      foot={
        <Button type="submit" look="main" working={change.isPending ? working : undefined}>
          {verb}
        </Button>
      }
    >
      <p>{text}</p>
      <Select
        label={t(words.grace)}
        value={seconds}
        onChange={setSeconds}
        options={spans.map(([value, word]) => [String(value), t(word)])}
      />
      <Fault error={change.error} />
    </Dialog>
  );
}
