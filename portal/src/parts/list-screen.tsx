import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError } from '../../../clients/typescript/src/index.ts';
import { type Query, useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { useChanged } from '../data/changed-rows.ts';
import { curlOf } from '../data/curl.ts';
import { useHeldRows } from '../data/held-rows.ts';
import { useKeys } from '../data/keys.ts';
import { chosenColumns, filtersOf, readableOf } from '../data/list-address.ts';
import { useLiveRefresh, usePolling } from '../data/live.tsx';
import { usePreference } from '../data/preferences.ts';
import { toggled } from '../data/selection.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { lists } from '../words/lists.ts';
import { Announcer } from './announcer.tsx';
import { Button } from './button.tsx';
import { useClipboard } from './clipboard.tsx';
import { ExportButton } from './export-button.tsx';
import { Filters } from './filters.tsx';
import { useCursor } from './list-cursor.ts';
import { ColumnsMenu, DensityMenu } from './list-look.tsx';
import { type List, wholePage } from './list-spec.ts';
import { ListBones, ListTable } from './list-table.tsx';
import { Foot, NoMatch, SearchField, Stale, Unreadable } from './list-tools.tsx';
import { SavedViews } from './saved-views.tsx';
import { Sheet } from './sheet.tsx';
import { Empty, Fault } from './show.tsx';
import { useToasts } from './toasts.tsx';

export type { Column, ListSpec } from './list-spec.ts';

type Props<Row> = {
  spec: List<Row>;
  /** Content beside the title. */
  beside?: ReactNode;
  /** The main button and its kin. */
  actions?: ReactNode;
  /** Acts on several rows at once. */
  bulk?(rows: readonly Row[]): ReactNode;
  /** Parameters that always hold. */
  fixed?: Query;
  tabs?: ReactNode;
  /** The first step, while there are no rows yet. */
  start?: ReactNode;
};

const none: readonly never[] = [];
const anew = { after: undefined, before: undefined, first: undefined, at: undefined };

export function ListScreen<Row>(props: Props<Row>) {
  const { spec, beside, actions, bulk, fixed = {}, tabs, start } = props;
  const { business, client } = useHere();
  const toasts = useToasts();
  const copy = useClipboard();
  const [asked, change] = useQueryOfAddress();
  const { query, unreadable } = readableOf(spec.filters ?? none, asked);
  const [, go] = useLocation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [preferred, prefer] = usePreference<readonly string[]>(`columns ${spec.name}`);
  const lastToggled = useRef<string>(undefined);
  const search = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTableElement>(null);
  const sent = filtersOf(query);
  const { after: _, before: __, ...filters } = sent;
  const view = JSON.stringify(sent);
  const found = useQuery({
    queryKey: [business.id, spec.name, 'list', sent, fixed],
    queryFn: async () => await wholePage(spec, client, { ...sent, ...fixed }),
    placeholderData: keepPreviousData,
  });
  const fresh = found.data?.data ?? none;
  const [cursor, putCursor] = useCursor(view, query.at);
  const { rows, waiting, release } = useHeldRows<Row>(fresh, {
    id: spec.id,
    view: found.isPlaceholderData ? undefined : view,
    // Rows do not move under a pointer, a cursor or a selection.
    isHeld: isBusy || cursor !== undefined || chosen.size > 0,
  });
  const ids = rows.map(spec.id);
  const at = Math.max(0, ids.indexOf(cursor ?? ''));
  const changed = useChanged(found.isPlaceholderData ? undefined : rows, spec.id);
  /** New rows still wait when the pointer leaves to press their button: until then, or until more come. */
  const stay = (isInside: boolean) => {
    if (isInside || waiting === 0) setBusy(isInside);
  };
  const isInside = () => body.current?.matches(':hover, :focus-within') ?? false;
  const showNew = () => {
    setBusy(isInside());
    release();
  };
  const refresh = () => {
    setBusy(isInside());
    void found.refetch();
  };
  useLiveRefresh(spec.live ?? none, refresh);
  usePolling(refresh, spec.polls ?? false);
  useEffect(() => setChosen(new Set()), [view]);
  useEffect(() => {
    body.current?.querySelector('tr.at')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const names = query.columns?.split(',') ?? preferred;
  const columns = chosenColumns(spec.columns, names);
  const chooseColumns = (next: readonly string[] | undefined) => {
    prefer(next);
    if (query.columns !== undefined) change({ columns: next?.join() });
  };

  /** The address remembers the row, so that the way back leads to it. */
  const leave = (row: Row, byLink: boolean) => {
    if (!spec.href) return;
    putCursor(spec.id(row));
    change({ at: spec.id(row) });
    if (!byLink) go(spec.href(row));
  };
  const toggle = (row: Row, isRange: boolean) => {
    const id = spec.id(row);
    setChosen(toggled(ids, chosen, id, isRange ? lastToggled.current : undefined));
    lastToggled.current = id;
  };
  const move = (step: number) => {
    const to = Math.max(0, Math.min(at + step, ids.length - 1));
    putCursor(to === 0 ? undefined : ids[to]);
  };
  const row = rows[at];
  const copyCurl = async () => {
    const isCopied = await copy(curlOf(spec.api!(row!), business.id));
    if (isCopied) toasts.tell({ text: t(lists.curlCopied(spec.label(row!))) });
  };
  useKeys({
    J: () => move(1),
    K: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(row && spec.href && { Enter: () => leave(row, false) }),
    ...(row && spec.api && { C: () => void copyCurl() }),
    ...(row && bulk && { X: (event) => toggle(row, event?.shiftKey ?? false) }),
    ...(chosen.size > 0 && { Escape: () => setChosen(new Set()) }),
    ...(spec.search && { '/': () => search.current?.focus() }),
  });

  const filter = (changes: Readonly<Record<string, string | undefined>>) =>
    change({ ...changes, ...anew });
  const picked = rows.filter((one) => chosen.has(spec.id(one)));
  const retry = () => void found.refetch();
  /** The service names parameters that it does not take. */
  const isAddressWrong = found.error instanceof ApiError && found.error.errors.length > 0;
  const clearFilters = () =>
    filter(Object.fromEntries(Object.keys(filtersOf(asked)).map((name) => [name, undefined])));
  return (
    <Sheet
      title={t(spec.title)}
      beside={beside}
      actions={
        <>
          <ExportButton spec={spec} query={{ ...sent, ...fixed }} />
          {actions}
        </>
      }
      tabs={
        tabs ??
        (spec.views && (
          <SavedViews name={spec.name} views={spec.views} {...{ filters, columns: names }} />
        ))
      }
      toolbar={
        <div className="toolbar wrap">
          {spec.search && (
            <SearchField
              ref={search}
              hint={t(spec.search)}
              value={query.q ?? ''}
              onSearch={(q) => filter({ q })}
            />
          )}
          <Filters filters={spec.filters ?? none} query={query} onChange={filter} />
          <span className="grow" />
          {waiting > 0 && (
            <Button small icon="up" onClick={showNew}>
              {t(common.newOnes(waiting))}
            </Button>
          )}
          <span className="desk-only row looks-of-list">
            <ColumnsMenu columns={spec.columns} shown={columns} onChange={chooseColumns} />
            <DensityMenu />
          </span>
          <Announcer text={waiting > 0 ? t(common.newOnes(waiting)) : ''} />
        </div>
      }
      float={
        bulk && picked.length > 0 ? (
          <div className="float">
            <div className="bulk" role="toolbar" aria-label={t(common.selected(picked.length))}>
              <b>{t(common.selected(picked.length))}</b>
              {bulk(picked)}
              <Button small look="plain" hotkey="Esc" onClick={() => setChosen(new Set())}>
                {t(common.clear)}
              </Button>
            </div>
          </div>
        ) : undefined
      }
      foot={
        <Foot
          page={found.data}
          {...{ query, change, columns: names }}
          selects={bulk !== undefined}
          opens={spec.href !== undefined}
        />
      }
    >
      {unreadable.length > 0 && <Unreadable filters={unreadable} onClear={clearFilters} />}
      {found.error && found.data && <Stale at={found.dataUpdatedAt} retry={retry} />}
      {found.error && !found.data ? (
        <div className="pad">
          <Fault error={found.error} retry={retry} />
          {isAddressWrong && <Button onClick={clearFilters}>{t(common.clearFilters)}</Button>}
        </div>
      ) : found.isPending ? (
        <ListBones columns={columns} canChoose={bulk !== undefined} />
      ) : rows.length > 0 ? (
        <ListTable
          {...{ spec, rows, columns, at, changed, ref: body }}
          chosen={bulk && chosen}
          isLate={found.isPlaceholderData}
          onToggle={toggle}
          onToggleAll={(isOn) => setChosen(new Set(isOn ? ids : []))}
          onLeave={leave}
          onBusy={stay}
        />
      ) : Object.keys(filters).length > 0 ? (
        <NoMatch filters={spec.filters ?? none} query={filters} onChange={filter} />
      ) : (
        <Empty icon={spec.icon} title={t(spec.empty.title)} text={t(spec.empty.text)}>
          {start || undefined}
        </Empty>
      )}
    </Sheet>
  );
}
