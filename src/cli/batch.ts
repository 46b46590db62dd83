import { atClockOf } from '../parties/businesses/clock.ts';
import { processorsOf } from '../payments/accounts/open-account.ts';
import { readItems } from '../settlement/ask.ts';
import { type Batch, batchStates } from '../settlement/batch.ts';
import { closeBatch, closeBatches } from '../settlement/close.ts';
import { listBatches, readBatch } from '../settlement/store.ts';
import { ExpectedError } from './command.ts';
import { dataCommand, show } from './data-command.ts';
import { type Columns, money, nameOf, table } from './layout.ts';
import { list } from './list.ts';
import { object, ofBusiness } from './names.ts';
import { oneOf, verbatim } from './values.ts';
import { option } from './words.ts';

const mostItems = 200;

const columns: Columns<Batch> = {
  batch: (one) => nameOf(one),
  processor: 'processor',
  state: 'state',
  items: 'itemCount',
  net: (one) => money(one.netCents, one.currency),
  fees: (one) => money(one.feeCents, one.currency),
  begun: 'createdAt',
  reconciled: 'reconciledAt',
};

export const batchCommands = {
  'batch list': list({
    doc: 'Lists the batches of a business',
    of: 'batches',
    filters: { business: ofBusiness, state: option('STATE', oneOf(batchStates)) },
    rows: async ({ db }, { business, state, before, limit }) =>
      await listBatches(db, business.id, { state, before: before?.id, limit }),
    columns,
  }),
  'batch show': show({
    doc: `Shows a batch, the totals of the processor, and the first ${mostItems} of its items.`,
    words: { batch: object },
    async read({ db }, { batch: key }) {
      const batch = await readBatch(db, key);
      if (!batch) throw new ExpectedError(`there is no batch ${nameOf(key)}`);
      return { ...batch, items: (await readItems(db, batch)).slice(0, mostItems) };
    },
    json: ({ payoutId: depositId, ...batch }) => ({ ...batch, depositId }),
    parts: ({ items, ...batch }) => ({
      '': {
        batch: nameOf(batch),
        processor: batch.processor,
        state: batch.state,
        reference: batch.reference,
        items: batch.itemCount,
        net: money(batch.netCents, batch.currency),
        fees: money(batch.feeCents, batch.currency),
        "processor's items": batch.processorCount,
        "processor's net": money(batch.processorCents, batch.currency),
        "processor's name": batch.processorId,
        payout: batch.payoutId && `${batch.businessId}/${batch.payoutId}`,
        'closed by': batch.actor,
        begun: batch.createdAt,
        closed: batch.closedAt,
        reconciled: batch.reconciledAt,
        'next look': batch.resolveAt,
      },
      items: table(
        { reference: 'reference', amount: (one) => money(one.cents, batch.currency) },
        items,
      ),
    }),
  }),
  'batch close': dataCommand({
    doc: 'Closes the open batch of a business now, at one processor or at all.',
    words: { business: ofBusiness, processor: option('NAME', verbatim(50)) },
    async work(world, { business, processor }, actor) {
      const names = await processorsOf(world, business);
      if (processor !== undefined && !names.includes(processor)) {
        throw new ExpectedError(`there is no processor ${processor}`);
      }
      const own = atClockOf(world, business);
      const data = processor
        ? await closeBatch(own, business.id, processor, actor)
        : await closeBatches(own, business, actor);
      return { data, text: table(columns, data) || `Nothing of business ${business.id} is open.` };
    },
  }),
} as const;
