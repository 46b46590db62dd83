import { disputeStates } from '../payments/disputes/moves.ts';
import { listDisputes } from '../payments/disputes/store.ts';
import { money, nameOf } from './layout.ts';
import { list } from './list.ts';
import { ofBusiness } from './names.ts';
import { oneOf } from './values.ts';
import { option } from './words.ts';

export const disputeCommands = {
  'dispute list': list({
    doc: 'Lists what payers disputed at their banks',
    more: 'Taken is what the bank has of it now. Without a payment none fits: see case list.',
    of: 'disputes',
    filters: { business: ofBusiness, state: option('STATE', oneOf(disputeStates)) },
    rows: async ({ db }, { business, state, before, limit }) =>
      await listDisputes(db, business.id, { state, before: before?.id, limit }),
    columns: {
      dispute: (one) => nameOf(one),
      state: 'state',
      amount: (one) => money(one.amountCents, one.currency),
      taken: (one) => money(one.takenCents, one.currency),
      payment: (one) => one.paymentId && `${one.businessId}/${one.paymentId}`,
      order: 'orderNumber',
      reason: (one) => [one.reasonCode, one.reason].filter((text) => text !== '').join(' '),
      'answer until': 'answerUntil',
      processor: 'processor',
      'its name there': 'processorId',
      told: 'toldAt',
    },
  }),
} as const;
