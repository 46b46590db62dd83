import type { Batch } from '../settlement/batch.ts';
import { decideMismatch } from '../settlement/decide-mismatch.ts';
import { decideUnknown } from '../settlement/decide-unknown.ts';
import type { Carried, Carrier } from './carrier.ts';

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

/* Nobody knows whether the processor closed it. */

export const closed: Carrier = async (world, { businessId, object, confirmedBy }) =>
  itIs(await decideUnknown(world, { businessId, id: object.id }, 'closed', confirmedBy!));

export const notClosed: Carrier = async (world, { businessId, object, confirmedBy }) =>
  itIs(await decideUnknown(world, { businessId, id: object.id }, 'not_closed', confirmedBy!));

function itIs(batch: Batch | undefined): Carried {
  return {
    done: batch
      ? `The batch is ${batch.state}.`
      : 'The batch is dissolved: what was in it is open again.',
  };
}
