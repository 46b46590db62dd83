/** What one measure found, as a row of the table. */
export type Line = {
  readonly measure: string;
  readonly wanted: string;
  readonly found: string;
  /** Both sides of a ratio, or what else the figure was made of. */
  readonly from: string;
};

type Goal = { readonly isMet: (value: number) => boolean; readonly text: string };

export const atLeast = (most: number, unit = ''): Goal => ({
  isMet: (value) => value >= most,
  text: `≥ ${most}${unit}`,
});
export const atMost = (most: number, unit = ''): Goal => ({
  isMet: (value) => value <= most,
  text: `≤ ${most}${unit}`,
});

type Found = {
  readonly measure: string;
  readonly value: number;
  readonly goal?: Goal | undefined;
  readonly unit?: string;
  readonly from?: string;
};

export function line({ measure, value, goal, unit = '', from = '' }: Found): Line {
  const shown = `${unit === '' ? value.toFixed(2) : value.toFixed(0)}${unit}`;
  const found = goal && !goal.isMet(value) ? `${shown}, missed` : shown;
  return { measure, wanted: goal?.text ?? '', found, from };
}

export function skipped(measure: string, why: string): Line {
  return { measure, wanted: '', found: `SKIPPED: ${why}`, from: '' };
}

/** Markdown, with what is measured on in front. */
export function tableOf(machine: string, lines: readonly Line[]): string {
  const rows = lines.map(({ measure, wanted, found, from }) => [measure, wanted, found, from]);
  const all = [['Measure', 'Wanted', 'Found', 'From'], ['---', '---', '---', '---'], ...rows];
  return `${machine}\n\n${all.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`;
}

const begin = '<!-- Measured: npm run bench -- --table --write -->';
const end = '<!-- End of what was measured -->';

/** The text with another table between its markers. */
export function withTable(text: string, table: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`the page has not both: ${begin} ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`;
}
