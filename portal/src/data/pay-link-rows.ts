import type { NewPayLink } from '../../../clients/typescript/src/index.ts';
import { invoices as words } from '../words/invoices.ts';
import { t } from '../words/language.ts';
import { rowsOfCsv } from './csv.ts';
import { minorOf } from './format.ts';

/* Pay links of a file: each row is looked at before anything is sent. */

const columns = [
  'amount',
  'description',
  'orderNumber',
  'customerId',
  'firstName',
  'lastName',
  'email',
  'phone',
  'send',
] as const;
type ColumnName = (typeof columns)[number];

export type FileRow = {
  /** As the spreadsheet counts: the first below the names is 2. */
  readonly line: number;
  readonly cells: Readonly<Partial<Record<ColumnName, string>>>;
  readonly link: NewPayLink;
  readonly faults: readonly string[];
};

/** Throws what is wrong with the file as a whole. */
export function payLinksOf(text: string, currency: string): FileRow[] {
  const [head, ...lines] = rowsOfCsv(text);
  const names = (head ?? []).map((name) => name.trim());
  const known = names.map((name) =>
    columns.find((one) => one.toLowerCase() === name.toLowerCase().replaceAll(/[ _-]/g, '')),
  );
  const unknown = names.filter((_, i) => !known[i]);
  if (!known.includes('amount')) throw new Error(t(words.amountMissing));
  if (unknown.length > 0) throw new Error(t(words.noColumn(unknown.join(', '))));
  if (lines.length === 0) throw new Error(t(words.noRows));
  const orders = new Set<string>();
  return lines.map((line, i) => {
    const cells: Partial<Record<ColumnName, string>> = {};
    for (const [at, name] of known.entries()) {
      const cell = line[at]?.trim();
      if (name && cell) cells[name] = cell;
    }
    const isTwice = cells.orderNumber !== undefined && orders.has(cells.orderNumber);
    if (cells.orderNumber !== undefined) orders.add(cells.orderNumber);
    const faults = faultsOf(cells, currency);
    if (isTwice) faults.push(t(words.rowTwice));
    return { line: i + 2, cells, link: linkOf(cells, currency), faults };
  });
}

function faultsOf(cells: FileRow['cells'], currency: string): string[] {
  const { amount = '', customerId, email, phone, send = 'none' } = cells;
  const faults: string[] = [];
  if (!minorOf(amount, currency)) faults.push(t(words.rowAmount));
  if (!customerId && !email && !phone) faults.push(t(words.rowPayer));
  if (phone && digitsOf(phone).length !== 10) faults.push(t(words.rowPhone));
  if (email && !/^\S+@\S+\.\S+$/.test(email)) faults.push(t(words.rowEmail));
  if (send !== 'text' && send !== 'none') faults.push(t(words.rowSend));
  if (send === 'text' && !phone && !customerId) faults.push(t(words.rowSendPhone));
  return faults;
}

function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
}

function linkOf(cells: FileRow['cells'], currency: string): NewPayLink {
  const { amount = '', description, orderNumber, customerId, send } = cells;
  const { firstName, lastName, email, phone } = cells;
  const customer = { firstName, lastName, email, phone: phone && digitsOf(phone) };
  return {
    amount: minorOf(amount, currency) ?? 0,
    currency: currency === 'CAD' ? 'CAD' : 'USD',
    description,
    orderNumber,
    ...(customerId ? { customerId } : { customer }),
    ...(send === 'text' && { send }),
  };
}
