import { Refusal } from '../kernel/refusal.ts';
import type { World } from '../world.ts';
import { answerRows, type LeadName, latestOf } from './store.ts';

/** An acknowledgement of leads by the system of a business. */
export type Acknowledgement = {
  readonly businessId: bigint;
  /** One lead; otherwise all waiting leads of the customer. */
  readonly leadId: bigint | undefined;
  readonly customerId: bigint | undefined;
  /** True: no longer listed. False: listed again. */
  readonly isTaken: boolean;
  readonly message: string | undefined;
};

/**
 * Acknowledges leads and returns which. Idempotent: an acknowledged lead stays acknowledged, and for a customer
 * without waiting leads the latest one is returned.
 */
export async function acknowledge(
  world: World,
  acknowledgement: Acknowledgement,
): Promise<LeadName[]> {
  const { businessId, leadId, customerId } = acknowledgement;
  const answered = await answerRows(world.db, acknowledgement, world.now());
  if (answered.length > 0) return answered;
  const last =
    leadId === undefined && customerId !== undefined
      ? await latestOf(world.db, businessId, customerId)
      : undefined;
  if (last) return [last];
  throw new Refusal('unknown_lead');
}
