import type { Secret } from '../../kernel/secret.ts';
import { dropRecords, replaceRecords } from '../../ports/vault/vault.ts';
import { recordAct } from '../../records/audit-log.ts';
import { int8, text, timestamptz } from '../../runtime/column.ts';
import { makeWebhookSecret } from '../../runtime/http-out/sign.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';

const hooks = table('validation_hooks', { businessId: int8, url: text, updatedAt: timestamptz });
/** The service that validates accounts. */
export type Hook = RowOf<typeof hooks>;

/** The name in the vault of the secret that signs its inquiries. */
export function hookSecret(businessId: bigint) {
  return { businessId, owner: 'validation_hook', field: 'webhook_secret' } as const;
}

export async function readHook(sql: Sql, businessId: bigint): Promise<Hook | undefined> {
  return await hooks.readOne(
    sql,
    `select ${hooks.columns} from validation_hooks where business_id = $1`,
    [businessId],
  );
}

/** Sets the service of a business, with a new secret, which is shown this once. */
export async function setHook(
  world: World,
  businessId: bigint,
  url: string,
  actor: string,
): Promise<Secret> {
  const secret = makeWebhookSecret(world.randomBytes);
  const record = await world.vault.seal(hookSecret(businessId), secret);
  const at = world.now();
  await world.db.begin(async (tx) => {
    const rest =
      'on conflict (business_id) do update set url = excluded.url, updated_at = excluded.updated_at';
    await hooks.insert(tx, [{ businessId, url, updatedAt: at }], rest);
    await replaceRecords(tx, [record]);
    const act = { businessId, actor, act: 'validation_hook.set', object: `business:${businessId}` };
    await recordAct(tx, { ...act, facts: { url }, at });
  });
  return secret;
}

/** False: there was no hook. Validations that wait for its answer wait on. */
export async function removeHook(
  world: World,
  businessId: bigint,
  actor: string,
): Promise<boolean> {
  return await world.db.begin(async (tx) => {
    const gone = await tx.query(
      'delete from validation_hooks where business_id = $1 returning business_id',
      [businessId],
    );
    if (gone.length === 0) return false;
    await dropRecords(tx, [hookSecret(businessId)]);
    const act = {
      businessId,
      actor,
      act: 'validation_hook.removed',
      object: `business:${businessId}`,
    };
    await recordAct(tx, { ...act, facts: {}, at: world.now() });
    return true;
  });
}
