import { inLanguage, type Language, usualLanguage } from '../../kernel/language.ts';
import type { Branding } from '../../parties/businesses/branding.ts';
import { common } from './words/receipts.ts';

/**
 * The content of a mail or receipt, in reading order. E-mail, its plain text, the PDF and the hosted page show the same
 * sheet. Plain text, each in one line of limited length; every renderer escapes it.
 */
export type Sheet = {
  /** In which it is written; undefined: English. */
  readonly language?: Language | undefined;
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
  /** A second one, in smaller print. */
  readonly otherAction?: Row | undefined;
  /** The last words of the business, above the small print. */
  readonly closing?: readonly string[];
  /** In small print. */
  readonly remarks: readonly string[];
};

export type Row = { readonly label: string; readonly value: string };

/** A sheet as plain text: the same words in the same order. */
export function sheetText(sheet: Sheet): string {
  const { sender, action, otherAction, language = usualLanguage } = sheet;
  const pair = (label: string, value: string) => inLanguage(language, common.pair(label, value));
  const rowLines = (rows: readonly Row[]) =>
    rows.map(({ label, value }) => pair(label, value)).join('\n');
  const parts = [
    sheet.banner && `*** ${sheet.banner} ***`,
    sender.name,
    sheet.amount ? pair(sheet.title, sheet.amount) : sheet.title,
    ...sheet.paragraphs,
    action && pair(action.label, action.value),
    otherAction && pair(otherAction.label, otherAction.value),
    rowLines(sheet.facts),
    rowLines([...sheet.lines, ...(sheet.total ? [sheet.total] : [])]),
    ...(sheet.closing ?? []),
    ...sheet.remarks,
    sender.lines.length > 0 && ['-- ', sender.name, ...sender.lines].join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
