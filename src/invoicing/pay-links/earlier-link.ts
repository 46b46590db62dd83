import { Refusal } from '../../kernel/refusal.ts';
import { refusalForTaken } from '../../payments/replay.ts';
import { readHolder } from '../../payments/store.ts';
import { replayOf } from '../../runtime/idempotency.ts';
import type { World } from '../../world.ts';
import { hasExpired, type PayLink } from './link.ts';
import type { LinkRequest } from './send-link.ts';
import { findByKey, findByOrderNumber, findEnded, isPartlyPaid, payerOf } from './store.ts';

/**
 * The link that an earlier request made, under the idempotency key or the order number of this one. Refuses a request
 * that differs from it. `release`: deletes the key of a link that has had it for too long.
 */
export async function findEarlier(
  world: World,
  { business, orderNumber, idempotencyKey, content }: LinkRequest,
  release: (link: PayLink) => Promise<unknown>,
): Promise<PayLink | undefined> {
  const { db, vault } = world;
  const byKey = idempotencyKey && (await findByKey(db, business.id, idempotencyKey.key));
  const remembered = byKey && { ...byKey, made: byKey, keptAt: byKey.createdAt };
  const replay = await replayOf(world, content, remembered, () => release(byKey!));
  if (replay) return replay;
  const open = await findByOrderNumber(db, business.id, orderNumber);
  if (open && vault.sameFingerprint(open.requestFingerprint, content)) return open;
  const ended = await findEnded(db, business.id, orderNumber, vault.fingerprints(content));
  if (ended) return ended;
  const isTaken =
    (open && (await isInTheWay(world, open))) || (await isPartlyPaid(db, business.id, orderNumber));
  if (isTaken) {
    throw new Refusal('order_number_reused', { message: otherValues });
  }
  const asked = { businessId: business.id, orderNumber, isTest: false };
  const holder = await readHolder(db, asked);
  if (holder) throw refusalForTaken(holder);
  return undefined;
}

/** True while it can be paid or a payment holds it; one that expired gives way to the next. */
async function isInTheWay(world: World, open: PayLink): Promise<boolean> {
  return !hasExpired(open, world.now()) || (await payerOf(world.db, open)) !== undefined;
}

const otherValues = 'This InvoiceID was used before, with other values; nothing was sent.';
