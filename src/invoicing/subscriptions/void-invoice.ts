import { Refusal } from '../../kernel/refusal.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { endOpenInvoice, type Invoice, readInvoice } from '../../payments/open-invoice.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import { revokeWithin } from '../pay-links/end-links.ts';
import type { PayLink } from '../pay-links/link.ts';
import { type LinkingTx, withLinks } from '../pay-links/link-for-invoice.ts';
import { findOpenOf } from '../pay-links/store.ts';
import { apply } from './follow.ts';
import { takeBackIfTaken } from './number-taken.ts';
import { lockPeriods } from './period-store.ts';
import { lockSubscriptions } from './store.ts';
import type { PeriodRow } from './subscription.ts';

/**
 * Voids an invoice that no payment holds, with the link by which it could be paid. A period of a subscription is waived
 * with its invoice: the subscription goes on with the next one, also where the invoice ended before. Voiding again changes
 * nothing. Lock order: subscription, link, invoice.
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
    const isVoid = invoice.state === 'void';
    const period = await lockPeriodOf(tx, invoice);
    const taken = !isVoid && period && (await takeBackIfTaken(world, tx, business, period));
    if (!isVoid && taken !== 'taken_back') await end(world, tx, invoice, actor);
    if (period) await waive(world, tx, business, period);
    if (isVoid) return;
    const { businessId, orderNumber } = invoice;
    const act = { businessId, actor, act: 'invoice.voided', object: `invoice:${id}` };
    await recordAct(tx, { ...act, facts: { orderNumber }, at: world.now() });
  });
}

/**
 * Revokes a pay link with what is left of its invoice; a period is waived with it, as `voidInvoice` does. One that is
 * paid, or being paid, stays. Lock order: subscription, link, invoice.
 */
export async function revokePayLink(
  world: World,
  business: Business,
  link: Pick<PayLink, 'businessId' | 'id' | 'invoiceId'>,
  actor: string,
): Promise<void> {
  await withLinks(world, business.id, async (tx) => {
    const invoice = await readInvoice(tx, business.id, link.invoiceId);
    const period = invoice && (await lockPeriodOf(tx, invoice));
    await revokeWithin(world, tx, link, actor);
    if (!period) return;
    const after = await readInvoice(tx, business.id, link.invoiceId);
    if (after?.state === 'void') await waive(world, tx, business, period);
  });
}

/** The period that the invoice is for, locked with its subscription. */
async function lockPeriodOf(
  tx: LinkingTx,
  { businessId, details }: Invoice,
): Promise<PeriodRow | undefined> {
  if (!details.period) return undefined;
  const subscriptionId = BigInt(details.period.subscriptionId);
  await lockSubscriptions(tx, businessId, [subscriptionId]);
  const [period] = await lockPeriods(tx, businessId, [
    { subscriptionId, n: details.period.number },
  ]);
  return period;
}

/** One that is void or paid stays as it is. */
async function waive(
  world: World,
  tx: LinkingTx,
  business: Business,
  { subscriptionId, n }: PeriodRow,
): Promise<void> {
  await apply(world, tx, business, [{ subscriptionId, n, at: world.now(), what: 'taken_back' }]);
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
