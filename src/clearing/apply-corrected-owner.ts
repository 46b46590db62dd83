import type { Correction } from '../ach/correction-codes.ts';
import type { Sql } from '../base/sql.ts';
import { accountNow } from '../payments/account-now.ts';
import type { InvoiceDetails } from '../payments/invoice.ts';
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
 * that is in no file yet. What was sent keeps what was sent. The token stays the same token.
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
  const before = await readPlace(tx, entry);
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
  await correctQueued(tx, entry, after);
  if (token) {
    await correctToken(tx, entry, after, fingerprint);
    await tell(world, tx, entry, token.customerId, after);
  } else {
    await correctInvoice(tx, entry, after);
  }
  const act = token ? 'token.corrected' : 'payment.account_corrected';
  const object = token ? `token:${numberOwner}` : numberOwner;
  const facts = { entryId: String(entry.id), code: entry.correctionCode, before, after };
  await recordAct(tx, { businessId, actor: 'system', act, object, facts, at: world.now() });
}

async function lockToken(tx: Sql, { businessId, numberOwner }: Entry) {
  const rows = await tx.query<{ customerId: bigint }>(
    `select customer_id as "customerId" from tokens
     where business_id = $1 and token = $2 for update`,
    [businessId, numberOwner],
  );
  return rows[0];
}

async function readPlace(tx: Sql, { businessId, id }: Entry): Promise<Place> {
  const rows = await tx.query<Place>(
    `select ${accountNow.routingNumber} as "routingNumber", ${accountNow.kind} as "accountKind",
       ${accountNow.last4} as last4
     from ach_entries e ${accountNow.joins} where e.business_id = $1 and e.id = $2`,
    [businessId, id],
  );
  return rows[0]!;
}

/**
 * Holds what of an account is in no file yet, until the transaction ends. False: something of it stands in a file
 * that is not finished. Its bytes are made from that and from the sealed number, so both must stay meanwhile.
 */
export async function holdQueued(
  tx: Sql,
  scope: bigint,
  { businessId, numberOwner }: Entry,
): Promise<boolean> {
  const open = await tx.query<{ state: string }>(
    `select state from ach_entries
     where business_id = $1 and number_owner = $2 and state in ('queued', 'filed')
     order by id for update`,
    [businessId, numberOwner],
  );
  if (open.some(({ state }) => state === 'filed')) return false;
  const halfway = await tx.query(
    `select e.id from ach_entries e
     join ach_files f on f.business_id = $3 and f.id = e.file_id and f.direction = 'out'
     where e.business_id = $1 and e.number_owner = $2 and e.state = 'originated'
       and f.state in ('collecting', 'written') limit 1`,
    [businessId, numberOwner, scope],
  );
  return halfway.length === 0;
}

async function correctQueued(
  tx: Sql,
  { businessId, numberOwner }: Entry,
  { routingNumber, accountKind, last4 }: Place,
): Promise<void> {
  await tx.query(
    `update ach_entries set routing_number = $3, account_kind = $4, last4 = $5
     where business_id = $1 and number_owner = $2 and state = 'queued'`,
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

/** A refund of a payment without a token, or its next presentment, finds it there. */
async function correctInvoice(
  tx: Sql,
  { businessId, paymentId }: Entry,
  { routingNumber, accountKind: kind, last4 }: Place,
): Promise<void> {
  const [invoice] = await tx.query<{ id: bigint; details: InvoiceDetails }>(
    `select i.id, i.details from payments p
     join invoices i on i.business_id = p.business_id and i.id = p.invoice_id
     where p.business_id = $1 and p.id = $2 for update of i`,
    [businessId, paymentId],
  );
  if (!invoice?.details.account) throw new Error('a bank payment without an account');
  const account = { ...invoice.details.account, corrected: { routingNumber, kind, last4 } };
  await tx.query('update invoices set details = $3::json where business_id = $1 and id = $2', [
    businessId,
    invoice.id,
    JSON.stringify({ ...invoice.details, account }),
  ]);
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
