import { useState } from 'react';
import type { Query } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { dayIn } from '../data/format.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { lookOf } from '../words/states.ts';
import { Button } from './button.tsx';
import { Check, Field } from './field.tsx';
import { daySpans, type FilterSpec, sentOf, shownOf } from './filter-values.ts';
import { Icon } from './icon.tsx';

type Props = {
  choices: readonly FilterSpec[];
  query: Query;
  onChange(change: Readonly<Record<string, string | undefined>>): void;
  close(): void;
};

/** The available filters; the chosen one opens its own menu in the same place. */
export function FilterMenu({ choices, ...rest }: Props) {
  const [filter, setFilter] = useState(choices.length === 1 ? choices[0] : undefined);
  if (filter) return <FilterForm {...rest} filter={filter} />;
  return (
    <ul className="inset" aria-label={t(common.addFilter)}>
      {choices.map((one) => (
        <li key={t(one.title)}>
          <button type="button" className="goes" onClick={() => setFilter(one)}>
            <span className="grow">{t(one.title)}</span>
            <Icon name="right" small />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The list that was in this place took the focus with it. */
function focusFirst(menu: HTMLElement | null): void {
  menu?.querySelector<HTMLElement>('input, button')?.focus();
}

function FilterForm({
  filter,
  query,
  onChange,
  close,
}: Omit<Props, 'choices'> & { filter: FilterSpec }) {
  const { business, now } = useHere();
  const [values, setValues] = useState<Record<string, string>>(() =>
    shownOf(filter, query, business),
  );
  const put = (name: string, value: string) => setValues({ ...values, [name]: value });
  const apply = (chosen: Record<string, string>) => {
    const sent = sentOf(filter, chosen, business);
    if (!sent) return;
    onChange(sent);
    close();
  };
  if (filter.kind === 'word') {
    const { name } = filter;
    return (
      <ul ref={focusFirst} className="inset" aria-label={t(filter.title)}>
        {filter.values.map(([value, text]) => (
          <li key={value}>
            <button
              type="button"
              className={values[name] === value ? 'goes is' : 'goes'}
              aria-pressed={values[name] === value}
              onClick={() => apply({ [name]: value })}
            >
              <span className="grow">{t(text)}</span>
              {values[name] === value && <Icon name="check" small />}
            </button>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <form
      ref={focusFirst}
      className="pad stack"
      onSubmit={(event) => {
        event.preventDefault();
        apply(values);
      }}
    >
      {filter.kind === 'days' && (
        <div className="presets">
          {daySpans(dayIn(now(), business.timeZone)).map(([title, from, to]) => (
            <Button
              key={t(title)}
              small
              onClick={() => apply({ [filter.from]: from, [filter.to]: to })}
            >
              {t(title)}
            </Button>
          ))}
        </div>
      )}
      {filter.kind === 'text' && (
        <Field
          label={t(filter.title)}
          value={values[filter.name] ?? ''}
          onChange={(value) => put(filter.name, value)}
        />
      )}
      {filter.kind === 'states' && (
        <fieldset className="checks">
          <legend className="label">{t(filter.title)}</legend>
          {filter.values.map((value) => {
            const chosen = (values[filter.name] ?? '').split(',').filter(Boolean);
            return (
              <Check
                key={value}
                label={t(lookOf(value).word)}
                value={chosen.includes(value)}
                onChange={(isOn) =>
                  put(
                    filter.name,
                    (isOn ? [...chosen, value] : chosen.filter((one) => one !== value)).join(),
                  )
                }
              />
            );
          })}
        </fieldset>
      )}
      {(filter.kind === 'amount' || filter.kind === 'days') &&
        (
          [
            ['from', common.from],
            ['to', common.to],
          ] as const
        ).map(([end, title]) => (
          <Field
            key={end}
            label={t(title)}
            type={filter.kind === 'days' ? 'date' : 'text'}
            inputMode={filter.kind === 'amount' ? 'decimal' : undefined}
            value={values[filter[end]] ?? ''}
            onChange={(value) => put(filter[end], value)}
          />
        ))}
      <Button type="submit" look="main">
        {t(common.apply)}
      </Button>
    </form>
  );
}
