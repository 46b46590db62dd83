import { usualCurrency } from '../kernel/currency.ts';
import { amountWithCode } from '../kernel/money.ts';
import { visible } from './command.ts';

/** How output is laid out: for a program as JSON, for a person in tables and lines of facts. */

/** Ids are strings: some readers of JSON round numbers of that size. Missing values are left out. */
export function toJson(data: unknown): string {
  const write = (_: string, value: unknown) =>
    typeof value === 'bigint' ? String(value) : (value ?? undefined);
  return JSON.stringify(data, write, 2);
}

export type Cell =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Temporal.PlainDate
  | null
  | undefined;
export type Facts = Readonly<Record<string, Cell>>;

/** The columns of a table by their headings: a property of the row, or a function of it. */
export type Columns<Row> = Readonly<Record<string, CellProperty<Row> | ((row: Row) => Cell)>>;
type CellProperty<Row> = {
  [Name in keyof Row]-?: Row[Name] extends Cell ? Name : never;
}[keyof Row];

/** Each column is as wide as its widest cell. Nothing for no rows. */
export function table<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const headings = Object.keys(columns);
  const lines = [
    headings.map(visible),
    ...rows.map((row) => headings.map((heading) => cellOf(row, columns[heading]!))),
  ];
  const widths = headings.map((_, i) => Math.max(...lines.map((cells) => lengthOf(cells[i]!))));
  return lines
    .map((cells) => cells.map((cell, i) => cell + ' '.repeat(widths[i]! - lengthOf(cell))))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

/** The first cell of a row. */
export function headOf<Row>(columns: Columns<Row>, row: Row): string {
  return cellOf(row, Object.values(columns)[0]!);
}

function cellOf<Row>(row: Row, column: Columns<Row>[string]): string {
  return written(typeof column === 'function' ? column(row) : (row[column] as Cell));
}

/** One line per fact; facts without a value are left out. */
export function facts(all: Facts): string {
  const there = Object.entries(all)
    .map(([name, cell]) => [visible(name), written(cell)] as const)
    .filter(([, value]) => value !== '');
  const width = Math.max(0, ...there.map(([name]) => lengthOf(name)));
  return there
    .map(([name, value]) => `${name}${' '.repeat(width - lengthOf(name))}  ${value}`)
    .join('\n');
}

/** Facts and texts under headings; an empty one is left out. */
export function page(parts: Readonly<Record<string, string | Facts>>): string {
  return Object.entries(parts)
    .map(([heading, part]) => [heading, typeof part === 'string' ? part : facts(part)] as const)
    .filter(([, text]) => text !== '')
    .map(([heading, text]) =>
      heading === '' ? text : `${capital(heading)}\n${text.replaceAll(/^/gm, '  ')}`,
    )
    .join('\n\n');
}

/** The width of text for people, such as the help. */
const readingWidth = 80;

/** Pieces in lines that fit a terminal; all lines but the first begin with the indent. */
export function wrapped(pieces: readonly string[], indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    const longer = line === '' ? piece : `${line} ${piece}`;
    if (line !== '' && lengthOf(longer) > readingWidth) {
      lines.push(line);
      line = indent + piece;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}

/** `12.50`, or `12.50 CAD` of another currency than the usual; nothing for a missing amount. */
export function money(
  cents: bigint | undefined,
  currency: string = usualCurrency,
): string | undefined {
  return cents === undefined ? undefined : amountWithCode(cents, currency);
}

/** An object of a business as people write it and --before takes it: `100002/17`. */
export function nameOf(object: { readonly businessId: bigint; readonly id: bigint }): string {
  return `${object.businessId}/${object.id}`;
}

/** Rows of one business, with its id where the store leaves it out. */
export function ownedBy<Row extends object>(
  { id: businessId }: { readonly id: bigint },
  rows: readonly Row[],
) {
  return rows.map((row) => ({ businessId, ...row }));
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function written(cell: Cell): string {
  if (cell === undefined || cell === null) return '';
  if (cell instanceof Date) return cell.toISOString().replace(/\.\d+Z$/, 'Z');
  return visible(String(cell));
}

function lengthOf(text: string): number {
  return [...text].length;
}
