import { useEffect, useEffectEvent, useState } from 'react';
import type { Page } from '../../../clients/typescript/src/index.ts';
import type { Query } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { namesOf } from '../data/list-address.ts';
import { common } from '../words/common.ts';
import { locale, t } from '../words/language.ts';
import { lists } from '../words/lists.ts';
import { Button, IconButton } from './button.tsx';
import { useClipboard } from './clipboard.tsx';
import { type FilterSpec, shownValue } from './filter-values.ts';
import { Icon } from './icon.tsx';
import { rowsOfPage } from './list-spec.ts';
import { Empty, Note } from './show.tsx';
import { useToasts } from './toasts.tsx';

/* The surroundings of a list's rows: search, pages, and texts in the place of rows. */

type Change = (changes: Readonly<Record<string, string | undefined>>) => void;

type SearchProps = {
  hint: string;
  value: string;
  onSearch(q: string): void;
  ref: React.Ref<HTMLInputElement>;
};

/** A text is searched for by itself once nothing more is typed for so long. */
const pauseMs = 300;

export function SearchField({ hint, value, onSearch, ref }: SearchProps) {
  const [typed, setTyped] = useState(value);
  const search = useEffectEvent(onSearch);
  // A blank behind a word stays while the next one is typed.
  useEffect(() => setTyped((now) => (now.trim() === value ? now : value)), [value]);
  useEffect(() => {
    const q = typed.trim();
    if (q === value) return undefined;
    const pause = setTimeout(() => search(q), pauseMs);
    return () => clearTimeout(pause);
  }, [typed, value]);
  return (
    <form
      className="input quiet grow"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <Icon name="search" />
      <input
        ref={ref}
        type="search"
        aria-label={hint}
        placeholder={hint}
        maxLength={100}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === '') onSearch('');
        }}
      />
      <kbd className="desk-only">/</kbd>
    </form>
  );
}

type FootProps = {
  page: Page<unknown> | undefined;
  query: Query;
  change: Change;
  /** The columns that were chosen; a link shows the same ones. */
  columns: readonly string[] | undefined;
  selects: boolean;
  opens: boolean;
};

export function Foot({ page, query, change, columns, selects, opens }: FootProps) {
  const toasts = useToasts();
  const copy = useClipboard();
  const isBack = query.before !== undefined;
  const isFirst = query.after === undefined && !isBack;
  const hasNewer = isBack ? (page?.hasMore ?? false) : !isFirst;
  const hasOlder = isBack || (page?.hasMore ?? false);
  const copyLink = async () => {
    const link = new URL(location.href);
    if (columns) link.searchParams.set('columns', columns.join());
    if (await copy(link.href)) toasts.tell({ text: t(common.copied) });
  };
  return (
    <>
      <span className="grow digits">{page && <Range page={page} query={query} />}</span>
      <span className="keys">
        <span>
          <kbd>J</kbd>
          <kbd>K</kbd>
          {t(common.keyMove)}
        </span>
        {selects && (
          <span>
            <kbd>X</kbd>
            {t(common.keySelect)}
          </span>
        )}
        {opens && (
          <span>
            <kbd>Enter</kbd>
            {t(common.keyOpen)}
          </span>
        )}
        <span>
          <kbd>?</kbd>
          {t(common.keyAll)}
        </span>
      </span>
      <span className="desk-only">
        <Button small look="plain" icon="link" onClick={copyLink}>
          {t(common.copyLink)}
        </Button>
      </span>
      <span className="btns">
        <IconButton
          icon="left"
          label={t(common.newer)}
          disabled={!hasNewer}
          onClick={() =>
            change({
              before: page?.previous ?? undefined,
              after: undefined,
              at: undefined,
              first: firstOf(query) > rowsOfPage ? String(firstOf(query) - rowsOfPage) : undefined,
            })
          }
        />
        <IconButton
          icon="right"
          label={t(common.older)}
          disabled={!hasOlder}
          onClick={() =>
            change({
              after: page?.next ?? undefined,
              before: undefined,
              at: undefined,
              first: String(firstOf(query) + (page?.data.length ?? 0)),
            })
          }
        />
      </span>
    </>
  );
}

/** Lists are read by cursor: how many rows came before this page is what the address remembers. */
const firstOf = ({ first }: Query) => Math.max(1, Number(first) || 1);

function Range({ page, query }: { page: Page<unknown>; query: Query }) {
  const rows = page.data.length;
  const isFirst = query.after === undefined && query.before === undefined;
  if (rows === 0 || (!isFirst && query.first === undefined && query.before === undefined))
    return null;
  const first = isFirst ? 1 : firstOf(query);
  const isLast = query.before === undefined && !page.hasMore;
  return t(common.rangeOf(first, first + rows - 1, isLast));
}

/** The rows are those of an earlier reading, since the latest failed. */
export function Stale({ at, retry }: { at: number; retry(): void }) {
  const { business, now } = useHere();
  const byClock = new Date(at + now().getTime() - Date.now());
  const options = { timeZone: business.timeZone, hour: 'numeric', minute: '2-digit' } as const;
  return (
    <div className="stale">
      <Note tone="wait" title={t(lists.readAt(byClock.toLocaleTimeString(locale, options)))}>
        <button type="button" className="link" onClick={retry}>
          {t(lists.readAnew)}
        </button>
      </Note>
    </div>
  );
}

/** An old or mistyped address: what could not be read of it filters nothing. */
export function Unreadable({
  filters,
  onClear,
}: {
  filters: readonly FilterSpec[];
  onClear(): void;
}) {
  return (
    <div className="stale">
      <Note
        tone="wait"
        title={t(lists.unreadable(filters.map(({ title }) => t(title)).join(', ')))}
      >
        <button type="button" className="link" onClick={onClear}>
          {t(common.clearFilters)}
        </button>
      </Note>
    </div>
  );
}

type NoMatchProps = { filters: readonly FilterSpec[]; query: Query; onChange: Change };

/** Nothing has all of the filters: each of them can be taken back alone. */
export function NoMatch({ filters, query, onChange }: NoMatchProps) {
  const { business } = useHere();
  const set = filters.filter((filter) => namesOf(filter).some((name) => query[name] !== undefined));
  const off = (names: readonly string[]) =>
    onChange(Object.fromEntries(names.map((name) => [name, undefined])));
  const all = Object.keys(query);
  return (
    <Empty icon="filter" title={t(common.noMatch)} text={t(common.noMatchText)}>
      {all.length > 1 && query.q !== undefined && (
        <Button onClick={() => off(['q'])}>{t(lists.withoutSearch(query.q))}</Button>
      )}
      {all.length > 1 &&
        set.map((filter) => (
          <Button key={namesOf(filter).join()} onClick={() => off(namesOf(filter))}>
            {t(lists.without(`${t(filter.title)} ${shownValue(filter, query, business)}`))}
          </Button>
        ))}
      <Button look={all.length > 1 ? 'plain' : 'normal'} onClick={() => off(all)}>
        {t(common.clearFilters)}
      </Button>
    </Empty>
  );
}
