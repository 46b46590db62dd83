import { listPayments } from '../../followups/dossier.ts';
import { moves, type PaymentState } from '../../payments/payment.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { dollars } from '../money.ts';
import { id, needed, oneOf, option, verbatim, wholeNumber } from '../words.ts';
import { sourceOf, summary } from './named.ts';

export const paymentList = houseCommand({
  doc: 'Lists the payments of a business in the order of their ids, 100 unless --limit says otherwise.',
  words: {
    business: needed('ID|USERNAME', verbatim(100)),
    state: option('STATE', oneOf(Object.keys(moves) as PaymentState[])),
    after: option('ID', id),
    limit: option('N', wholeNumber(1, 10_000)),
  },
  async work(world, { business: name, state, after, limit = 100 }) {
    const business = await businessNamed(world.db, name);
    const found = await listPayments(world.db, business.id, { state, after, limit });
    const data = found.map((payment) => summary(world, payment));
    const rows = found.map((one, i) => [
      one.id,
      data[i]!.invoiceNumber,
      one.orderNumber,
      one.state,
      dollars(one.amountCents),
      dollars(one.refundedCents),
      sourceOf(one),
      one.createdAt,
    ]);
    const more = found.length === limit ? `\n\nMore: --after ${found.at(-1)!.id}` : '';
    const headings = ['id', 'invoice', 'order', 'state', 'amount', 'refunded', 'from', 'at'];
    return { data, text: table(headings, rows) + more };
  },
});
