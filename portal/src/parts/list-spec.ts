import type { ReactNode } from 'react';
import type { Page, Pages, Quittance } from '../../../clients/typescript/src/index.ts';
import type { Query } from '../data/address.ts';
import type { LiveKind } from '../data/live.tsx';
import type { Text } from '../words/language.ts';
import type { FilterOf, FilterSpec, WordOf } from './filter-values.ts';
import type { IconName } from './icon.tsx';
import type { View } from './saved-views.tsx';

export type Column<Row> = {
  readonly title: Text;
  cell(row: Row): ReactNode;
  /** Numbers and times align right. */
  readonly isNumber?: true;
  /** The rows are in its order, the newest first. */
  readonly isOrder?: true;
  /** Takes the rest of the width, and hides on narrow desks; within an object it stays if phones show it. */
  readonly stretches?: true;
  /** Hidden until a person chooses it. */
  readonly isExtra?: true;
  /** On phones a row is two lines: 1 and 2 are the first, 3 and 4 the second. Others hide. */
  readonly onPhone?: 1 | 2 | 3 | 4;
};

/** A list of `/v1`: which rows, how they look, what a person can filter and do. */
export type List<Row> = {
  /** The last part of its address, and the name of its query. */
  readonly name: string;
  readonly title: Text;
  readonly icon: IconName;
  read(client: Quittance, query: Query): Pages<Row>;
  id(row: Row): string;
  /** The name of a row for screen readers. */
  label(row: Row): string;
  /** The address of the object, below that of the business. */
  href?(row: Row): string;
  /** The path of the object in `/v1`. */
  api?(row: Row): string;
  readonly columns: readonly Column<Row>[];
  readonly filters?: readonly FilterSpec[];
  /** Explains what `q` finds; left out: the list has no search. */
  readonly search?: Text;
  readonly views?: readonly View[];
  /** Kinds of events after which it is read anew, such as `payment.`. */
  readonly live?: readonly LiveKind[];
  /** Rows change without an event: it is read anew time and again. */
  readonly polls?: true;
  readonly empty: { readonly title: Text; readonly text: Text };
};

/** A list whose query in `/v1` is `Q`: the compiler holds its filters and views against what that takes. */
export type ListSpec<Row, Q> = Omit<List<Row>, 'read' | 'filters' | 'views'> & {
  read(client: Quittance, query: Q): Pages<Row>;
  readonly filters?: readonly FilterOf<Q>[];
  readonly views?: readonly {
    readonly title: Text;
    readonly query: { readonly [Name in keyof Q]?: WordOf<NonNullable<Q[Name]>> };
  }[];
};

export const rowsOfPage = 50;

/** A page may be short though more follow: the search goes on then, so that a person sees a whole page at once. */
export async function wholePage<Row>(
  spec: List<Row>,
  client: Quittance,
  { after, before, ...filters }: Query,
): Promise<Page<Row>> {
  const isBack = before !== undefined;
  let cursor: Query = isBack ? { before } : after === undefined ? {} : { after };
  let whole: Page<Row> | undefined;
  for (let tries = 0; tries < 20; tries += 1) {
    const limit = String(rowsOfPage - (whole?.data.length ?? 0));
    const page: Page<Row> = await spec.read(client, { ...filters, ...cursor, limit });
    if (!whole) whole = page;
    else if (isBack) whole = { ...page, data: [...page.data, ...whole.data], next: whole.next };
    else whole = { ...page, data: [...whole.data, ...page.data], previous: whole.previous };
    const following = isBack ? page.previous : page.next;
    if (!page.hasMore || following === null || whole.data.length >= rowsOfPage) break;
    cursor = isBack ? { before: following } : { after: following };
  }
  return whole!;
}
