import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Page, Pages } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { type LiveKind, useLiveRefresh, usePolling } from '../data/live.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';
import type { Column } from './list-screen.tsx';
import { Bones, Empty, Fault } from './show.tsx';

type Props<Row> = {
  /** The query of the list: the object it is a part of, and which part. */
  name: readonly string[];
  title: string;
  icon: IconName;
  read(cursor: { readonly after?: string; readonly limit: number }): Pages<Row>;
  id(row: Row): string;
  /** Undefined: this row leads nowhere. */
  href?(row: Row): string | undefined;
  columns: readonly Column<NoInfer<Row>>[];
  empty: string;
  /** As of a list with a screen of its own. */
  live?: readonly LiveKind[];
  polls?: true;
};

const none: readonly never[] = [];
/** With more pages than these, those that are shown stay as they are until it is opened again. */
const mostRefreshed = 5;

/** The rows that belong to one object, inside of its screen; older ones are added below. */
export function PartList<Row>(props: Props<Row>) {
  const { name, title, icon, read, id, href, columns, empty, live = none, polls = false } = props;
  const { business } = useHere();
  const found = useInfiniteQuery({
    queryKey: [business.id, ...name],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }): Promise<Page<Row>> =>
      await read(pageParam === undefined ? { limit: 20 } : { limit: 20, after: pageParam }),
    getNextPageParam: ({ hasMore, next }) => (hasMore && next !== null ? next : undefined),
  });
  const refresh = () => {
    if ((found.data?.pages.length ?? 0) <= mostRefreshed) void found.refetch();
  };
  useLiveRefresh(live, refresh);
  usePolling(refresh, polls);
  if (found.error && !found.data)
    return (
      <div className="pad">
        <Fault error={found.error} retry={() => void found.refetch()} />
      </div>
    );
  if (!found.data) return <Bones rows={4} />;
  const rows = found.data.pages.flatMap(({ data }) => data);
  if (rows.length === 0) return <Empty icon={icon} title={empty} />;
  return (
    <>
      <table className="table fold">
        <caption className="unseen">{title}</caption>
        <thead>
          <tr>
            {columns.map(({ title: head, isNumber, stretches, onPhone }) => (
              <th
                key={t(head)}
                scope="col"
                className={[isNumber && 'num', stretches && !onPhone && 'wide-only spare']
                  .filter(Boolean)
                  .join(' ')}
              >
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={id(row)}>
              {columns.map((column) => (
                <PartCell key={t(column.title)} {...{ column, row, href }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {found.hasNextPage && (
        <div className="pad">
          <Button
            working={found.isFetchingNextPage ? t(common.loading) : undefined}
            onClick={() => void found.fetchNextPage()}
          >
            {t(common.older)}
          </Button>
        </div>
      )}
    </>
  );
}

type CellProps<Row> = {
  column: Column<Row>;
  row: Row;
  href: ((row: Row) => string | undefined) | undefined;
};

function PartCell<Row>({ column, row, href }: CellProps<Row>) {
  const { cell, isNumber, stretches, onPhone } = column;
  const classes = [
    isNumber && 'num',
    stretches && (onPhone ? 'stretch' : 'stretch soft wide-only spare'),
    onPhone && `p${onPhone}`,
  ];
  const shown = cell(row);
  const target = onPhone === 1 ? href?.(row) : undefined;
  return (
    <td
      className={classes.filter(Boolean).join(' ')}
      title={stretches && typeof shown === 'string' ? shown : undefined}
    >
      {target !== undefined ? (
        <Link className="whole" href={target}>
          {shown}
        </Link>
      ) : (
        shown
      )}
    </td>
  );
}
