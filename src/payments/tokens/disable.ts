import { Refusal } from '../../kernel/refusal.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import { disableStored, lockToken } from './store.ts';

type Disabling = { readonly businessId: bigint; readonly token: string; readonly actor: string };

/** Disables a token for a person or key. Charges requested before go on; repeating it changes nothing. */
export async function disableOwnToken(world: World, asked: Disabling): Promise<void> {
  const { businessId, token, actor } = asked;
  await world.db.begin(async (tx) => {
    if (!(await lockToken(tx, businessId, token))) throw new Refusal('not_found');
    const disabled = await disableStored(tx, businessId, token);
    if (!disabled) return;
    const facts = { customerId: String(disabled.customerId), last4: disabled.last4 };
    const object = `token:${token}`;
    const at = world.now();
    await recordAct(tx, { businessId, actor, act: 'token.disabled', object, facts, at });
  });
}
