import type { Matched } from '../data/file-columns.ts';
import { t } from '../words/language.ts';
import { payLinkFiles as words } from '../words/pay-link-files.ts';
import { Select } from './field.tsx';
import { Note } from './show.tsx';

type Props<Name extends string> = {
  /** The columns of the file, by their names there. */
  given: readonly string[];
  columns: Matched<Name>;
  names: readonly Name[];
  label(name: Name): string;
  fault: string | undefined;
  onChange(columns: Matched<Name>): void;
};

/** Matches the columns of a file. Columns that are not guessed by their names are matched by hand. */
export function Matching<Name extends string>(props: Props<Name>) {
  const { given, columns, names, label, fault, onChange } = props;
  const options = [
    ['', t(words.leftOut)] as const,
    ...names.map((one) => [one, label(one)] as const),
  ];
  return (
    <fieldset className="matching">
      <legend className="label">{t(words.columns)}</legend>
      {given.map((name, at) => (
        <Select
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
          key={at}
          label={name || String(at + 1)}
          value={columns[at] ?? ''}
          options={options}
          onChange={(value) => {
            const chosen = names.find((one) => one === value);
            onChange(columns.map((one, i) => (i === at ? chosen : one)));
          }}
        />
      ))}
      {fault !== undefined && <Note tone="bad" title={fault} />}
    </fieldset>
  );
}
