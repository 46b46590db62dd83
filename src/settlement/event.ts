import type { writeEvents } from '../payments/write-event.ts';
import type { World } from '../world.ts';
import type { Batch, BatchState } from './batch.ts';

type Events = Parameters<typeof writeEvents>[1];
type State = BatchState | 'rejected' | 'released';

/** What is told of it in each state; a state that says nothing new has nothing here. */
const told: Partial<
  Record<State, readonly (readonly [kind: string, untold: readonly 'webhook'[]])[]>
> = {
  reconciled: [
    ['batch.closed', []],
    ['batch.reconciled', ['webhook']],
  ],
  mismatch: [['batch.mismatch', []]],
  rejected: [['batch.rejected', []]],
  released: [['batch.released', []]],
};

/** What happened to a batch, fixed now. */
export function batchEvents(
  { uuid }: Pick<World, 'uuid'>,
  batch: Omit<Batch, 'state'> & { readonly state: State },
  at: Date,
): Events {
  const { businessId, id: objectId } = batch;
  const data = JSON.stringify({
    batchId: String(objectId),
    processor: batch.processor,
    reference: batch.reference,
    itemCount: batch.itemCount,
    netCents: String(batch.netCents),
    feeCents: String(batch.feeCents),
    processorId: batch.processorId,
    processorCount: batch.processorCount,
    processorCents: batch.processorCents === undefined ? undefined : String(batch.processorCents),
  });
  return (told[batch.state] ?? []).map(([kind, untold]) => ({
    id: uuid(),
    kind,
    data,
    untold,
    businessId,
    objectId,
    at,
  }));
}
