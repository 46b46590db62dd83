import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { type Query, useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { useChanged } from '../data/changed-rows.ts';
import { useKeys } from '../data/keys.ts';
import { useLive } from '../data/live.tsx';
import { toggled } from '../data/selection.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { ExportButton } from './export-button.tsx';
import { Filters } from './filters.tsx';
import { ListRow } from './list-row.tsx';
import { type ListSpec, wholePage } from './list-spec.ts';
import { Foot, SearchField } from './list-tools.tsx';
import { SavedViews } from './saved-views.tsx';
import { Sheet } from './sheet.tsx';
import { Bones, Empty, Fault } from './show.tsx';

export type { Column, ListSpec } from './list-spec.ts';

type Props<Row> = {
  spec: ListSpec<Row>;
  /** The main button and its kin. */
  actions?: ReactNode;
  /** What can be done with several rows at once. */
  bulk?(rows: readonly Row[]): ReactNode;
  /** Parameters that always hold. */
  fixed?: Query;
  tabs?: ReactNode;
};

/** Parameters of the address that are no filters. */
const places = ['after', 'before'];

export function ListScreen<Row>({ spec, actions, bulk, fixed = {}, tabs }: Props<Row>) {
  const { business, client } = useHere();
  const [query, change] = useQueryOfAddress();
  const [, go] = useLocation();
  const [cursor, setCursor] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [news, setNews] = useState(0);
  const lastToggled = useRef<string>(undefined);
  const search = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTableElement>(null);
  const { part: _, first: __, ...sent } = query;
  const found = useQuery({
    queryKey: [business.id, spec.name, 'list', sent, fixed],
    queryFn: async () => await wholePage(spec, client, { ...sent, ...fixed }),
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.data ?? [];
  const changed = useChanged(found.isPlaceholderData ? undefined : found.data?.data, spec.id);
  const isFiltered = Object.keys(sent).some((name) => !places.includes(name));
  const refresh = () => {
    setNews(0);
    void found.refetch();
  };
  useLive(spec.live ?? [], () => {
    // Rows do not move under a pointer, a cursor or a selection.
    const isBusy = body.current?.matches(':hover, :focus-within') || chosen.size > 0;
    if (isBusy) setNews((count) => count + 1);
    else refresh();
  });
  const view = JSON.stringify(sent);
  useEffect(() => {
    setCursor(0);
    setChosen(new Set());
  }, [view]);
  useEffect(() => {
    body.current?.querySelector('tr.at')?.scrollIntoView({ block: 'nearest' });
  }, [cursor]);

  const open = (row: Row | undefined) => {
    if (row && spec.href) go(spec.href(row));
  };
  const toggle = (row: Row, isRange: boolean) => {
    const id = spec.id(row);
    setChosen(toggled(rows.map(spec.id), chosen, id, isRange ? lastToggled.current : undefined));
    lastToggled.current = id;
  };
  useKeys({
    J: () => setCursor((at) => Math.min(at + 1, rows.length - 1)),
    K: () => setCursor((at) => Math.max(at - 1, 0)),
    ArrowDown: () => setCursor((at) => Math.min(at + 1, rows.length - 1)),
    ArrowUp: () => setCursor((at) => Math.max(at - 1, 0)),
    Enter: () => open(rows[cursor]),
    ...(bulk && {
      X: ({ shiftKey }) => rows[cursor] && toggle(rows[cursor], shiftKey),
    }),
    ...(bulk && chosen.size > 0 && { Escape: () => setChosen(new Set()) }),
    ...(spec.search && { '/': () => search.current?.focus() }),
  });

  const filter = (changes: Readonly<Record<string, string | undefined>>) =>
    change({ ...changes, after: undefined, before: undefined, first: undefined });
  const picked = rows.filter((row) => chosen.has(spec.id(row)));
  return (
    <Sheet
      title={t(spec.title)}
      actions={
        <>
          <ExportButton spec={spec} query={{ ...sent, ...fixed }} />
          {actions}
        </>
      }
      tabs={tabs ?? (spec.views && <SavedViews name={spec.name} views={spec.views} query={sent} />)}
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
          <Filters filters={spec.filters ?? []} query={query} onChange={filter} />
          <span className="grow" />
          {news > 0 && (
            <Button small icon="up" onClick={refresh}>
              {t(common.newOnes(news))}
            </Button>
          )}
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
      foot={<Foot page={found.data} query={query} change={change} selects={bulk !== undefined} />}
    >
      {found.error && !found.data ? (
        <div className="pad">
          <Fault error={found.error} retry={() => void found.refetch()} />
        </div>
      ) : found.isPending ? (
        <Bones rows={10} />
      ) : rows.length === 0 ? (
        isFiltered ? (
          <Empty icon="filter" title={t(common.noMatch)} text={t(common.noMatchText)}>
            <Button
              onClick={() =>
                change(Object.fromEntries(Object.keys(query).map((name) => [name, undefined])))
              }
            >
              {t(common.clearFilters)}
            </Button>
          </Empty>
        ) : (
          <Empty icon={spec.icon} title={t(spec.empty.title)} text={t(spec.empty.text)} />
        )
      ) : (
        <table className="table fold" ref={body}>
          <caption className="unseen">{t(spec.title)}</caption>
          <thead>
            <tr>
              {bulk && (
                <th>
                  <input
                    type="checkbox"
                    aria-label={t(common.selectAll)}
                    checked={picked.length === rows.length}
                    onChange={({ target }) =>
                      setChosen(new Set(target.checked ? rows.map(spec.id) : []))
                    }
                  />
                </th>
              )}
              {spec.columns.map(({ title, isNumber, stretches }) => (
                <th
                  key={t(title)}
                  scope="col"
                  className={[isNumber && 'num', stretches && 'wide-only']
                    .filter(Boolean)
                    .join(' ')}
                >
                  {t(title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <ListRow
                key={spec.id(row)}
                {...{ spec, row }}
                isAt={i === cursor}
                isChosen={chosen.has(spec.id(row))}
                isNews={changed.has(spec.id(row))}
                onToggle={bulk && ((isRange) => toggle(row, isRange))}
                onOpen={() => {
                  setCursor(i);
                  open(row);
                }}
              />
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  );
}
