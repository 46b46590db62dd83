import { csvLine } from '../../kernel/csv-cell.ts';
import type { Properties, Shape } from './shape.ts';

/** The longest piece that is sent at once. */
const pieceLength = 64 * 1024;

/** Rows as CSV (RFC 4180), with a column for each value of an object; nested ones have names with dots. */
export async function* csvOf<W>(
  item: Shape<W>,
  pages: AsyncIterable<readonly W[]>,
  expanded: readonly string[],
): AsyncIterable<string> {
  const shown = Object.entries(item.properties ?? {}).filter(
    ([name, { isOptional }]) => !isOptional || expanded.includes(name),
  );
  const columns = columnsOf(Object.fromEntries(shown));
  let text = csvLine(columns.map((path) => path.join('.')));
  for await (const page of pages) {
    for (const row of page) {
      text += csvLine(columns.map((path) => valueAt(row, path)));
      if (text.length < pieceLength) continue;
      yield text;
      text = '';
    }
  }
  yield text;
}

/** Without optional properties: a CSV contains only the objects of the list themselves. */
function always(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([, one]) => !one.isOptional));
}

function columnsOf(properties: Properties, before: readonly string[] = []): string[][] {
  return Object.entries(properties).flatMap(([name, shape]) => {
    const { properties: below } = shape;
    return below ? columnsOf(always(below), [...before, name]) : [[...before, name]];
  });
}

function valueAt(row: unknown, path: readonly string[]): unknown {
  let value = row;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}
