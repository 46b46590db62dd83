import type { ReturnRule } from '../ach/return-codes.ts';
import type { Sql } from '../base/sql.ts';
import { lockSubject } from '../followups/store.ts';
import { writeEvents } from '../payments/write-event.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { freeInvoice } from './apply-returned-debit.ts';
import type { Entry } from './entry.ts';
import { type EntryRecord, moveEntry, toEntry } from './store.ts';

/** The account of an entry takes no more payments, if it has a token; what was to be presented again is not. */
export async function disableToken(
  world: World,
  tx: Sql,
  { businessId, id: entryId, numberOwner, paymentId }: Entry,
  { code, title, group, actions }: ReturnRule,
): Promise<void> {
  const at = world.now();
  const rows = await tx.query<{ customer_id: bigint; last4: string }>(
    `update tokens set state = 'disabled'
     where business_id = $1 and token = $2 and state = 'active' returning customer_id, last4`,
    [businessId, numberOwner],
  );
  const [token] = rows;
  if (!token) return;
  await releaseQueued(world, tx, businessId, numberOwner);
  const data = JSON.stringify({
    token: numberOwner,
    customerId: String(token.customer_id),
    paymentId: paymentId?.toString(),
    last4: token.last4,
    outcomeCode: code,
    message: title,
    isRevoked: actions.includes('revoke') || undefined,
    payerIsAsked: group === 'dead_account' ? 'for_new_details' : undefined,
  });
  const event = { id: world.uuid(), kind: 'token.disabled', data, untold: ['webhook'] as const };
  await writeEvents(tx, [{ ...event, businessId, objectId: token.customer_id, at }]);
  const facts = { entryId: String(entryId), code };
  const object = `token:${numberOwner}`;
  await recordAct(tx, { businessId, actor: 'system', act: 'token.disabled', object, facts, at });
}

/** Re-presentments that wait for their file: their payments came back for good. */
async function releaseQueued(
  world: World,
  tx: Sql,
  businessId: bigint,
  numberOwner: string,
): Promise<void> {
  const rows = await tx.query<EntryRecord>(
    `select * from ach_entries
     where next_at is not null and business_id = $1 and number_owner = $2 and kind = 'debit'
       and state = 'queued' and represents_id is not null
     order by id`,
    [businessId, numberOwner],
  );
  for (const entry of rows.map(toEntry)) {
    const subject = await lockSubject(tx, { businessId, id: entry.paymentId! });
    if (!subject || !(await moveEntry(tx, entry, 'canceled', { nextAt: undefined }))) continue;
    await tx.query('update payments set holds_order = false where business_id = $1 and id = $2', [
      businessId,
      entry.paymentId,
    ]);
    await freeInvoice(tx, subject.payment);
  }
  if (rows.length > 0) world.log.info('ach.again_canceled', { businessId, count: rows.length });
}
