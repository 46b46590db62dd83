import { type Batch, batchStates } from '../../settlement/batch.ts';
import { listBatches } from '../../settlement/store.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { dollars } from '../money.ts';
import { needed, oneOf, option, verbatim, wholeNumber } from '../words.ts';

export const batchList = houseCommand({
  doc: 'Lists the batches of a business, the latest first, 50 unless --limit says otherwise.',
  words: {
    business: needed('ID|USERNAME', verbatim(100)),
    state: option('STATE', oneOf(batchStates)),
    limit: option('N', wholeNumber(1, 10_000)),
  },
  async work({ db }, { business: name, state, limit = 50 }) {
    const { id } = await businessNamed(db, name);
    const data = await listBatches(db, id, { state, limit });
    return { data, text: batchTable(data) };
  },
});

export function batchTable(batches: readonly Batch[]): string {
  const headings = ['batch', 'processor', 'state', 'items', 'net', 'fees', 'begun', 'reconciled'];
  const rows = batches.map((one) => [
    `${one.businessId}/${one.id}`,
    one.processor,
    one.state,
    one.itemCount,
    dollars(one.netCents),
    dollars(one.feeCents),
    one.createdAt,
    one.reconciledAt,
  ]);
  return table(headings, rows);
}
