import { useState } from 'react';
import type { Query } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { useKeys } from '../data/keys.ts';
import { namesOf } from '../data/list-address.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { FilterMenu } from './filter-menu.tsx';
import { type FilterSpec, shownValue } from './filter-values.ts';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';

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
      <Popover
        label={t(common.filter)}
        className="menu filter-menu"
        isOpen={isOpen}
        onOpen={onOpen}
        trigger={{
          children,
          onKeyDown: ({ key }) => {
            if (key === 'Backspace' && !isNew) remove();
          },
        }}
      >
        <FilterMenu {...{ choices, query, onChange, close }} />
      </Popover>
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

function FilterValue({ filter, query }: { filter: FilterSpec; query: Query }) {
  const { business } = useHere();
  return <span className="value">{shownValue(filter, query, business)}</span>;
}
