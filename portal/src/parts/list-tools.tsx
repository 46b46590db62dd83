import { useEffect, useState } from 'react';
import type { Page } from '../../../clients/typescript/src/index.ts';
import type { Query } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { useKeys } from '../data/keys.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import type { ListSpec } from './list-spec.ts';
import { Fault } from './show.tsx';
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

/** CSV of exactly the filter, without pages. */
export function ExportButton<Row>({ spec, query }: { spec: ListSpec<Row>; query: Query }) {
  const { client } = useHere();
  const [isWorking, setWorking] = useState(false);
  const [error, setError] = useState<unknown>();
  async function save() {
    setWorking(true);
    setError(undefined);
    try {
      const { after: _, before: __, ...filters } = query;
      const blob = await (await spec.read(client, filters).csv()).blob();
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = `${spec.name}.csv`;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (fault) {
      setError(fault);
    } finally {
      setWorking(false);
    }
  }
  useKeys({ E: () => void save() });
  return (
    <span className="desk-only row">
      <Fault error={error} />
      <Button
        icon="save"
        hotkey="E"
        working={isWorking ? t(common.exporting) : undefined}
        onClick={save}
      >
        {t(common.exportCsv)}
      </Button>
    </span>
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
      <span className="grow" />
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
          onClick={() => change({ before: page?.previous ?? undefined, after: undefined })}
        />
        <IconButton
          icon="right"
          label={t(common.older)}
          disabled={!hasOlder}
          onClick={() => change({ after: page?.next ?? undefined, before: undefined })}
        />
      </span>
    </>
  );
}
