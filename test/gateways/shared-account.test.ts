import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { formatAccount } from '../../src/backoffice/reconciliation/account-sentence.ts';
import {
  type AccountRead,
  compareAccounts,
} from '../../src/backoffice/reconciliation/gateway-accounts.ts';
import { unwatched } from '../../src/kernel/progress.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { makeFixture } from '../fixture.ts';
import { dayMs, type LiveBusiness, openLiveBusiness } from './live-business.ts';
import { key, openLive } from './nmi-business.ts';

const fixture = await makeFixture({ after });
const { db } = fixture;

async function close<D>({ world, businessId }: LiveBusiness<D>): Promise<void> {
  await closeBatches(world, { id: businessId, cardAccounts: { USD: 'nmi' } }, 'system');
}

async function batchesOf<D>({ businessId }: LiveBusiness<D>): Promise<string[]> {
  const rows = await db.query<{ state: string; items: number; net: bigint }>(
    `select state, item_count as items, net_cents as net from batches
     where business_id = $1 order by id`,
    [businessId],
  );
  return rows.map(({ state, items, net }) => `${state} ${items} ${net}`);
}

test('two businesses that share a merchant account do not alarm each other', async (t) => {
  const one = await openLive(t, fixture);
  const account = {
    name: 'nmi',
    processor: 'nmi',
    key: new Secret(key),
    merchant: undefined,
  } as const;
  const other = await openLiveBusiness(t, { fixture, double: one.double, account });
  await one.connect();
  await other.connect();
  // What was settled before the first report may be anybody's.
  for (const live of [one, other]) await close(live);
  assert.equal((await one.pay({ Amount: '10.00', OrderNumber: 'of-one' })).state, 'captured');
  assert.equal((await other.pay({ Amount: '7.00', OrderNumber: 'of-other' })).state, 'captured');
  fixture.clock.pass(2 * dayMs);
  for (const live of [one, other]) await close(live);
  assert.deepEqual(await batchesOf(one), ['reconciled 1 1000']);
  assert.deepEqual(await batchesOf(other), ['reconciled 1 700']);

  const read: string[] = [];
  const note = (account: AccountRead) => read.push(formatAccount(account));
  const again = compareAccounts(one.world, { days: 31, progress: unwatched, note });
  assert.deepEqual(await Array.fromAsync(again), []);
  assert.equal(read.length, 2);
  for (const said of read)
    assert.match(said, /with 1 payments .+; 1 are of another account here\./);
});
