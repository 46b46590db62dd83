import type { Currency } from '../../kernel/currency.ts';
import type { GatewayName } from '../../kernel/gateway-names.ts';
import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { Business } from '../../parties/businesses/business.ts';
import type { Match } from '../../parties/businesses/change-state.ts';
import {
  lockBusiness,
  setCardAccount,
  setFallbackAccount,
} from '../../parties/businesses/store.ts';
import { replaceRecords } from '../../ports/vault/vault.ts';
import { recordAct } from '../../records/audit-log.ts';
import { enqueue } from '../../runtime/jobs.ts';
import type { World } from '../../world.ts';
import { type Account, keyRecord, readAccount, writeAccount } from './account.ts';
import { flawOf } from './check-account.ts';
import { refuseOtherAccount } from './same-account.ts';

type Connection = {
  readonly name: string;
  readonly processor: GatewayName;
  readonly currency: Currency;
  readonly key: Secret;
  readonly merchant: string | undefined;
  /** Where the gateway is called; the usual place of the gateway when left out. */
  readonly address: string | undefined;
};

const dayMs = 24 * 3_600_000;

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
  if (found.outcome === 'unknown')
    throw new Refusal('wrong_state', { message: `The gateway gave no answer: ${found.reason}` });
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

/** What is charged there has one currency, and so have its batches and what is owed for them. */
function chargesIn({ name, currency }: Account): Refusal {
  return new Refusal('wrong_state', {
    message: `The account ${name} charges in ${currency}: another currency needs an account of its own.`,
  });
}

/** Where a gateway does not tell what an account books in, it is taken in the currencies that were proved. */
function notTaken(processor: GatewayName, currencies: readonly Currency[]): Refusal {
  const rule = `must be one of: ${currencies.join(', ')}, for an account at ${processor}`;
  return new Refusal('wrong_fields', {
    details: [fieldFault('currency', { code: 'not_one_of', rule })],
  });
}

/** A gateway lives by the real time: by a clock that is ahead, what it does not find yet would be given up. */
function clockIsAhead(): Refusal {
  return new Refusal('wrong_state', {
    message: 'The clock of the business was moved, and a gateway lives by the real time: reset it.',
  });
}

/**
 * From now on the card payments of the business in the currency of this account go there; `fallback`: those for which
 * nothing can have happened at the other one.
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
