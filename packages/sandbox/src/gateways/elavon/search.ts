import type { Book, Transaction } from './book.ts';
import { rowOf, type Shows } from './row.ts';
import { type Query, writeError, writeList, writeTxn } from './xml.ts';

/** A longer list is cut, and nothing says so. */
const mostListed = 1000;

/** The answer to txnquery: one transaction by its id, or a list of those that fit, the newest first. */
export function search(book: Book, { field }: Query, at: number, shows: Shows): string {
  const isVisible = (one: Transaction) =>
    one.visibleAt <= at && (shows.listsDeclines || one.status !== '');
  const id = field('ssl_txn_id');
  const [reference, suffix] = [field('ssl_merchant_txn_id'), field('ssl_card_suffix')];
  const [type, start] = [field('ssl_search_transaction_type'), field('ssl_search_start_date')];
  const end = field('ssl_search_end_date');
  if (id !== '') {
    if (reference + suffix + type + start + end !== '')
      return writeError('5095', 'Too many criteria');
    const found = book.find(id);
    if (!found || !isVisible(found)) return writeError('5040', 'Invalid Transaction ID');
    return writeTxn(rowOf(found, at, shows));
  }
  const from = start === '' ? Number.NEGATIVE_INFINITY : momentOf(start);
  const to = end === '' ? Number.POSITIVE_INFINITY : momentOf(end);
  if (from === undefined || to === undefined) return writeError('5099', 'Invalid Search Date');
  const rows = book.transactions().filter(isFitting);
  const all = rows.flatMap((one) => (one.isTwice ? [one, one] : [one]));
  return writeList(all.slice(0, mostListed).map(written));

  function isFitting(one: Transaction): boolean {
    return (
      isVisible(one) &&
      one.at >= (from ?? 0) &&
      secondOf(one.at) <= (to ?? 0) &&
      ['', one.reference].includes(reference) &&
      ['', one.last4].includes(suffix) &&
      ['', one.type].includes(type)
    );
  }

  function written(one: Transaction): string {
    return writeTxn(rowOf(one, at, shows));
  }
}

function secondOf(at: number): number {
  return Math.trunc(at / 1000) * 1000;
}

/** `12/31/2025 06:00:00 PM`, in UTC: the double takes no search in another zone. */
function momentOf(text: string): number | undefined {
  const parts = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d):(\d\d):(\d\d) ([AP])M$/.exec(text)?.slice(1);
  if (!parts) return undefined;
  const [month, day, year, hour, minute, second, half] = parts;
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0);
  const clock = [hours, minute, second].map((part) => String(part).padStart(2, '0')).join(':');
  const at = Date.parse(`${year}-${month}-${day}T${clock}Z`);
  return Number.isNaN(at) ? undefined : at;
}
