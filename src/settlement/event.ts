import type { batchKinds } from '../runtime/event-kinds.ts';
import type { NewEvent, writeEvents } from '../runtime/events.ts';
import type { World } from '../world.ts';
import type { Batch, BatchState } from './batch.ts';

type Events = Parameters<typeof writeEvents>[1];
type BatchEvent = NewEvent<(typeof batchKinds)[number]>;
type State = BatchState | 'rejected' | 'released';

/** The event for each state of a batch. */
export function batchEvents(
  { uuid }: Pick<World, 'uuid'>,
  batch: Omit<Batch, 'state'> & { readonly state: State },
  at: Date,
): Events {
  const { businessId, id: objectId } = batch;
  const data: BatchEvent['data'] = {
    batchId: String(objectId),
    processor: batch.processor,
    reference: batch.reference,
    itemCount: batch.itemCount,
    netCents: String(batch.netCents),
    feeCents: String(batch.feeCents),
    processorId: batch.processorId,
    processorCount: batch.processorCount,
    processorCents: batch.processorCents === undefined ? undefined : String(batch.processorCents),
  };
  // Events of batches are pending on no channel; the time machine shows them.
  return eventsOf(batch.state).map((kind) => ({
    id: uuid(),
    kind,
    data,
    pending: [],
    businessId,
    objectId,
    at,
  }));
}

/** A state that is no news has no event. */
function eventsOf(state: State): readonly BatchEvent['kind'][] {
  switch (state) {
    case 'reconciled':
      return ['batch.closed', 'batch.reconciled'];
    case 'mismatch':
      return ['batch.mismatch'];
    case 'rejected':
      return ['batch.rejected'];
    case 'released':
      return ['batch.released'];
    case 'closing':
    case 'unknown':
    case 'closed':
    case 'funded':
      return [];
  }
}
