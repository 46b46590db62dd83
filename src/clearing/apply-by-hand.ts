import { returnRule } from '../ach/return-codes.ts';
import { readBusiness } from '../businesses/store.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import type { Applied } from './apply-entry.ts';
import { applyReturn } from './apply-return.ts';
import { allBusinesses } from './file.ts';
import type { EntryKey } from './individual-id.ts';
import { bankDay } from './open-window.ts';
import { readEntry } from './store.ts';

type Decision = EntryKey & {
  readonly code: string;
  readonly actor: string;
  readonly reason: string;
};

/**
 * Books a return that a person decided on: one whose code is only kept, or that the bank told otherwise than by
 * a file. Undefined: there is no such entry.
 */
export async function returnByHand(
  world: World,
  { businessId, id, code, actor, reason }: Decision,
): Promise<Applied | undefined> {
  const [entry, business] = await Promise.all([
    readEntry(world.db, { businessId, id }),
    readBusiness(world.db, businessId),
  ]);
  if (!entry || !business) return undefined;
  const at = world.now();
  const arrival = {
    scope: business.environment === 'live' ? allBusinesses : businessId,
    fileId: 0n,
    fileName: 'by hand',
    environment: business.environment,
    madeOn: bankDay(at),
    isDecided: true,
  } as const;
  return await world.db.begin(async (tx) => {
    const applied = await applyReturn(world, tx, arrival, { businessId, id }, { code });
    if (applied !== 'applied') return applied;
    const { title } = returnRule(code);
    const facts = { code, title, reason, paymentId: entry.paymentId?.toString() };
    const object = `ach_entry:${id}`;
    await recordAct(tx, { businessId, actor, act: 'ach_entry.returned', object, facts, at });
    return applied;
  });
}
