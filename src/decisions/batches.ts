import { decideMismatch } from '../settlement/decide-mismatch.ts';
import type { Carrier } from './carrier.ts';

/* The processor's totals of a batch are not ours. */

export const acceptTheirs: Carrier = async (world, { businessId, object, confirmedBy }) => {
  const { state } = await decideMismatch(
    world,
    businessId,
    object.id,
    'accept_theirs',
    confirmedBy!,
  );
  return { done: `The batch is ${state}.` };
};

export const keepOpen: Carrier = async (world, { businessId, object, confirmedBy }) => {
  const { state } = await decideMismatch(world, businessId, object.id, 'keep_open', confirmedBy!);
  return { again: `Kept open: the batch is ${state}.` };
};
