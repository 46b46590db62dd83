import type { Config } from '../config.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type Business, mayTakePayments } from '../parties/businesses/business.ts';
import { makeSandboxBelow } from '../parties/businesses/first-start.ts';
import { refuseWithout, services } from '../parties/businesses/offering.ts';
import { anyIsLive, lockBusiness } from '../parties/businesses/store.ts';
import { bool, int8 } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';

/** The demo needs a bank whose book it may write, and money that is not real. */
export function refuseInstallation({ mode, simulatorUrl }: Pick<Config, 'mode' | 'simulatorUrl'>) {
  if (mode === 'live') throw no('QUITTANCE_MODE is live: only a sandbox is filled.');
  if (simulatorUrl !== '') {
    throw no('SIMULATOR_URL is set: only the bank within the service has a past to write.');
  }
}

const masters = shape({ id: int8 });

/**
 * The business that is filled if none is named: the root that the first start makes, while it is alone and has no data.
 * Otherwise a business of the demo's own, below the first root. Scope: all.
 */
export async function chooseFillable(tx: Sql, actor: string, at: Date): Promise<Business> {
  const [first, another] = await masters.read(
    tx,
    `select business_id as id from businesses
     where environment = 'sandbox' and ancestors = '{}' and state not in ('suspended', 'closed')
     order by business_id limit 2`,
  );
  if (!first) throw no('There is no sandbox business: the first start of the service makes one.');
  if (!another && !(await hasData(tx, first.id))) return await lockFillable(tx, first.id);
  await refuseBesideLive(tx);
  const parent = (await lockBusiness(tx, first.id))!;
  const own = await makeSandboxBelow(tx, parent, { actor, reason: 'for the demo', at });
  return refuseUnfit(own);
}

const found = shape({ isFilled: bool });

/** The business, locked, if months can be put behind it. */
export async function lockFillable(tx: Sql, businessId: bigint): Promise<Business> {
  const business = await lockBusiness(tx, businessId);
  if (!business) throw new Refusal('unknown_business');
  refuseUnfit(business);
  await refuseBesideLive(tx);
  if (await hasData(tx, businessId)) {
    throw no(
      `Business ${businessId} has data already. quittance demo without --business makes a sandbox business of its own.`,
    );
  }
  return business;
}

async function hasData(sql: Sql, businessId: bigint): Promise<boolean> {
  const { isFilled } = await found.readRow(
    sql,
    `select exists (select from customers where business_id = $1)
       or exists (select from payments where business_id = $1)
       or exists (select from conversations where business_id = $1)
       or exists (select from ach_files where business_id = $1 and direction = 'out') as "isFilled"`,
    [businessId],
  );
  return isFilled;
}

async function refuseBesideLive(sql: Sql): Promise<void> {
  if (!(await anyIsLive(sql))) return;
  throw no('There are live businesses here: only an installation without any is filled.');
}

function refuseUnfit(business: Business): Business {
  const { id, environment, clockAheadMs, cardAccounts } = business;
  if (environment === 'live')
    throw no(`Business ${id} is live: only a sandbox business is filled.`);
  if (clockAheadMs > 0) {
    throw no(`The clock of business ${id} was moved on: quittance clock reset puts it back.`);
  }
  if (Object.keys(cardAccounts).length > 0) {
    throw no(`The cards of business ${id} are charged at a gateway, which has no past to give.`);
  }
  if (!mayTakePayments(business)) {
    throw no(
      `Business ${id} may not take payments: quittance business activate ${id} --reason TEXT enables them.`,
    );
  }
  refuseWithout(business, ...services);
  return business;
}

function no(message: string): Refusal {
  return new Refusal('wrong_state', { message });
}
