import type { World } from '../world.ts';
import type { Command } from './command.ts';
import { dataCommand } from './data-command.ts';
import { type Columns, headOf, table } from './layout.ts';
import { type Key, objectOption } from './names.ts';
import { wholeNumber } from './values.ts';
import type { Options, Word, Words } from './words.ts';

/** The rows that a list shows without --limit, and the most that it takes there. */
export const pageSize = 100;
export const mostRows = 10_000;

export const limit: Word<number> = {
  kind: 'option',
  shape: 'N',
  isRequired: false,
  read: wholeNumber(1, mostRows),
  otherwise: pageSize,
};

type PageWords = {
  /** The last row of the page before. */
  readonly before: Word<unknown, Key | undefined>;
  readonly limit: Word<number>;
};

type Plan<Filters extends Words, All extends Words, Row> = {
  /** `Lists the payments of a business`. */
  readonly doc: string;
  /** Further sentences of the help. */
  readonly more?: string;
  /** `payments`, as in `No payments found.` */
  readonly of: string;
  readonly filters: Filters;
  rows(world: World, options: Options<All>): Promise<readonly Row[]>;
  readonly columns: Columns<Row>;
  /** The JSON, where it is not just the rows. */
  json?(rows: readonly Row[], options: Options<All>): unknown;
  /** A line below the table. */
  note?(rows: readonly Row[], options: Options<All>): string;
};

/** A command that lists rows without a bound: the newest first, page by page. */
export function list<W extends Words, Row>({
  before = objectOption,
  doc,
  more = '',
  filters,
  ...plan
}: Plan<W, W & PageWords, Row> & { readonly before?: PageWords['before'] }): Command {
  return catalogue<W & PageWords, Row>({
    ...plan,
    doc: `${doc}, the newest first`,
    more: `Shows ${pageSize} rows unless --limit says otherwise; --before shows those behind a row.${more && ` ${more}`}`,
    filters: { ...filters, before, limit },
    note: (rows, options) =>
      rows.length === options.limit ? `More: --before ${headOf(plan.columns, rows.at(-1)!)}` : '',
  });
}

/** A command that lists all there is. */
export function catalogue<W extends Words, Row>({
  doc,
  more = '',
  of,
  filters,
  rows: find,
  columns,
  json = (rows) => rows,
  note = () => '',
}: Plan<W, W, Row>): Command {
  return dataCommand({
    doc: `${doc}.${more && ` ${more}`}`,
    words: filters,
    async work(world, options) {
      const rows = await find(world, options);
      const parts = [table(columns, rows) || `No ${of} found.`, note(rows, options)];
      return {
        data: json(rows, options),
        text: parts.filter((part) => part !== '').join('\n\n'),
      };
    },
  });
}
