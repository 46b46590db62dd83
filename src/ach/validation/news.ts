import { readSubject } from '../../payments/follow-ups/subject.ts';
import { eventOf } from '../../payments/payment-event.ts';
import { type NewEvent, writeEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { entries } from '../entry.ts';
import { takeOutEntries, type Why } from '../files/take-out-queued.ts';
import type { Validation } from './validation.ts';

/** The payment waits. The payer of micro-deposits gets a mail with the address at which to confirm them. */
export async function writeValidating(
  world: World,
  tx: Sql,
  validation: Validation,
): Promise<void> {
  await write(world, tx, validation, 'payment.account_validating', (email) =>
    validation.method === 'micro_deposits' && email ? ['webhook', 'email'] : ['webhook'],
  );
}

/** The payment goes with the next file. */
export async function writeValidated(world: World, tx: Sql, validation: Validation): Promise<void> {
  await write(world, tx, validation, 'payment.account_validated', () => ['webhook']);
}

async function write(
  world: World,
  tx: Sql,
  { businessId, id, method, paymentId }: Validation,
  kind: 'payment.account_validating' | 'payment.account_validated',
  pendingFor: (email: string) => NewEvent['pending'],
): Promise<void> {
  const subject = await readSubject(tx, { businessId, id: paymentId });
  if (!subject) throw new Error('a validation without its payment');
  const { payment, details } = subject;
  const { id: eventId, data } = eventOf(world, payment, details);
  const validation = { validationId: String(id), validationMethod: method };
  const event = { id: eventId, kind, data: { ...data, ...validation } } as const;
  const pending = pendingFor(details.email);
  await writeEvents(tx, [{ ...event, pending, businessId, objectId: paymentId, at: world.now() }]);
}

/** Withdraws debits that wait for their file. */
export async function voidHeld(
  world: World,
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  why: Pick<Why, 'reason'> & Partial<Why>,
): Promise<void> {
  const held = await entries.read(
    tx,
    `select ${entries.columns} from ach_entries
     where business_id = $1 and id = any($2::int8[]) and kind = 'debit' and state = 'queued'
     order by payment_id, id`,
    [businessId, ids],
  );
  const cause = {
    code: 'account_not_validated',
    payerIsAsked: 'to_pay_otherwise',
    ...why,
  } as const;
  await takeOutEntries(world, tx, held, cause);
}
