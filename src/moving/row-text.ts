import { csvLine } from '../kernel/csv-cell.ts';
import type { Format } from './read-rows.ts';

/**
 * Rows of JSON as a file of this format has them. The first rows of a CSV file come behind the names of their columns,
 * which all rows of a kind have alike.
 */
export function textOfRows(format: Format, lines: readonly string[], isFirst: boolean): string {
  if (format === 'ndjson') return `${lines.join('\n')}\n`;
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const names = Object.keys(rows[0] ?? {});
  const head = isFirst ? csvLine(names) : '';
  return head + rows.map((row) => csvLine(names.map((name) => row[name]))).join('');
}
