import type { Config } from '../config.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type Business, mayTakePayments } from '../parties/businesses/business.ts';
import { refuseWithout, services } from '../parties/businesses/offering.ts';
import { anyIsLive, lockBusiness } from '../parties/businesses/store.ts';
import { bool, int8 } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';

/** The demo needs a bank whose book it may write, and money that nobody misses. */
export function refuseInstallation({ mode, simulatorUrl }: Pick<Config, 'mode' | 'simulatorUrl'>) {
  if (mode === 'live') throw no('QUITTANCE_MODE is live: only a sandbox is filled.');
  if (simulatorUrl !== '') {
    throw no('SIMULATOR_URL is set: only the bank within the service has a past to write.');
  }
}

const masters = shape({ id: int8 });

/** The business that is meant where none is named: the one sandbox business that is below no other. Scope: all. */
export async function onlySandbox(sql: Sql): Promise<bigint> {
  const [first, another] = await masters.read(
    sql,
    `select business_id as id from businesses
     where environment = 'sandbox' and ancestors = '{}' and state <> 'closed' order by business_id limit 2`,
  );
  if (!first) throw no('There is no sandbox business: the first start of the service makes one.');
  if (another) throw no('There are several sandbox businesses: name one.');
  return first.id;
}

const found = shape({ hasData: bool });

/** The business, locked, if months can be put behind it. */
export async function lockFillable(tx: Sql, businessId: bigint): Promise<Business> {
  const business = await lockBusiness(tx, businessId);
  if (!business) throw new Refusal('unknown_business');
  refuseUnfit(business);
  if (await anyIsLive(tx)) {
    throw no('There are live businesses here: only an installation without any is filled.');
  }
  const { hasData } = await found.readRow(
    tx,
    `select exists (select from customers where business_id = $1)
       or exists (select from payments where business_id = $1)
       or exists (select from conversations where business_id = $1)
       or exists (select from ach_files where business_id = $1 and direction = 'out') as "hasData"`,
    [businessId],
  );
  if (hasData) {
    throw no(`Business ${businessId} has data already: name a sandbox business that has none.`);
  }
  return business;
}

function refuseUnfit(business: Business): void {
  const { id, environment, clockAheadMs, cardAccounts } = business;
  if (environment === 'live')
    throw no(`Business ${id} is live: only a sandbox business is filled.`);
  if (clockAheadMs > 0) {
    throw no(`The clock of business ${id} was moved on: quittance clock reset puts it back.`);
  }
  if (Object.keys(cardAccounts).length > 0) {
    throw no(`The cards of business ${id} are charged at a gateway, which has no past to give.`);
  }
  if (!mayTakePayments(business)) throw no(`Business ${id} may not take payments.`);
  refuseWithout(business, ...services);
}

function no(message: string): Refusal {
  return new Refusal('wrong_state', { message });
}
