import { useEffect, useState } from 'react';
import type { Page } from '../../../clients/typescript/src/index.ts';
import type { Query } from '../data/address.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { rowsOfPage } from './list-spec.ts';
import { useToasts } from './toasts.tsx';

/* What stands around the rows of a list: search, export, pages. */

type SearchProps = {
  hint: string;
  value: string;
  onSearch(q: string): void;
  ref: React.Ref<HTMLInputElement>;
};

export function SearchField({ hint, value, onSearch, ref }: SearchProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
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
  change(changes: Readonly<Record<string, string | undefined>>): void;
  selects: boolean;
};

export function Foot({ page, query, change, selects }: FootProps) {
  const toasts = useToasts();
  const isBack = query.before !== undefined;
  const isFirst = query.after === undefined && !isBack;
  const hasNewer = isBack ? (page?.hasMore ?? false) : !isFirst;
  const hasOlder = isBack || (page?.hasMore ?? false);
  const copyLink = async () => {
    await navigator.clipboard.writeText(location.href);
    toasts.tell({ text: t(common.copied) });
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
        <span>
          <kbd>Enter</kbd>
          {t(common.keyOpen)}
        </span>
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
