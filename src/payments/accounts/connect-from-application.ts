import type { GatewayName } from '../../kernel/gateway-names.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { applicationOwner } from '../../parties/applications/application.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import { orMissing } from '../../ports/vault/vault.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import { readAccount } from './account.ts';
import { connectAccount } from './connect-account.ts';

/**
 * Connects the gateway account that the application of an activated business named, if the configuration names a
 * gateway for applications. If the gateway refuses, the refusal is reported and an operator connects the account.
 */
export async function connectFromApplication(world: World, businessId: bigint): Promise<undefined> {
  const name = world.config.gatewayOfApplications;
  const business = await readBusiness(world.db, businessId);
  if (name === 'none' || business?.gatewayId === undefined) return undefined;
  if (await readAccount(world.db, { businessId, name })) return undefined;
  const record = { businessId, owner: applicationOwner, field: 'passkey' } as const;
  const [found] = await world.vault.openMany(world.db, [record]);
  const key = orMissing(found!);
  const because = key
    ? await tryToConnect(world, business, { name, key, merchant: business.gatewayId })
    : 'The application has no GatewayPasskey.';
  if (because !== undefined) await tell(world, businessId, name, because);
  return undefined;
}

type Given = Pick<Parameters<typeof connectAccount>[2], 'key' | 'merchant'> & {
  readonly name: GatewayName;
};

/** The reason why it was not connected. */
async function tryToConnect(
  world: World,
  business: Parameters<typeof connectAccount>[1],
  given: Given,
): Promise<string | undefined> {
  try {
    const { currency } = business;
    const connection = { ...given, processor: given.name, address: undefined, currency };
    await connectAccount(world, business, connection, 'system');
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}

async function tell(world: World, businessId: bigint, processor: string, because: string) {
  const act = 'processor_account.not_connected';
  const object = `processor_account:${processor}`;
  const facts = { processor, because };
  const at = world.now();
  await recordAct(world.db, { businessId, actor: 'system', act, object, facts, at });
  world.log.error('processor.not_connected', { businessId, processor, reason: because });
}
