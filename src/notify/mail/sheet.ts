import type { Branding } from '../../parties/businesses/branding.ts';

/**
 * The content of a mail or receipt, in reading order. E-mail, its plain text, the PDF and the hosted page show the same
 * sheet. Plain text, each in one line of limited length; every renderer escapes it.
 */
export type Sheet = {
  readonly subject: string;
  /** At the top, for a test. */
  readonly banner: string | undefined;
  /** The business, at head and foot. */
  readonly sender: {
    readonly name: string;
    /** Address, phone and e-mail, a line each. */
    readonly lines: readonly string[];
    /** Its logo and color, where it has any. */
    readonly branding?: Branding;
  };
  readonly title: string;
  /** The sum that it is about, in large print. */
  readonly amount: string | undefined;
  /** `bad`: a payment failed or was returned. */
  readonly tone: 'good' | 'plain' | 'bad';
  readonly paragraphs: readonly string[];
  readonly facts: readonly Row[];
  /** The lines of the invoice, and their total. */
  readonly lines: readonly Row[];
  readonly total: Row | undefined;
  /** A link. */
  readonly action: Row | undefined;
  /** In small print. */
  readonly remarks: readonly string[];
};

export type Row = { readonly label: string; readonly value: string };

/** A sheet as plain text: the same words in the same order. */
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
