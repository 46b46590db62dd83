import type { Correction } from '../ach/correction-codes.ts';
import type { Sql } from '../base/sql.ts';
import { writeEvents } from '../payments/write-event.ts';
import { numberField } from '../tokens/token.ts';
import { recordAct } from '../trail/trail.ts';
import { replaceRecords, type SealedRecord } from '../vault/vault.ts';
import type { World } from '../world.ts';
import type { Entry } from './entry.ts';

/** Where an account is found now. */
type Place = {
  readonly routingNumber: string;
  readonly accountKind: 'checking' | 'savings';
  readonly last4: string;
};

/**
 * Writes down what a bank corrected of an account: its sealed number, the token if it has one, and every entry
 * that may still be sent to it or followed by one that is. The token stays the same token.
 */
export async function correctOwner(
  world: World,
  tx: Sql,
  entry: Entry,
  correction: Correction,
  sealed: SealedRecord | undefined,
): Promise<void> {
  const { businessId, numberOwner } = entry;
  const token = await lockToken(tx, entry);
  const { routingNumber, accountKind, last4 } = token ?? entry;
  const before: Place = { routingNumber, accountKind, last4 };
  const after: Place = {
    routingNumber: correction.routingNumber ?? before.routingNumber,
    accountKind: correction.accountKind ?? before.accountKind,
    last4: correction.accountNumber?.last4 ?? before.last4,
  };
  const record = { businessId, owner: numberOwner, field: numberField.bank };
  const old = await world.vault.open(tx, record);
  const number = correction.accountNumber?.number ?? old;
  const was = world.vault.fingerprint(old, before.routingNumber);
  const fingerprint = world.vault.fingerprint(number, after.routingNumber);
  // Two entries to one account are corrected by two notices that say the same.
  if (was.equals(fingerprint) && before.accountKind === after.accountKind) return;

  if (sealed) await replaceRecords(tx, [sealed]);
  await correctEntries(tx, entry, after);
  if (token) {
    await correctToken(tx, entry, after, fingerprint);
    await tell(world, tx, entry, token.customerId, after);
  }
  const act = token ? 'token.corrected' : 'payment.account_corrected';
  const object = token ? `token:${numberOwner}` : numberOwner;
  const facts = { entryId: String(entry.id), code: entry.correctionCode, before, after };
  await recordAct(tx, { businessId, actor: 'system', act, object, facts, at: world.now() });
}

async function lockToken(tx: Sql, { businessId, numberOwner }: Entry) {
  const rows = await tx.query<Place & { customerId: bigint }>(
    `select routing_number as "routingNumber", account_kind as "accountKind", last4,
       customer_id as "customerId"
     from tokens where business_id = $1 and token = $2 for update`,
    [businessId, numberOwner],
  );
  return rows[0];
}

/**
 * Those that are yet to be filed, and those that a refund or another presentment may follow, since it copies
 * them. What stands in a file just now is left alone: its bytes are made from it.
 */
async function correctEntries(
  tx: Sql,
  { businessId, numberOwner }: Entry,
  { routingNumber, accountKind, last4 }: Place,
): Promise<void> {
  await tx.query(
    `update ach_entries set routing_number = $3, account_kind = $4, last4 = $5
     where business_id = $1 and number_owner = $2 and state not in ('filed', 'canceled')`,
    [businessId, numberOwner, routingNumber, accountKind, last4],
  );
}

async function correctToken(
  tx: Sql,
  { businessId, numberOwner }: Entry,
  { routingNumber, accountKind, last4 }: Place,
  fingerprint: Buffer,
): Promise<void> {
  await tx.query(
    `update tokens set routing_number = $3, account_kind = $4, last4 = $5, fingerprint = $6
     where business_id = $1 and token = $2`,
    [businessId, numberOwner, routingNumber, accountKind, last4, fingerprint],
  );
}

async function tell(
  world: World,
  tx: Sql,
  { businessId, numberOwner, paymentId, correctionCode }: Entry,
  customerId: bigint,
  place: Place,
): Promise<void> {
  const data = JSON.stringify({
    token: numberOwner,
    customerId: String(customerId),
    paymentId: paymentId?.toString(),
    correctionCode,
    ...place,
  });
  const event = { id: world.uuid(), kind: 'token.corrected', data, untold: ['webhook'] as const };
  await writeEvents(tx, [{ ...event, businessId, objectId: customerId, at: world.now() }]);
}
