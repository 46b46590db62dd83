import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { columnName } from '../data/list-address.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Icon } from './icon.tsx';
import { ListRow } from './list-row.tsx';
import type { Column, List } from './list-spec.ts';

type Props<Row> = {
  spec: List<Row>;
  rows: readonly Row[];
  /** The columns that are shown, in order. */
  columns: readonly Column<Row>[];
  at: number;
  /** Undefined: rows cannot be chosen. */
  chosen: ReadonlySet<string> | undefined;
  changed: ReadonlySet<string>;
  /** True while rows of another view are shown until those of this one come. */
  isLate: boolean;
  onToggle(row: Row, isRange: boolean): void;
  onToggleAll(isChosen: boolean): void;
  /** The row is about to be opened: by its link, or else by the listener. */
  onLeave(row: Row, byLink: boolean): void;
  /** Whether a pointer or the focus is in it. */
  onBusy(isBusy: boolean): void;
  ref: Ref<HTMLTableElement>;
};

export function ListTable<Row>({
  spec,
  rows,
  columns,
  at,
  chosen,
  changed,
  isLate,
  onToggle,
  onToggleAll,
  onLeave,
  onBusy,
  ref,
}: Props<Row>) {
  return (
    <table
      className="table fold"
      ref={ref}
      aria-busy={isLate}
      onMouseEnter={() => onBusy(true)}
      onMouseLeave={({ currentTarget }) => onBusy(currentTarget.contains(document.activeElement))}
      onFocus={() => onBusy(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBusy(currentTarget.matches(':hover'));
      }}
    >
      <caption className="unseen">{t(spec.title)}</caption>
      <Head columns={columns}>
        {chosen && (
          <th>
            <ChooseAll count={chosen.size} of={rows.length} onChange={onToggleAll} />
          </th>
        )}
      </Head>
      <tbody>
        {rows.map((row, i) => (
          <ListRow
            key={spec.id(row)}
            {...{ spec, row, columns }}
            isAt={i === at}
            isChosen={chosen?.has(spec.id(row)) ?? false}
            isNews={changed.has(spec.id(row))}
            onToggle={chosen && ((isRange) => onToggle(row, isRange))}
            onLeave={(byLink) => onLeave(row, byLink)}
          />
        ))}
      </tbody>
    </table>
  );
}

function Head<Row>({
  columns,
  children,
}: {
  columns: readonly Column<Row>[];
  children?: ReactNode;
}) {
  return (
    <thead>
      <tr>
        {children}
        {columns.map((column) => (
          <th
            key={columnName(column)}
            scope="col"
            aria-sort={column.isOrder && 'descending'}
            className={[
              column.isNumber && 'num',
              column.stretches && 'wide-only',
              column.isOrder && 'sorted',
            ]
              .filter(Boolean)
              .join(' ')}
          >
            {t(column.title)}
            {column.isOrder && <Icon name="down" small />}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type ChooseAllProps = { count: number; of: number; onChange(isChosen: boolean): void };

function ChooseAll({ count, of, onChange }: ChooseAllProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current!.indeterminate = count > 0 && count < of;
  }, [count, of]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={t(common.selectAll)}
      checked={count > 0 && count === of}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

const boneRows = 12;

/** Placeholders in the shape of rows, unless the list comes soon. */
export function ListBones<Row>({
  columns,
  canChoose,
}: {
  columns: readonly Column<Row>[];
  canChoose: boolean;
}) {
  return (
    <div className="late" role="status" aria-label={t(common.loading)}>
      <table className="table fold" aria-hidden="true">
        <Head columns={columns}>{canChoose && <th />}</Head>
        <tbody>
          {Array.from({ length: boneRows }, (_, i) => i).map((i) => (
            <tr key={i}>
              {canChoose && <td />}
              {columns.map((column, j) => (
                <td
                  key={columnName(column)}
                  className={[
                    column.isNumber && 'num',
                    column.stretches && 'stretch wide-only',
                    column.onPhone && `p${column.onPhone}`,
                  ]
                    .filter(Boolean)
                    .join(' ')}
                >
                  <span className={`bone w${((i + j) % 3) + 1}`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
