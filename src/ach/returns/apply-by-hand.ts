import { bankDay } from '../../kernel/ach-windows.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import type { EntryKey } from '../entry.ts';
import { readEntry } from '../entry-store.ts';
import { allBusinesses } from '../files/file.ts';
import { returnRule } from '../return-codes.ts';
import type { Applied } from './apply-entry.ts';
import { applyReturn } from './apply-return.ts';

type Decision = EntryKey & {
  readonly code: string;
  readonly actor: string;
  readonly reason: string;
};

/**
 * Books a return that a person decided on: its code is only stored, or the bank reported it otherwise than by a file.
 * Undefined: there is no such entry.
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
