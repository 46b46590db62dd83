import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import type { Query } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { endOfDay, startOfDay } from '../data/days.ts';
import { calendarDay, dayIn, minorOf, money, typedOf } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { common } from '../words/common.ts';
import { type Text, t } from '../words/language.ts';
import { lookOf } from '../words/states.ts';
import { Button } from './button.tsx';
import { Check, Field, Select } from './field.tsx';
import { Icon } from './icon.tsx';

/** A filter of a list: the parameters of /v1 that it sets, and how a person chooses their values. */
export type FilterSpec = { readonly title: Text } & (
  | { readonly kind: 'states'; readonly name: string; readonly values: readonly string[] }
  | {
      readonly kind: 'word';
      readonly name: string;
      readonly values: readonly (readonly [string, Text])[];
    }
  | { readonly kind: 'text'; readonly name: string }
  | { readonly kind: 'amount'; readonly from: string; readonly to: string }
  | { readonly kind: 'days'; readonly from: string; readonly to: string }
);

function namesOf(filter: FilterSpec): string[] {
  return 'name' in filter ? [filter.name] : [filter.from, filter.to];
}

type Props = {
  filters: readonly FilterSpec[];
  query: Query;
  onChange(change: Readonly<Record<string, string | undefined>>): void;
};

/** The chips of what is filtered by, and the way to one more. */
export function Filters({ filters, query, onChange }: Props) {
  const [opened, setOpened] = useState<FilterSpec | 'new'>();
  useKeys({ F: () => setOpened('new') });
  const set = filters.filter((filter) => namesOf(filter).some((name) => query[name] !== undefined));
  const unset = filters.filter((filter) => !set.includes(filter));
  const close = () => setOpened(undefined);
  return (
    <div className="chips">
      {set.map((filter) => (
        <FilterPopover
          key={namesOf(filter).join()}
          isOpen={opened === filter}
          onOpen={(isOpen) => setOpened(isOpen ? filter : undefined)}
          choices={[filter]}
          {...{ query, onChange, close }}
        >
          <span className="key">{t(filter.title)}</span>
          <FilterValue filter={filter} query={query} />
        </FilterPopover>
      ))}
      {unset.length > 0 && (
        <FilterPopover
          isNew
          isOpen={opened === 'new'}
          onOpen={(isOpen) => setOpened(isOpen ? 'new' : undefined)}
          choices={unset}
          {...{ query, onChange, close }}
        >
          <Icon name="plus" small />
          {t(common.filter)} <kbd className="desk-only">F</kbd>
        </FilterPopover>
      )}
    </div>
  );
}

type PopoverProps = Omit<Props, 'filters'> & {
  isNew?: boolean;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  choices: readonly FilterSpec[];
  close(): void;
  children: React.ReactNode;
};

function FilterPopover({
  isNew,
  isOpen,
  onOpen,
  choices,
  query,
  onChange,
  close,
  children,
}: PopoverProps) {
  const first = choices[0]!;
  const remove = () =>
    onChange(Object.fromEntries(namesOf(first).map((name) => [name, undefined])));
  return (
    <span className={isNew ? 'chip add' : 'chip'}>
      <Popover.Root open={isOpen} onOpenChange={onOpen}>
        <Popover.Trigger
          onKeyDown={({ key }) => {
            if (key === 'Backspace' && !isNew) remove();
          }}
        >
          {children}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner sideOffset={6} align="start" className="over">
            <Popover.Popup className="menu filter-menu" aria-label={t(common.filter)}>
              <FilterForm {...{ choices, query, onChange, close }} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {!isNew && (
        <button
          type="button"
          className="gone"
          aria-label={t(common.removeFilter(t(first.title)))}
          onClick={remove}
        >
          <Icon name="x" small />
        </button>
      )}
    </span>
  );
}

function FilterForm({
  choices,
  query,
  onChange,
  close,
}: Omit<Props, 'filters'> & { choices: readonly FilterSpec[]; close(): void }) {
  const { business } = useHere();
  const [at, setAt] = useState(0);
  const filter = choices[at]!;
  const [values, setValues] = useState<Record<string, string>>(() =>
    shownOf(filter, query, business),
  );
  const put = (name: string, value: string) => setValues({ ...values, [name]: value });
  const sent = sentOf(filter, values, business);
  return (
    <form
      className="pad stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!sent) return;
        onChange(sent);
        close();
      }}
    >
      {choices.length > 1 && (
        <Select
          label={t(common.addFilter)}
          value={String(at)}
          onChange={(value) => {
            setAt(Number(value));
            setValues(shownOf(choices[Number(value)]!, query, business));
          }}
          options={choices.map(({ title }, i) => [String(i), t(title)])}
        />
      )}
      {filter.kind === 'text' && (
        <Field
          label={t(filter.title)}
          value={values[filter.name] ?? ''}
          onChange={(value) => put(filter.name, value)}
        />
      )}
      {filter.kind === 'word' && (
        <Select
          label={t(filter.title)}
          value={values[filter.name] ?? ''}
          onChange={(value) => put(filter.name, value)}
          options={[['', ''], ...filter.values.map(([value, text]) => [value, t(text)] as const)]}
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

type Zone = { readonly timeZone: string; readonly currency: string };

/** The parameters of the address as a person types them. */
function shownOf(
  filter: FilterSpec,
  query: Query,
  { timeZone, currency }: Zone,
): Record<string, string> {
  return Object.fromEntries(
    namesOf(filter).flatMap((name) => {
      const sent = query[name];
      if (sent === undefined) return [];
      if (filter.kind === 'days') return [[name, dayIn(new Date(sent), timeZone)]];
      return [[name, filter.kind === 'amount' ? typedOf(Number(sent), currency) : sent]];
    }),
  );
}

/** Undefined: what was typed is no value of it. */
function sentOf(filter: FilterSpec, values: Record<string, string>, { timeZone, currency }: Zone) {
  const sent: Record<string, string | undefined> = {};
  for (const name of namesOf(filter)) {
    const typed = values[name]?.trim() ?? '';
    sent[name] = typed === '' ? undefined : typed;
    if (typed === '') continue;
    if (filter.kind === 'days') {
      sent[name] = name === filter.from ? startOfDay(typed, timeZone) : endOfDay(typed, timeZone);
    } else if (filter.kind === 'amount') {
      const minor = minorOf(typed, currency);
      if (minor === undefined) return undefined;
      sent[name] = String(minor);
    }
  }
  return sent;
}

function FilterValue({ filter, query }: { filter: FilterSpec; query: Query }) {
  const { business } = useHere();
  return <span className="value">{shownValue(filter, query, business)}</span>;
}

function shownValue(filter: FilterSpec, query: Query, { timeZone, currency }: Zone): string {
  switch (filter.kind) {
    case 'text':
      return query[filter.name] ?? '';
    case 'word': {
      const found = filter.values.find(([value]) => value === query[filter.name]);
      return found ? t(found[1]) : (query[filter.name] ?? '');
    }
    case 'states':
      return (query[filter.name] ?? '')
        .split(',')
        .map((one) => t(lookOf(one).word))
        .join(', ');
    default: {
      const show = (sent: string | undefined) =>
        sent === undefined
          ? '…'
          : filter.kind === 'amount'
            ? money(Number(sent), currency)
            : calendarDay(dayIn(new Date(sent), timeZone));
      return `${show(query[filter.from])} – ${show(query[filter.to])}`;
    }
  }
}
