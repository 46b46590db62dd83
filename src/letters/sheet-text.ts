import type { Row, Sheet } from './sheet.ts';

/** A sheet as plain text, for readers without HTML: the same words in the same order. */
export function sheetText(sheet: Sheet): string {
  const { sender, action } = sheet;
  const parts = [
    sheet.banner && `*** ${sheet.banner} ***`,
    sender.name,
    [sheet.title, sheet.amount].filter(Boolean).join(': '),
    ...sheet.paragraphs,
    action && `${action.label}: ${action.value}`,
    rowLines(sheet.facts),
    rowLines([...sheet.lines, ...(sheet.total ? [sheet.total] : [])]),
    ...sheet.remarks,
    sender.lines.length > 0 && ['-- ', sender.name, ...sender.lines].join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function rowLines(rows: readonly Row[]): string {
  return rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
}
