import { readItems } from '../../settlement/items.ts';
import { readBatch } from '../../settlement/store.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { facts, rowsOf, sections } from '../layout.ts';
import { dollars } from '../money.ts';
import { idWithin, place } from '../words.ts';

const mostShown = 200;

export const batchShow = houseCommand({
  doc: 'Shows a batch, what the processor says of it, and the first 200 of its items.',
  words: { batch: place('BUSINESS/ID', idWithin) },
  async work({ db }, { batch: key }) {
    const batch = await readBatch(db, key);
    if (!batch) throw new OperatorFault(`there is no batch ${key.businessId}/${key.id}`);
    const items = (await readItems(db, batch)).slice(0, mostShown);
    const text = sections({
      '': facts({
        batch: `${batch.businessId}/${batch.id}`,
        processor: batch.processor,
        state: batch.state,
        reference: batch.reference,
        items: batch.itemCount,
        net: dollars(batch.netCents),
        fees: dollars(batch.feeCents),
        "processor's items": batch.processorCount,
        "processor's net": dollars(batch.processorCents),
        "processor's name": batch.processorId,
        deposit: batch.depositId && `${batch.businessId}/${batch.depositId}`,
        'closed by': batch.actor,
        begun: batch.createdAt,
        closed: batch.closedAt,
        reconciled: batch.reconciledAt,
        'next look': batch.resolveAt,
      }),
      items: rowsOf(['reference', 'amount'], items, (one) => [one.reference, dollars(one.cents)]),
    });
    return { data: { ...batch, items }, text };
  },
});
