import type { Secret } from '../../kernel/secret.ts';
import { conversationsWith } from '../../notify/conversations/conversation-store.ts';
import { readSender } from '../../notify/conversations/own-number.ts';
import {
  obstacleOf,
  readReach,
  readTypes,
  refuseObstacle,
} from '../../notify/conversations/reach.ts';
import { findByExternalId } from '../../parties/customers/store.ts';
import { oldestKey } from '../../runtime/idempotency.ts';
import type { World } from '../../world.ts';
import { findEarlier } from './earlier-link.ts';
import type { PayLink } from './link.ts';
import { isTexted, type LinkRequest, refuseFaults } from './send-link.ts';
import { findEqual } from './store.ts';

/**
 * Checks all that `sendLink` checks, and writes nothing: returns the link that it would replay, refuses what it would
 * refuse, and undefined is for a request of which it would make a link now.
 */
export async function checkLink(world: World, request: LinkRequest): Promise<PayLink | undefined> {
  const earlier = await findEarlier(world, request, async () => {});
  if (earlier) return earlier;
  refuseFaults(request);
  if (isTexted(request)) await refuseUnreachable(world, request);
  return undefined;
}

/** As `queueTexts` decides it. */
async function refuseUnreachable(
  world: World,
  { business: { id: businessId }, customerId, contact: { phone, externalId } }: LinkRequest,
): Promise<void> {
  const { db } = world;
  const types = await readTypes(world, [phone]);
  const sender = await readSender(db, businessId);
  const talks = await conversationsWith(db, businessId, phone);
  const talk = talks.find(({ ownNumber }) => ownNumber === sender.number);
  // A payer whom the phone finds, alone or with the mail address, has it: `readReach` sees all who do.
  const payerId =
    customerId ??
    (externalId === undefined ? undefined : await findByExternalId(db, businessId, externalId));
  const asked = [{ phone, customerId: payerId }];
  const [found] = await readReach(db, businessId, asked, types);
  if (!found) throw new Error('a phone without its reach');
  // A sandbox business gets a number with its first text.
  const { environment, number = environment === 'sandbox' ? '' : undefined } = sender;
  const consent = talk?.consent ?? 'none';
  refuseObstacle(
    obstacleOf({ kind: 'pay_link', phone, consent, sender: { ...sender, number } }, found[1]),
  );
}

/** When an equal request made a link last, for each of these contents, as long as idempotency keys live. */
export async function readEqualMade(
  world: World,
  businessId: bigint,
  contents: readonly Secret[],
): Promise<(Date | undefined)[]> {
  const all = contents.map((content) => world.vault.fingerprints(content));
  const found = await findEqual(world.db, businessId, all.flat(), oldestKey(world.now()));
  const made = new Map(
    found.map(({ requestFingerprint, createdAt }) => [nameOf(requestFingerprint), createdAt]),
  );
  return all.map((prints) => made.get(nameOf(prints.find((one) => made.has(nameOf(one))))));
}

function nameOf(print: Buffer | undefined): string {
  return print?.toString('hex') ?? '';
}
