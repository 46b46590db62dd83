import type { NewPayLinkRow } from '../../../clients/typescript/src/index.ts';
import { t } from '../words/language.ts';
import { parts } from '../words/parts.ts';
import { payLinkFiles as words } from '../words/pay-link-files.ts';
import { rowsOfCsv } from './csv.ts';
import { chosenTwice, guessed, type Matched, personColumns } from './file-columns.ts';
import { minorOf } from './minor.ts';

/* Rows of a file that become pay links: its columns are matched, and each row is looked at before the service is asked. */

/** The meanings of a column, with other names that files give it. */
const names = {
  amount: 'total totalamount amountdue due balance price importe monto',
  description: 'memo note notes item details descripcion concepto',
  orderNumber: 'order orderno invoice invoiceid invoicenumber invoiceno number pedido factura',
  customerId: 'customer customerno cliente',
  ...personColumns,
  send: 'sendby',
  dueOn: 'due duedate payby paybefore fechadevencimiento vencimiento vence fechalimite',
  reminders: 'remind reminder recordatorios recordatorio recordar',
  inParts: 'parts partial partialpayments partes pagosparciales enpartes',
} as const;
export type ColumnName = keyof typeof names;
export const columnNames = Object.keys(names) as readonly ColumnName[];

export type FileTable = {
  readonly names: readonly string[];
  readonly lines: readonly (readonly string[])[];
};

export type Columns = Matched<ColumnName>;

export type FileRow = {
  /** As the spreadsheet counts: the first below the names is 2. */
  readonly line: number;
  readonly cells: Readonly<Partial<Record<ColumnName, string>>>;
  readonly link: NewPayLinkRow;
  readonly faults: readonly string[];
};

/** Throws what is wrong with the file as a whole. */
export function tableOf(text: string): FileTable {
  const [head = [], ...lines] = rowsOfCsv(text);
  if (lines.length === 0) throw new Error(t(words.noRows));
  return { names: head.map((name) => name.trim()), lines };
}

export function guessColumns({ names: given }: FileTable): Columns {
  return guessed(given, names);
}

export function faultOfColumns(columns: Columns): string | undefined {
  if (!columns.includes('amount')) return t(words.amountMissing);
  const twice = chosenTwice(columns);
  return twice && t(words.columnTwice(t(words[twice])));
}

type Reading = {
  readonly columns: Columns;
  readonly currency: string;
  /** True if everybody with a phone is texted, where no column says so. */
  readonly sends: boolean;
  /** When each is reminded who has a phone and a day by which it is due, where no column says so. */
  readonly reminders: readonly number[];
};

export function payLinksOf({ lines }: FileTable, reading: Reading): FileRow[] {
  const { columns, currency, sends } = reading;
  const orders = new Set<string>();
  const copies = new Map<string, number>();
  return lines.map((line, i) => {
    const cells: Partial<Record<ColumnName, string>> = {};
    for (const [at, name] of columns.entries()) {
      const cell = line[at]?.trim();
      if (name && cell) cells[name] = cell;
    }
    if (sends && !columns.includes('send') && cells.phone) cells.send = 'text';
    const isTwice = cells.orderNumber !== undefined && orders.has(cells.orderNumber);
    if (cells.orderNumber !== undefined) orders.add(cells.orderNumber);
    const faults = faultsOf(cells, currency);
    if (isTwice) faults.push(t(words.rowTwice));
    const link = linkOf(cells, reading);
    const content = JSON.stringify(link);
    const copy = copies.get(content) ?? 0;
    copies.set(content, copy + 1);
    return { line: i + 2, cells, link: copy > 0 ? { ...link, copy } : link, faults };
  });
}

function faultsOf(cells: FileRow['cells'], currency: string): string[] {
  const { amount = '', customerId, email, phone, send = 'none', dueOn, reminders, inParts } = cells;
  const faults: string[] = [];
  if (!minorOf(amount, currency)) faults.push(t(words.rowAmount));
  if (!customerId && !email && !phone) faults.push(t(words.rowPayer));
  if (phone && digitsOf(phone).length !== 10) faults.push(t(words.rowPhone));
  if (email && !/^\S+@\S+\.\S+$/.test(email)) faults.push(t(words.rowEmail));
  if (send !== 'text' && send !== 'none') faults.push(t(words.rowSend));
  if (send === 'text' && !phone && !customerId) faults.push(t(words.rowSendPhone));
  if (dueOn && !dayOf(dueOn)) faults.push(t(words.rowDueOn));
  if (reminders && !daysOf(reminders)) faults.push(t(words.rowReminders));
  if (inParts && partialOf(cells, currency) === undefined) faults.push(t(parts.rowFault));
  if (reminders && (!dueOn || (!phone && !customerId))) faults.push(t(words.rowRemindersNeed));
  return faults;
}

function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
}

/** 2030-01-31 of that or of 1/31/2030; undefined: it is no day. */
function dayOf(cell: string): string | undefined {
  const [, month, date, year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(cell) ?? [];
  const day = year ? `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}` : cell;
  const at = new Date(`${day}T00:00:00Z`);
  const isReal = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(at.getTime());
  return isReal && at.toISOString().startsWith(day) ? day : undefined;
}

/** Yes, no, or the smallest part; undefined: the cell is none of them. */
function partialOf(
  { amount = '', inParts = '' }: FileRow['cells'],
  currency: string,
): Pick<NewPayLinkRow, 'partialPayments'> | undefined {
  if (/^(?:no?|)$/i.test(inParts)) return {};
  if (/^(?:y|yes|s[ií]?)$/i.test(inParts)) return { partialPayments: {} };
  const minimum = minorOf(inParts, currency);
  if (!minimum || minimum * 2 > (minorOf(amount, currency) ?? 0)) return undefined;
  return { partialPayments: { minimum } };
}

const mostReminders = 5;

/** -3 0 7: days from the one on which it is due. */
function daysOf(cell: string): number[] | undefined {
  const days = cell.split(/[\s;,]+/).map(Number);
  const areGood = days.every((one) => Number.isInteger(one) && one >= -90 && one <= 365);
  return areGood && days.length <= mostReminders ? [...new Set(days)] : undefined;
}

function linkOf(
  cells: FileRow['cells'],
  { columns, currency, reminders: usual }: Reading,
): NewPayLinkRow {
  const { amount = '', description, orderNumber, customerId, send } = cells;
  const { firstName, lastName, email, phone } = cells;
  const dueOn = cells.dueOn && dayOf(cells.dueOn);
  const asked = columns.includes('reminders') ? cells.reminders && daysOf(cells.reminders) : usual;
  const reminders = dueOn && (phone || customerId) ? asked || [] : [];
  const customer = { firstName, lastName, email, phone: phone && digitsOf(phone) };
  return {
    amount: minorOf(amount, currency) ?? 0,
    currency: currency === 'CAD' ? 'CAD' : 'USD',
    description,
    orderNumber,
    ...(customerId ? { customerId } : { customer }),
    ...(send === 'text' && { send }),
    ...partialOf(cells, currency),
    ...(dueOn && { dueOn }),
    ...(reminders.length > 0 && {
      reminders: reminders.map((daysAfterDue) => ({ daysAfterDue })),
    }),
  };
}
