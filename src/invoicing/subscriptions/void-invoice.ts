import { Refusal } from '../../kernel/refusal.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { endOpenInvoice, type Invoice, readInvoice } from '../../payments/open-invoice.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import { revokeWithin } from '../pay-links/end-links.ts';
import { type LinkingTx, withLinks } from '../pay-links/link-for-invoice.ts';
import { findOpenOf } from '../pay-links/store.ts';
import { apply } from './follow.ts';
import { lockSubscriptions } from './store.ts';

/**
 * Voids an invoice that no payment holds, with the link by which it could be paid. A period of a subscription is waived
 * with its invoice: the subscription goes on with the next one. Voiding again changes nothing. Lock order: subscription,
 * link, invoice.
 */
export async function voidInvoice(
  world: World,
  business: Business,
  id: bigint,
  actor: string,
): Promise<void> {
  await withLinks(world, business.id, async (tx) => {
    const invoice = await readInvoice(tx, business.id, id);
    if (!invoice) throw new Refusal('not_found');
    if (invoice.state === 'void') return;
    const { period } = invoice.details;
    if (period) await lockSubscriptions(tx, business.id, [BigInt(period.subscriptionId)]);
    await end(world, tx, invoice, actor);
    const at = world.now();
    const { businessId, orderNumber } = invoice;
    if (period) {
      const name = { subscriptionId: BigInt(period.subscriptionId), n: period.number };
      await apply(world, tx, business, [{ ...name, at, what: 'taken_back' }]);
    }
    const act = { businessId, actor, act: 'invoice.voided', object: `invoice:${id}` };
    await recordAct(tx, { ...act, facts: { orderNumber }, at });
  });
}

const whys: Partial<Readonly<Record<Invoice['state'], string>>> = {
  held: 'A payment holds it: void or refund that.',
  covered: 'It was paid in parts: void or refund those.',
  expired: 'It has expired already.',
};

async function end(world: World, tx: LinkingTx, invoice: Invoice, actor: string): Promise<void> {
  const link = await findOpenOf(tx, invoice.businessId, invoice.id);
  if (link) return await revokeWithin(world, tx, link, actor);
  if (await endOpenInvoice(tx, invoice, 'void')) return;
  const now = await readInvoice(tx, invoice.businessId, invoice.id);
  if (now?.state === 'void') return;
  const message = now && whys[now.state];
  throw new Refusal('wrong_state', message === undefined ? {} : { message });
}
