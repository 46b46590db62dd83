import type { Currency } from '../../kernel/currency.ts';
import { dayMs, minuteMs } from '../../kernel/duration.ts';
import type { GatewayName } from '../../kernel/gateway-names.ts';
import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import type { Secret } from '../../kernel/secret.ts';
import { applicationOwner } from '../../parties/applications/application.ts';
import type { Business } from '../../parties/businesses/business.ts';
import type { Match } from '../../parties/businesses/change-state.ts';
import {
  lockBusiness,
  readBusiness,
  setCardAccount,
  setFallbackAccount,
} from '../../parties/businesses/store.ts';
import { checkInquiry } from '../../ports/processors/answer-check.ts';
import type { InquiryAnswer, Processor } from '../../ports/processors/processor.ts';
import { orMissing, replaceRecords } from '../../ports/vault/vault.ts';
import { recordAct } from '../../records/audit-log.ts';
import { enqueue } from '../../runtime/jobs.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { RowOf } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import type { PaymentState } from '../moves.ts';
import { firstAttempt, payments, referenceOf } from '../payment.ts';
import { type Account, keyRecord, readAccount, writeAccount } from './account.ts';
import { flawOf } from './check-account.ts';

type Connection = {
  readonly name: string;
  readonly processor: GatewayName;
  readonly currency: Currency;
  readonly key: Secret;
  readonly merchant: string | undefined;
  /** The address of the gateway; undefined: the gateway's usual address. */
  readonly address: string | undefined;
};

/** Tells nothing of the key: the gateway neither took nor refused it. */
class NoAnswer extends Refusal {
  constructor(reason: string) {
    super('wrong_state', { message: `The gateway gave no answer: ${reason}` });
  }
}

/**
 * Gives a business an account at a gateway, or an account that it has another key. The gateway is asked first: a key
 * that it does not take, or one of the wrong mode, is not stored. The first account in a currency is the one that card
 * payments in it go to.
 */
export async function connectAccount(
  world: World,
  business: Business,
  { name, processor, currency, key, merchant, address: given }: Connection,
  actor: string,
): Promise<Account> {
  const { id: businessId, environment } = business;
  const { currencies = [currency] } = world.gateways.canOf(processor);
  if (!currencies.includes(currency)) throw notTaken(processor, currencies);
  const address = given ?? world.gateways.addressOf(processor, environment);
  const opened = world.gateways.connect(processor, { address, merchant, key });
  const found = await opened.check();
  if (found.outcome === 'unknown') throw new NoAnswer(found.reason);
  const flaw = flawOf(found, environment);
  if (flaw !== undefined) throw new Refusal('wrong_state', { message: flaw });
  await refuseOtherAccount(world, { businessId, name }, opened);

  const record = await world.vault.seal(keyRecord({ businessId, name }), key);
  return await world.db.begin(async (tx) => {
    const locked = await lockBusiness(tx, businessId);
    if (!locked) throw new Refusal('unknown_business');
    if (locked.clockAheadMs > 0) throw clockIsAhead();
    const before = await readAccount(tx, { businessId, name });
    if (world.processors.has(name) || (before && before.processor !== processor)) {
      throw new Refusal('wrong_state', { message: `Another processor is called ${name}.` });
    }
    if (before && before.currency !== currency) throw chargesIn(before);
    const at = world.now();
    const account: Account = {
      businessId,
      name,
      processor,
      environment,
      currency,
      state: 'active',
      stoppedBecause: undefined,
      address,
      merchant,
      keyNumber: (before?.keyNumber ?? 0) + 1,
      createdAt: before?.createdAt ?? at,
      checkedAt: at,
    };
    await replaceRecords(tx, [record]);
    await writeAccount(tx, account);
    const isFirst = locked.cardAccounts[currency] === undefined;
    if (isFirst) await setCardAccount(tx, businessId, account);
    const tomorrow = new Date(at.getTime() + dayMs);
    const daily = { businessId, key: name, payload: null, runAt: tomorrow };
    await enqueue(tx, [
      { ...daily, kind: 'processor_account.check' },
      { ...daily, kind: 'disputes.read' },
    ]);
    await recordAct(tx, {
      businessId,
      actor,
      act: 'processor_account.connected',
      object: `processor_account:${name}`,
      facts: { processor, currency, address, merchant, isFirst },
      at,
    });
    return account;
  });
}

/** An account has one currency, and so have its batches and their payouts. */
function chargesIn({ name, currency }: Account): Refusal {
  return new Refusal('wrong_state', {
    message: `The account ${name} charges in ${currency}: another currency needs an account of its own.`,
  });
}

/** A gateway that does not report the currency of an account is accepted only in the currencies that were proved. */
function notTaken(processor: GatewayName, currencies: readonly Currency[]): Refusal {
  const rule = `must be one of: ${currencies.join(', ')}, for an account at ${processor}`;
  return new Refusal('wrong_fields', {
    details: [fieldFault('currency', { code: 'not_one_of', rule })],
  });
}

/**
 * A gateway lives by the real time: with a clock that is ahead, a charge that it does not find yet would be given up.
 */
function clockIsAhead(): Refusal {
  return new Refusal('wrong_state', {
    message: 'The clock of the business was moved, and a gateway lives by the real time: reset it.',
  });
}

/**
 * Sends the card payments of the business in the currency of this account there from now on; `fallback`: only those for
 * which nothing can have happened at the other account.
 */
export async function chooseAccount(
  world: World,
  businessId: bigint,
  { name, use }: { readonly name: string; readonly use: 'payments' | 'fallback' },
  actor: string,
  match?: Match,
): Promise<Account> {
  return await world.db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    if (!business) throw new Refusal('unknown_business');
    await match?.(tx);
    const account = await readAccount(tx, { businessId, name });
    if (!account)
      throw new Refusal('wrong_state', { message: `It has no account called ${name}.` });
    const { currency } = account;
    if (use === 'fallback') {
      if (name === business.cardAccounts[currency])
        throw new Refusal('wrong_state', { message: `Card payments go to ${name} already.` });
      await setFallbackAccount(tx, businessId, account);
    } else {
      await setCardAccount(tx, businessId, account);
      if (name === business.fallbackAccounts[currency])
        await setFallbackAccount(tx, businessId, { currency, name: undefined });
    }
    await recordAct(tx, {
      businessId,
      actor,
      act: 'processor_account.chosen',
      object: `processor_account:${name}`,
      facts: { use, currency },
      at: world.now(),
    });
    return account;
  });
}

type AccountKey = Pick<Account, 'businessId' | 'name'>;

/**
 * Refuses a key of another account under the name of one that was charged at: that gateway would find none of the
 * payments that are not known yet, they would be told as not charged, and refunds would go astray. The proof is the
 * last charge; if the gateway need not show that yet, the last one that it should show.
 */
async function refuseOtherAccount(
  world: World,
  account: AccountKey,
  opened: Pick<Processor, 'inquire' | 'can'>,
): Promise<void> {
  const now = world.now().getTime();
  const delayMs = opened.can.visibilityDelaySeconds * 1000;
  let last = await readLastCharge(world.db, account, new Date(now));
  if (!last) return;
  let found = await inquire(opened, account, last);
  const waitMs = last.finishedAt!.getTime() + delayMs - now;
  if (isProof(last, found)) return;
  const older = waitMs > 0 && (await readLastCharge(world.db, account, new Date(now - delayMs)));
  if (older) {
    last = older;
    found = await inquire(opened, account, last);
    if (isProof(last, found)) return;
  }
  if (found.outcome === 'unknown') throw new NoAnswer(found.reason);
  const { name } = account;
  if (waitMs > 0 && !older) {
    const minutes = Math.ceil(waitMs / minuteMs);
    const message = `The gateway does not show payment ${last.id} of ${name} under this key, and may not do so yet: try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
    throw new Refusal('wrong_state', { message });
  }
  const message = `The gateway does not find payment ${last.id} of ${name} under this key: another account needs a name of its own.`;
  throw new Refusal('wrong_state', { message });
}

/** States of a charge that was approved and may hold nothing now. */
const released: readonly PaymentState[] = ['voiding', 'voided', 'expired'];

const charges = payments.pick('id', 'state', 'processorId', 'currency', 'createdAt', 'finishedAt');
type Charge = RowOf<typeof charges>;

async function inquire(
  opened: Pick<Processor, 'inquire'>,
  { businessId }: AccountKey,
  { id, currency, createdAt }: Charge,
): Promise<InquiryAnswer> {
  const reference = referenceOf(businessId, id, firstAttempt);
  return checkInquiry(
    { reference, currency },
    await opened.inquire(reference, undefined, createdAt),
  );
}

function isProof({ state, processorId }: Charge, found: InquiryAnswer): boolean {
  const isFound = found.outcome === 'approved' || found.outcome === 'canceled';
  if (isFound && found.processorId === processorId) return true;
  // A charge that holds no money any more may be shown without its id.
  return found.outcome === 'canceled' && released.includes(state);
}

async function readLastCharge(sql: Sql, { businessId, name }: AccountKey, until: Date) {
  return await charges.readOne(
    sql,
    `select ${charges.columns} from payments
     where business_id = $1 and processor = $2 and approved_cents > 0 and processor_id <> ''
       and finished_at <= $3
     order by id desc limit 1`,
    [businessId, name, until],
  );
}

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

/** The reason why it was not connected. Where the gateway gives no answer, the job fails and is tried again. */
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
    if (!(error instanceof Refusal) || error instanceof NoAnswer) throw error;
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
