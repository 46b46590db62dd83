import { storedDetails } from '../../payments/invoice.ts';
import { tokens } from '../../payments/tokens/store.ts';
import { numberField } from '../../payments/tokens/token.ts';
import { orMissing, replaceRecords, type SealedRecord } from '../../ports/vault/vault.ts';
import { recordAct, recordOpenings } from '../../records/audit-log.ts';
import { int8 } from '../../runtime/column.ts';
import { writeEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { accountNow } from '../account-now.ts';
import type { Correction } from '../correction-codes.ts';
import { type Entry, entries } from '../entry.ts';
import { areBytesNeeded } from '../files/file-store.ts';
import { correctValidation } from '../validation/fingerprints.ts';

const reason = 'compared with what a bank corrected';

const place = entries.pick('routingNumber', 'accountKind', 'last4');
/** The account after the correction. */
type Place = RowOf<typeof place>;

/**
 * Writes a bank's correction of an account: its sealed number, its token if there is one, and every queued entry. Sent
 * entries stay as they were sent. The token stays the same token. False: the number was deleted with its customer, and
 * nothing is written of the account.
 */
export async function correctOwner(
  world: World,
  tx: Sql,
  entry: Entry,
  correction: Correction,
  sealed: SealedRecord | undefined,
): Promise<boolean> {
  const { businessId, numberOwner } = entry;
  const token = await lockToken(tx, entry);
  const before = await readPlace(tx, entry);
  const after: Place = {
    routingNumber: correction.routingNumber ?? before.routingNumber,
    accountKind: correction.accountKind ?? before.accountKind,
    last4: correction.accountNumber?.last4 ?? before.last4,
  };
  const record = { businessId, owner: numberOwner, field: numberField.bank };
  const [found] = await world.vault.openMany(tx, [record]);
  const old = orMissing(found!);
  if (!old) return false;
  const number = correction.accountNumber?.number ?? old;
  const was = world.vault.fingerprint(old, before.routingNumber);
  const fingerprint = world.vault.fingerprint(number, after.routingNumber);
  // Two entries to one account are corrected twice with the same values.
  const isKnown = was.equals(fingerprint) && before.accountKind === after.accountKind;
  const object = token ? `token:${numberOwner}` : numberOwner;
  const opening = { businessId, actor: 'system', object, reason, at: world.now() };
  if (isKnown) {
    await recordOpenings(tx, [opening]);
    return true;
  }

  if (sealed) await replaceRecords(tx, [sealed]);
  await correctQueued(tx, entry, after);
  if (token) {
    await correctToken(tx, entry, after, fingerprint);
    await writeCorrected(world, tx, entry, token.customerId, after);
  } else {
    await correctInvoice(tx, entry, after);
  }
  await correctValidation(tx, entry, { fingerprint, ...after });
  const act = token ? 'token.corrected' : 'payment.account_corrected';
  const facts = { entryId: String(entry.id), code: entry.correctionCode, before, after };
  await recordOpenings(tx, [opening]);
  await recordAct(tx, { businessId, actor: 'system', act, object, facts, at: opening.at });
  return true;
}

const owner = tokens.pick('customerId');

async function lockToken(tx: Sql, { businessId, numberOwner }: Entry) {
  return await owner.readOne(
    tx,
    `select ${owner.columns} from tokens where business_id = $1 and token = $2 for update`,
    [businessId, numberOwner],
  );
}

async function readPlace(tx: Sql, { businessId, id }: Entry): Promise<Place> {
  const [found] = await place.read(
    tx,
    `select ${accountNow.routingNumber} as "routingNumber", ${accountNow.kind} as "accountKind",
       ${accountNow.last4} as last4
     from ach_entries e ${accountNow.joins} where e.business_id = $1 and e.id = $2`,
    [businessId, id],
  );
  return found!;
}

const standings = entries.pick('state', 'fileId');

/**
 * Holds the queued entries of an account until the transaction ends. False: one of its entries is in a file that is not
 * finished. The bytes of the file are made from the entry and the sealed number, so both must stay meanwhile.
 */
export async function holdQueued(
  { db }: World,
  tx: Sql,
  scope: bigint,
  { businessId, numberOwner }: Entry,
): Promise<boolean> {
  const open = await standings.read(
    tx,
    `select ${standings.columns} from ach_entries
     where business_id = $1 and number_owner = $2 and state in ('queued', 'filed')
     order by id for update`,
    [businessId, numberOwner],
  );
  if (open.some(({ state }) => state === 'filed')) return false;
  const sent = await standings.read(
    tx,
    `select ${standings.columns} from ach_entries
     where business_id = $1 and number_owner = $2 and state = 'originated'`,
    [businessId, numberOwner],
  );
  const fileIds = sent.flatMap(({ fileId }) => fileId ?? []);
  // Beside the transaction, which touches one business: a file may be of many.
  return fileIds.length === 0 || !(await areBytesNeeded(db.aside, scope, fileIds));
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

const paidInvoice = shape({ id: int8, details: storedDetails });

/** A refund of a payment without a token, or its next presentment, reads it there. */
async function correctInvoice(
  tx: Sql,
  { businessId, paymentId, numberOwner }: Entry,
  { routingNumber, accountKind: kind, last4 }: Place,
): Promise<void> {
  // A prenote or micro-deposit has no payment of its own.
  const payment = paymentId ?? BigInt(numberOwner.slice('payment:'.length));
  const invoice = await paidInvoice.readOne(
    tx,
    `select i.id, i.details from payments p
     join invoices i on i.business_id = p.business_id and i.id = p.invoice_id
     where p.business_id = $1 and p.id = $2 for update of i`,
    [businessId, payment],
  );
  if (!invoice?.details.account) throw new Error('a bank payment without an account');
  const account = { ...invoice.details.account, corrected: { routingNumber, kind, last4 } };
  await tx.query('update invoices set details = $3::json where business_id = $1 and id = $2', [
    businessId,
    invoice.id,
    JSON.stringify({ ...invoice.details, account }),
  ]);
}

async function writeCorrected(
  world: World,
  tx: Sql,
  { businessId, numberOwner, paymentId, correctionCode }: Entry,
  customerId: bigint,
  place: Place,
): Promise<void> {
  const data = {
    token: numberOwner,
    customerId: String(customerId),
    paymentId: paymentId?.toString(),
    correctionCode,
    ...place,
  };
  const event = { id: world.uuid(), kind: 'token.corrected', data, pending: [] } as const;
  await writeEvents(tx, [{ ...event, businessId, objectId: customerId, at: world.now() }]);
}
