import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type Query, useQueryOfAddress } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { useKeys } from '../data/keys.ts';
import { useLive } from '../data/live.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Filters } from './filters.tsx';
import { type ListSpec, wholePage } from './list-spec.ts';
import { ExportButton, Foot, SearchField } from './list-tools.tsx';
import { SavedViews } from './saved-views.tsx';
import { Sheet } from './sheet.tsx';
import { Bones, Empty, Fault } from './show.tsx';

export type { Column, ListSpec } from './list-spec.ts';

type Props<Row> = {
  spec: ListSpec<Row>;
  /** The main button and its kin. */
  actions?: ReactNode;
  /** What can be done with several rows at once. */
  bulk?(rows: readonly Row[], clear: () => void): ReactNode;
  /** Parameters that always hold. */
  fixed?: Query;
  tabs?: ReactNode;
};

/** Parameters of the address that are no filters. */
const places = ['after', 'before', 'part'];

export function ListScreen<Row>({ spec, actions, bulk, fixed = {}, tabs }: Props<Row>) {
  const { business, client } = useHere();
  const [query, change] = useQueryOfAddress();
  const [, go] = useLocation();
  const [cursor, setCursor] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [news, setNews] = useState(0);
  const search = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTableElement>(null);
  const { part: _, ...sent } = query;
  const found = useQuery({
    queryKey: [business.id, spec.name, 'list', sent, fixed],
    queryFn: async () => await wholePage(spec, client, { ...sent, ...fixed }),
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.data ?? [];
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
  useEffect(() => setCursor(0), [query.after, query.before]);
  useEffect(() => {
    body.current?.querySelector('tr.at')?.scrollIntoView({ block: 'nearest' });
  }, [cursor]);

  const open = (row: Row | undefined) => {
    if (row && spec.href) go(spec.href(row));
  };
  const toggle = (row: Row) => {
    const next = new Set(chosen);
    if (!next.delete(spec.id(row))) next.add(spec.id(row));
    setChosen(next);
  };
  const isFree = !(
    document.activeElement instanceof HTMLButtonElement ||
    document.activeElement instanceof HTMLAnchorElement
  );
  useKeys({
    J: () => setCursor((at) => Math.min(at + 1, rows.length - 1)),
    K: () => setCursor((at) => Math.max(at - 1, 0)),
    ArrowDown: () => setCursor((at) => Math.min(at + 1, rows.length - 1)),
    ArrowUp: () => setCursor((at) => Math.max(at - 1, 0)),
    ...(isFree && { Enter: () => open(rows[cursor]) }),
    ...(bulk && { X: () => rows[cursor] && toggle(rows[cursor]) }),
    ...(bulk && chosen.size > 0 && { Escape: () => setChosen(new Set()) }),
    ...(spec.search && { '/': () => search.current?.focus() }),
  });

  const filter = (changes: Readonly<Record<string, string | undefined>>) =>
    change({ ...changes, after: undefined, before: undefined });
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
              <span className="rule" />
              {bulk(picked, () => setChosen(new Set()))}
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
                onToggle={bulk && (() => toggle(row))}
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

type RowProps<Row> = {
  spec: ListSpec<Row>;
  row: Row;
  isAt: boolean;
  isChosen: boolean;
  onToggle: (() => void) | undefined;
  onOpen(): void;
};

function ListRow<Row>({ spec, row, isAt, isChosen, onToggle, onOpen }: RowProps<Row>) {
  const classes = [isAt && 'at', isChosen && 'chosen', spec.href && 'opens']
    .filter(Boolean)
    .join(' ');
  return (
    <tr
      className={classes}
      onClick={({ target }) => {
        if (!(target as HTMLElement).closest('a, button, input')) onOpen();
      }}
    >
      {onToggle && (
        <td>
          <input
            type="checkbox"
            aria-label={t(common.select(spec.label(row)))}
            checked={isChosen}
            onChange={onToggle}
          />
        </td>
      )}
      {spec.columns.map(({ title, cell, isNumber, stretches, onPhone }) => {
        const names = [
          isNumber && 'num',
          stretches && 'stretch soft wide-only',
          onPhone && `p${onPhone}`,
        ];
        const shown = cell(row);
        return (
          <td
            key={t(title)}
            className={names.filter(Boolean).join(' ')}
            title={stretches && typeof shown === 'string' ? shown : undefined}
          >
            {onPhone === 1 && spec.href ? (
              <Link className="whole" href={spec.href(row)}>
                {shown || spec.label(row)}
              </Link>
            ) : (
              shown
            )}
          </td>
        );
      })}
    </tr>
  );
}
