import type { Right } from '../data/session.ts';
import { keys as words } from '../words/keys.ts';
import { t } from '../words/language.ts';
import { Check } from './field.tsx';
import { Tag } from './show.tsx';

export const allRights: readonly Right[] = [
  'read',
  'charge',
  'refund',
  'approve',
  'administer',
  'operate',
];

/** The rights of a key or role. Null: all of them. */
export function Rights({ rights }: { rights: readonly Right[] | null }) {
  if (rights === null) return <Tag tone="wait">{t(words.everything)}</Tag>;
  return (
    <>
      {rights.map((right, i) => (
        <span key={right}>
          {i > 0 && ' '}
          <Tag>{t(words[`right_${right}`])}</Tag>
        </span>
      ))}
    </>
  );
}

type ChecksProps = {
  /** The rights of the person, who can give no others. */
  offered: readonly Right[];
  value: readonly Right[];
  onChange(value: readonly Right[]): void;
};

/** Rights as checks, each with what it means. */
export function RightChecks({ offered, value, onChange }: ChecksProps) {
  return (
    <fieldset>
      <legend className="label">{t(words.rights)}</legend>
      {offered.map((right) => (
        <Check
          key={right}
          label={t(words[`right_${right}`])}
          hint={t(words[`does_${right}`])}
          value={value.includes(right)}
          onChange={(isOn) =>
            onChange(allRights.filter((one) => (one === right ? isOn : value.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}
