import { Refusal } from '../../kernel/refusal.ts';
import { checkInquiry } from '../../ports/processors/answer-check.ts';
import type { Processor } from '../../ports/processors/processor.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { PaymentState } from '../moves.ts';
import { firstAttempt, payments, referenceOf } from '../payment.ts';
import type { Account } from './account.ts';

type AccountKey = Pick<Account, 'businessId' | 'name'>;

/**
 * Refuses a key of another account under the name of one that was charged at: that gateway would find none of the
 * payments that are not known yet, they would be told as not charged, and refunds would go astray. The proof is the
 * last charge that should be found by now.
 */
export async function refuseOtherAccount(
  world: World,
  { businessId, name }: AccountKey,
  opened: Pick<Processor, 'inquire' | 'can'>,
): Promise<void> {
  const visibleSince = world.now().getTime() - opened.can.visibilityDelaySeconds * 1000;
  const last = await readLastCharge(world.db, { businessId, name }, new Date(visibleSince));
  if (!last) return;
  const reference = referenceOf(businessId, last.id, firstAttempt);
  const found = checkInquiry(
    { reference, currency: last.currency },
    await opened.inquire(reference, undefined, last.createdAt),
  );
  if (found.outcome === 'unknown')
    throw new Refusal('wrong_state', { message: `The gateway gave no answer: ${found.reason}` });
  const isFound = found.outcome === 'approved' || found.outcome === 'canceled';
  if (isFound && found.processorId === last.processorId) return;
  // What holds nothing any more may be told without its name.
  if (found.outcome === 'canceled' && released.includes(last.state)) return;
  const message = `The gateway does not find payment ${last.id} of ${name} under this key: another account needs a name of its own.`;
  throw new Refusal('wrong_state', { message });
}

/** States of a charge that was approved and may hold nothing now. */
const released: readonly PaymentState[] = ['voiding', 'voided', 'expired'];

const charges = payments.pick('id', 'state', 'processorId', 'currency', 'createdAt');

async function readLastCharge(sql: Sql, { businessId, name }: AccountKey, before: Date) {
  return await charges.readOne(
    sql,
    `select ${charges.columns} from payments
     where business_id = $1 and processor = $2 and approved_cents > 0 and processor_id <> ''
       and finished_at <= $3
     order by id desc limit 1`,
    [businessId, name, before],
  );
}
