import { common } from '../words/common.ts';
import type { Text } from '../words/language.ts';
import type { Column } from './list-spec.ts';
import { Amount, State, When } from './show.tsx';

/* Columns that many lists have, so that one thing looks the same in all of them. */

type OnPhone = 1 | 2 | 3 | 4;

const at = (onPhone: OnPhone | undefined) => (onPhone ? { onPhone } : {});

/** A moment: to the right, and softer than what happened then. */
export function timeColumn<Row>(
  title: Text,
  cell: (row: Row) => string | null,
  onPhone?: OnPhone,
): Column<Row> {
  return {
    title,
    isNumber: true,
    ...at(onPhone),
    cell: (row) => (
      <span className="soft">
        <When at={cell(row)} />
      </span>
    ),
  };
}

/** When the object was made: the last column of most lists, and the order of their rows. */
export function createdColumn<Row extends { readonly createdAt: string }>(
  onPhone?: OnPhone,
): Column<Row> {
  return {
    ...timeColumn<Row>(common.created, ({ createdAt }) => createdAt, onPhone),
    isOrder: true,
  };
}

export function statusColumn<Row extends { readonly status: string }>(
  onPhone: OnPhone = 4,
): Column<Row> {
  return {
    title: common.status,
    onPhone,
    cell: ({ status }) => <State state={status} />,
  };
}

/** In the currency of the row, or in the one that all rows have. */
export function amountColumn<
  Row extends { readonly amount: number | null; readonly currency?: string },
>(currency?: string, onPhone: OnPhone = 2): Column<Row> {
  return {
    title: common.amount,
    isNumber: true,
    onPhone,
    cell: (row) =>
      row.amount !== null && (
        <Amount minor={row.amount} currency={currency ?? row.currency ?? 'USD'} />
      ),
  };
}
