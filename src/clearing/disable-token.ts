import type { ReturnRule } from '../ach/return-codes.ts';
import type { Sql } from '../base/sql.ts';
import type { NewEvent } from '../payments/finish-store.ts';
import { writeEvents } from '../payments/write-event.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import type { Entry } from './entry.ts';
import { takeOutQueued } from './take-out-queued.ts';

/** The account of an entry takes no more payments; what waits to be asked of it is asked no more. */
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
  // Of an account that took no more before, only what a person let go out all the same is still to be presented.
  const alsoAgain = token !== undefined || numberOwner === `payment:${paymentId}`;
  const reason = `its account came back as ${code}: ${title}`;
  await takeOutQueued(world, tx, { businessId, numberOwner, alsoAgain }, { code, reason });
  if (!token) return;
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
  const event = { id: world.uuid(), kind: 'token.disabled', data, untold: whoMustHear(actions) };
  await writeEvents(tx, [{ ...event, businessId, objectId: token.customer_id, at }]);
  const facts = { entryId: String(entryId), code };
  const object = `token:${numberOwner}`;
  await recordAct(tx, { businessId, actor: 'system', act: 'token.disabled', object, facts, at });
}

/** What is charged to it ends where that it may be debited was taken back. */
function whoMustHear(actions: ReturnRule['actions']): NewEvent['untold'] {
  return actions.includes('revoke') ? ['webhook', 'subscription'] : ['webhook'];
}
