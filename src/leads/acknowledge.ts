import { Refusal } from '../base/refusal.ts';
import type { World } from '../world.ts';
import { answerRows, type LeadName, latestOf } from './store.ts';

/** What the system of a business says of leads. */
export type Acknowledgement = {
  readonly businessId: bigint;
  /** The one; else all of the customer that wait. */
  readonly leadId: bigint | undefined;
  readonly customerId: bigint | undefined;
  /** true: taken, and listed no more. false: listed again. */
  readonly isTaken: boolean;
  readonly message: string | undefined;
};

/**
 * Puts down what became of them, and says of which. Said twice it is the same: a lead that was taken stays so,
 * whatever is said of it later, and who has none waiting any more is told the one that came last.
 */
export async function acknowledge(world: World, wish: Acknowledgement): Promise<LeadName[]> {
  const { businessId, leadId, customerId } = wish;
  const answered = await answerRows(world.db, wish, world.now());
  if (answered.length > 0) return answered;
  const last =
    leadId === undefined && customerId !== undefined
      ? await latestOf(world.db, businessId, customerId)
      : undefined;
  if (last) return [last];
  throw new Refusal('unknown_lead');
}
