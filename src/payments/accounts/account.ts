import { currencies } from '../../kernel/currency.ts';
import { gatewayNames } from '../../kernel/gateway-names.ts';
import { closedProcessor } from '../../ports/processors/closed-processor.ts';
import type { GatewayAccount, GatewayProcessor } from '../../ports/processors/gateway-kind.ts';
import { VaultError } from '../../ports/vault/vault.ts';
import { int4, int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';

/* The accounts that a business has at gateways. The only file that writes their state. */

export const accounts = table('processor_accounts', {
  businessId: int8,
  /** The account's name; payments store it as their processor. */
  name: text,
  /** Which gateway it is. */
  processor: oneOf(gatewayNames),
  environment: oneOf(['sandbox', 'live']),
  /** Every charge in the account has this currency. */
  currency: oneOf(currencies),
  state: oneOf(['active', 'stopped']),
  stoppedBecause: optional(text),
  /** The address of the gateway's API. */
  address: text,
  /** The merchant, for a gateway whose accounts have several. */
  merchant: optional(text),
  /** Counts its keys. */
  keyNumber: int4,
  createdAt: timestamptz,
  checkedAt: timestamptz,
});
export type Account = RowOf<typeof accounts>;
type AccountKey = Pick<Account, 'businessId' | 'name'>;

/** The name under which the key of an account lies in the vault. */
export function keyRecord({ businessId, name }: AccountKey) {
  return { businessId, owner: `account:${name}`, field: 'processor_key' } as const;
}

/** The address, merchant and key for calls to the gateway. */
export async function credentialsOf(
  { vault, db }: Pick<World, 'vault' | 'db'>,
  account: Account,
): Promise<GatewayAccount> {
  const { address, merchant } = account;
  return { address, merchant, key: await vault.open(db, keyRecord(account)) };
}

/** Without its key. The operator connects it again; until then nothing is sent and nothing is found out. */
export async function openedOrClosed(
  world: Pick<World, 'gateways' | 'vault' | 'db' | 'log'>,
  account: Account,
): Promise<GatewayProcessor> {
  try {
    return await world.gateways.open(account, () => credentialsOf(world, account));
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    const { businessId, name, processor } = account;
    world.log.error('processor.not_opened', { businessId, processor: name, error });
    const can = world.gateways.canOf(processor);
    return closedProcessor(processor, can, `its key does not open: ${error.code}`);
  }
}

export async function readAccount(
  sql: Sql,
  { businessId, name }: AccountKey,
): Promise<Account | undefined> {
  return await accounts.readOne(
    sql,
    `select ${accounts.columns} from processor_accounts where business_id = $1 and name = $2`,
    [businessId, name],
  );
}

/** Accounts of a business, in the order in which they were connected. */
export async function accountsOf(sql: Sql, businessId: bigint): Promise<Account[]> {
  return await accounts.read(
    sql,
    `select ${accounts.columns} from processor_accounts
     where business_id = $1 order by created_at, name`,
    [businessId],
  );
}

/** Accounts of all businesses: stopped ones first, then the ones checked longest ago. Scope: all. */
export async function accountsToCheck(sql: Sql, limit: number): Promise<Account[]> {
  return await accounts.read(
    sql,
    `select ${accounts.columns} from processor_accounts
     order by state desc, checked_at, business_id, name limit $1`,
    [limit],
  );
}

/** Connects an account again, with another key: the gateway's facts are written anew, and it is active. */
export async function writeAccount(tx: Sql, account: Account): Promise<void> {
  await accounts.insert(
    tx,
    [account],
    `on conflict (business_id, name) do update set address = excluded.address,
       merchant = excluded.merchant, key_number = excluded.key_number, state = excluded.state,
       stopped_because = null, checked_at = excluded.checked_at`,
  );
}

/** False: it was stopped already, or has another key by now, which was not checked. */
export async function stopAccount(
  tx: Sql,
  { businessId, name, keyNumber }: AccountKey & Pick<Account, 'keyNumber'>,
  because: string,
): Promise<boolean> {
  const stopped = await tx.query(
    `update processor_accounts set state = 'stopped', stopped_because = $4
     where business_id = $1 and name = $2 and key_number = $3 and state = 'active' returning name`,
    [businessId, name, keyNumber, because],
  );
  return stopped.length === 1;
}

/**
 * Resumes an account as it was read. False: it was active, or it was stopped since, or it has another key by now, none of
 * which was checked.
 */
export async function resumeAccount(
  tx: Sql,
  { businessId, name, keyNumber, stoppedBecause }: Account,
): Promise<boolean> {
  const resumed = await tx.query(
    `update processor_accounts set state = 'active', stopped_because = null
     where business_id = $1 and name = $2 and key_number = $3 and state = 'stopped'
       and stopped_because = $4
     returning name`,
    [businessId, name, keyNumber, stoppedBecause],
  );
  return resumed.length === 1;
}

/** Its check went well. */
export async function recordCheck(
  tx: Sql,
  { businessId, name }: AccountKey,
  at: Date,
): Promise<void> {
  await tx.query(
    'update processor_accounts set checked_at = $3 where business_id = $1 and name = $2',
    [businessId, name, at],
  );
}
