import { nextCutoffOf } from '../../parties/businesses/cutoff.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import { declines } from '../../ports/processors/declines.ts';
import type { ChargeAnswer, Processor } from '../../ports/processors/processor.ts';
import type { World } from '../../world.ts';

/** Adds the time of settlement, as far as it is known, to the refusal of a request that came before it. */
export async function whenSettled(
  world: World,
  businessId: bigint,
  { can }: Pick<Processor, 'can'>,
  answer: ChargeAnswer,
): Promise<ChargeAnswer> {
  if (answer.outcome !== 'declined' || answer.code !== 'not_settled') return answer;
  const when = can.batches === 'manual' ? await cutoffOf(world, businessId) : byItself;
  return { ...answer, message: `${declines.not_settled} ${when}` };
}

const byItself = 'The gateway settles by its own clock, mostly once a day.';

async function cutoffOf(world: World, businessId: bigint): Promise<string> {
  // The answer is kept even if the time cannot be found.
  const business = await readBusiness(world.db, businessId).catch(() => undefined);
  if (!business) return 'It is settled at the cut-off of the business, or before.';
  const { timeZone, terms } = business;
  const at = nextCutoffOf({ timeZone, batchCutoff: terms.batchCutoff }, world.now());
  const [day, time] = at.toTemporalInstant().toZonedDateTimeISO(timeZone).toString().split('T');
  return `It is settled at the cut-off of the business, on ${day} at ${time?.slice(0, 5)} (${timeZone}), or before.`;
}
