import { returnRule } from '../../ach/return-codes.ts';
import { formatMoney } from '../../base/money.ts';
import { atClockOf } from '../../businesses/clock.ts';
import { listReturned } from '../../clearing/returned-list.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { id, needed, option, wholeNumber } from '../words.ts';

const dayMs = 24 * 3600 * 1000;
const most = 10_000;

export const achReturns = houseCommand({
  doc: 'Lists the bank transfers that came back to a business, of the last 60 days unless --days says otherwise.',
  words: { business: needed('ID', id), days: option('N', wholeNumber(1, 3650)) },
  async work(world, { business: name, days = 60 }) {
    const business = await businessNamed(world.db, name);
    const now = atClockOf(world, business).now();
    const since = new Date(now.getTime() - days * dayMs);
    const entries = await listReturned(world.db, business.id, since, most);
    const data = entries.map((entry) => ({
      entry: `${entry.businessId}/${entry.id}`,
      kind: entry.kind,
      state: entry.state,
      paymentId: entry.paymentId,
      amountCents: entry.amountCents,
      presentment: entry.presentment,
      code: entry.returnCode,
      says: returnRule(entry.returnCode ?? '').title,
      returnedAt: entry.returnedAt,
    }));
    const rows = data.map(({ amountCents, ...one }) => [
      one.entry,
      one.kind,
      one.paymentId,
      formatMoney(amountCents),
      one.presentment,
      one.code,
      one.returnedAt,
      one.state === 'late_returned' ? `${one.says} (late)` : one.says,
    ]);
    const headings = ['entry', 'kind', 'payment', 'amount', 'time', 'code', 'returned', 'why'];
    return { data, text: table(headings, rows) };
  },
});
