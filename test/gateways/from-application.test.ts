import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { applicationOwner } from '../../src/parties/applications/application.ts';
import { accountsOf } from '../../src/payments/accounts/account.ts';
import { connectFromApplication } from '../../src/payments/accounts/connect-account.ts';
import { replaceRecords } from '../../src/ports/vault/vault.ts';
import { enqueue } from '../../src/runtime/jobs.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { minuteMs } from './live-business.ts';
import { key, openLive } from './nmi-business.ts';

/* An activated business whose application brought the credentials of a gateway. */

const fixture = await makeFixture({ after });
const { db } = fixture;

async function activated(scope: Scope, passkey: string) {
  const live = await openLive(scope, fixture);
  const { businessId } = live;
  await db.query('update businesses set gateway_id = $2 where business_id = $1', [
    businessId,
    'acme',
  ]);
  const name = { businessId, owner: applicationOwner, field: 'passkey' } as const;
  await replaceRecords(db, [await live.world.vault.seal(name, new Secret(passkey))]);
  const world: World = {
    ...live.world,
    config: { ...live.world.config, gatewayOfApplications: 'nmi' },
    gateways: { ...live.world.gateways, addressOf: () => live.double.url },
  };
  return { live, world, businessId };
}

test('an activated business gets the account that its application named', async (t) => {
  const { live, world, businessId } = await activated(t, key);
  await connectFromApplication(world, businessId);
  await connectFromApplication(world, businessId);
  const [account, other] = await accountsOf(db, businessId);
  assert.deepEqual([account?.name, account?.merchant, other], ['nmi', 'acme', undefined]);
  fixture.clock.pass(10_000);
  const sold = await live.pay({ Amount: '10.00' });
  assert.equal(sold.state, 'captured', sold.text);
  assert.deepEqual(live.done(), ['sale 1000']);
});

test('a passkey that the gateway does not take is told, and connects nothing', async (t) => {
  const { world, businessId } = await activated(t, 'Canary-of-another');
  await connectFromApplication(world, businessId);
  assert.deepEqual(await accountsOf(db, businessId), []);
  const log = fixture.logged.join('');
  assert.match(log, /processor\.not_connected/);
  assert.ok(!log.includes('Canary-of-another'));
});

test('a gateway that gives no answer is asked again, and refuses nothing', async (t) => {
  const { live, world, businessId } = await activated(t, key);
  let address = 'http://127.0.0.1:9';
  const working: World = { ...world, gateways: { ...world.gateways, addressOf: () => address } };
  const kind = 'processor_account.connect';
  const runAt = fixture.clock.now();
  await enqueue(db, [{ businessId, kind, key: 'application', payload: null, runAt }]);
  while (await workOnce(working)) {}
  assert.deepEqual(await accountsOf(db, businessId), []);
  const [job] = await db.query<{ last_error: string }>(
    'select last_error from jobs where business_id = $1 and kind = $2',
    [businessId, kind],
  );
  assert.match(job?.last_error ?? 'it ended', /^The gateway gave no answer: /);

  address = live.double.url;
  fixture.clock.pass(minuteMs);
  while (await workOnce(working)) {}
  const [account] = await accountsOf(db, businessId);
  assert.equal(account?.state, 'active');
  const acts = await db.query<{ act: string }>(
    `select act from audit_trail where business_id = $1 and object = 'processor_account:nmi' order by n`,
    [businessId],
  );
  assert.deepEqual(acts, [{ act: 'processor_account.connected' }]);
});

test('where no gateway is set, what applications bring is only kept', async (t) => {
  const { live, businessId } = await activated(t, key);
  await connectFromApplication(live.world, businessId);
  assert.deepEqual(await accountsOf(db, businessId), []);
});

test('a charge at an account opens no passkey: one that cannot be opened stops none', async (t) => {
  const { live, world, businessId } = await activated(t, key);
  await connectFromApplication(world, businessId);
  await db.query(
    `update vault_records set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1)
     where business_id = $1 and field = 'passkey'`,
    [businessId],
  );
  fixture.clock.pass(10_000);
  const sold = await live.pay({ Amount: '10.00' });
  assert.equal(sold.state, 'captured', sold.text);
});
