import { returnRule } from '../ach/return-codes.ts';
import type { Sql } from '../base/sql.ts';
import { freeOrder } from '../followups/free-order.ts';
import { lockSubject, type Subject } from '../followups/subject.ts';
import { type Cause, voidAside } from '../followups/void-aside.ts';
import { writeEvents } from '../payments/write-event.ts';
import type { World } from '../world.ts';
import { payerIsAsked, returnedEvent } from './apply-returned-debit.ts';
import type { Entry } from './entry.ts';
import { type EntryRecord, moveEntry, toEntry } from './store.ts';

type Account = {
  readonly businessId: bigint;
  readonly numberOwner: string;
  /** Also what came back and waits to be presented again. */
  readonly alsoAgain: boolean;
};

/** A code for programs, a sentence for persons. */
type Why = Pick<Cause, 'code' | 'reason'>;

/** Debits of an account that takes no more: what is in no file yet goes into none. */
export async function takeOutQueued(
  world: World,
  tx: Sql,
  { businessId, numberOwner, alsoAgain }: Account,
  cause: Why,
): Promise<void> {
  const rows = await tx.query<EntryRecord>(
    `select * from ach_entries
     where next_at is not null and business_id = $1 and number_owner = $2 and kind = 'debit'
       and state = 'queued' and (presentment = 1 or $3)
     order by payment_id, id`,
    [businessId, numberOwner, alsoAgain],
  );
  for (const entry of rows.map(toEntry)) await takeOut(world, tx, entry, cause);
}

/**
 * The same, of the entries that are about to be filed: one may have been queued just when its token was disabled,
 * or its file was refused after that. What a person presents again all the same stays. Returns what may be filed.
 */
export async function withoutDisabled(
  world: World,
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
): Promise<bigint[]> {
  const rows = await tx.query<EntryRecord & { code: string | null }>(
    `select e.*, (
       select o.return_code from ach_entries o
       where o.business_id = $1 and o.number_owner = e.number_owner and o.return_code is not null
       order by o.returned_at desc limit 1) as code
     from ach_entries e
     join tokens t on t.business_id = e.business_id and t.token = e.number_owner
     where e.business_id = $1 and e.id = any($2::int8[]) and e.state = 'queued' and e.kind = 'debit'
       and e.presentment = 1 and t.state = 'disabled'
     order by e.payment_id, e.id`,
    [businessId, ids],
  );
  for (const { code, ...row } of rows) {
    const reason = code ? `its account came back as ${code}` : 'its account takes no more payments';
    await takeOut(world, tx, toEntry(row), { code: code ?? undefined, reason });
  }
  const gone = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !gone.has(id));
}

/**
 * A payment that was never sent is voided, and one that came back did so for good. Either way the payer must pay
 * otherwise, so its order number and its invoice are free.
 */
async function takeOut(world: World, tx: Sql, entry: Entry, cause: Why): Promise<void> {
  const { businessId, paymentId, presentment } = entry;
  const subject = await lockSubject(tx, { businessId, id: paymentId! });
  // It is being filed just now, or somebody voided it.
  if (!subject || !(await moveEntry(tx, entry, 'canceled', { nextAt: undefined }))) return;
  if (presentment === 1) await voidAside(world, tx, subject, causeOf(subject, cause));
  else await tellGivenUp(world, tx, subject, entry, cause);
  await freeOrder(tx, subject.payment);
  world.log.info('ach.taken_out', { businessId, paymentId, code: cause.code });
}

/** Whoever owes a period is asked for it by its subscription. */
function causeOf({ details }: Subject, { code, reason }: Why): Cause {
  const asked = details.period ? undefined : payerIsAsked[returnRule(code ?? '').group];
  return { code, reason, payerIsAsked: asked };
}

/** When it came back, all were told that it is presented again. */
async function tellGivenUp(
  world: World,
  tx: Sql,
  { payment, details }: Subject,
  entry: Entry,
  { code }: Why,
): Promise<void> {
  const { businessId, id: objectId } = payment;
  const rule = returnRule(code ?? entry.returnCode ?? '');
  const event = returnedEvent(world, payment, details, entry, rule, 'givenUp');
  await writeEvents(tx, [{ ...event, businessId, objectId, at: world.now() }]);
}
