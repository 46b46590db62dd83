import { disableStored } from '../../payments/tokens/store.ts';
import { recordAct } from '../../records/audit-log.ts';
import { type NewEvent, writeEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Entry } from '../entry.ts';
import { takeOutQueued } from '../files/take-out-queued.ts';
import type { ReturnRule } from '../return-codes.ts';

/** The account of an entry takes no more payments; its queued debits are canceled. */
export async function disableToken(
  world: World,
  tx: Sql,
  { businessId, id: entryId, numberOwner, paymentId }: Entry,
  { code, title, group, actions }: ReturnRule,
): Promise<void> {
  const at = world.now();
  const token = await disableStored(tx, businessId, numberOwner);
  // If the account was disabled before, only presentments that a person allowed all the same still wait.
  const alsoAgain = token !== undefined || numberOwner === `payment:${paymentId}`;
  const reason = `its account came back as ${code}: ${title}`;
  await takeOutQueued(world, tx, { businessId, numberOwner, alsoAgain }, { code, reason });
  if (!token) return;
  const data = {
    token: numberOwner,
    customerId: String(token.customerId),
    paymentId: paymentId?.toString(),
    last4: token.last4,
    outcomeCode: code,
    message: title,
    isRevoked: actions.includes('revoke') || undefined,
    payerIsAsked: group === 'dead_account' ? 'for_new_details' : undefined,
  } as const;
  const pending = whoMustHear(actions);
  const event = { id: world.uuid(), kind: 'token.disabled', data, pending } as const;
  await writeEvents(tx, [{ ...event, businessId, objectId: token.customerId, at }]);
  const facts = { entryId: String(entryId), code };
  const object = `token:${numberOwner}`;
  await recordAct(tx, { businessId, actor: 'system', act: 'token.disabled', object, facts, at });
}

/** Subscriptions charged to the token end if the payer revoked the authorization. */
function whoMustHear(actions: ReturnRule['actions']): NewEvent['pending'] {
  return actions.includes('revoke') ? ['webhook', 'subscription'] : ['webhook'];
}
