import { type Entry, type EntryState, entryMoves } from '../../clearing/entry.ts';
import { listEntries } from '../../clearing/store.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { id, needed, oneOf, option, verbatim, wholeNumber } from '../words.ts';

export const achEntries = houseCommand({
  doc: 'Lists the bank transfers of a business in the order of their ids, 100 unless --limit says otherwise.',
  words: {
    business: needed('ID|USERNAME', verbatim(100)),
    state: option('STATE', oneOf(Object.keys(entryMoves) as EntryState[])),
    limit: option('N', wholeNumber(1, 10_000)),
    after: option('ID', id),
  },
  async work({ db }, { business: name, state, limit = 100, after }) {
    const business = await businessNamed(db, name);
    const entries = await listEntries(db, business.id, { state, limit, ...(after && { after }) });
    const more = entries.length === limit ? `\n\nMore: --after ${entries.at(-1)!.id}` : '';
    return { data: entries.map(entryFacts), text: entryTable(entries) + more };
  },
});

const headings = [
  'entry',
  'kind',
  'state',
  'cents',
  'payment',
  'account',
  'trace',
  'effective',
  'due',
  'returned',
];

export function entryTable(entries: readonly Entry[]): string {
  const rows = entries.map((entry) => [
    `${entry.businessId}/${entry.id}`,
    entry.kind,
    entry.state,
    entry.amountCents,
    entry.paymentId,
    `${entry.accountKind} …${entry.last4}`,
    entry.traceNumber,
    entry.effectiveOn?.toString(),
    entry.nextAt,
    entry.returnCode,
  ]);
  return table(headings, rows);
}

/** Without whose account it is and where its number lies. */
export function entryFacts({ holder, numberOwner, effectiveOn, ...entry }: Entry) {
  return { ...entry, effectiveOn: effectiveOn?.toString() };
}
