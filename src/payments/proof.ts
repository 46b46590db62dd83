import { Refusal } from '../kernel/refusal.ts';
import { refusedProof, secretsOf } from '../ports/processors/authentication.ts';
import type { ChargeRequest } from '../ports/processors/processor.ts';
import type { World } from '../world.ts';
import { processorOf } from './accounts/open-account.ts';
import type { InvoiceDetails } from './invoice.ts';
import type { Order } from './order.ts';

/** The proof for the issuer of the payer's identity. */
export function proofOf({ authentication, source }: Pick<Order, 'authentication' | 'source'>) {
  const wallet = source.method === 'card' ? source.wallet : undefined;
  return { authentication, wallet } satisfies Partial<ChargeRequest>;
}

/** A proof that the processor would have to drop is refused before anything is written or sent. */
export async function refusalOfProof(
  world: World,
  order: Order,
  processor: string,
): Promise<Refusal | undefined> {
  const proof = proofOf(order);
  if (!proof.authentication && !proof.wallet) return undefined;
  if (order.source.method === 'bank') return new Refusal('not_supported');
  // The number of a device is good with its cryptogram alone.
  if (proof.wallet && order.newToken) return new Refusal('wallet_not_saved');
  const { can } = await processorOf(world, { businessId: order.business.id, processor });
  return refusedProof(can, proof) && new Refusal('not_supported');
}

/** Good for one charge: nothing of it may be kept longer. */
export function dropProof(order: Order): void {
  for (const secret of secretsOf(proofOf(order))) secret.forget();
}

/** The part of the proof that is stored for disputes. */
export function storedProof(
  order: Pick<Order, 'authentication' | 'source'>,
): Pick<InvoiceDetails, 'authentication' | 'wallet'> {
  const { authentication, wallet } = proofOf(order);
  const eci = wallet?.form === 'device_number' ? wallet.eci : undefined;
  return {
    ...(authentication && {
      authentication: {
        version: authentication.version,
        status: authentication.status,
        eci: authentication.eci,
        dsTransactionId: authentication.dsTransactionId,
      },
    }),
    ...(wallet && { wallet: { kind: wallet.kind, ...(eci !== undefined && { eci }) } }),
  };
}
