import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readAccount } from '../../src/payments/accounts/account.ts';
import { checkAccount, stop } from '../../src/payments/accounts/check-account.ts';
import { envOver, officeOf } from '../cli/office.ts';
import { makeFixture } from '../fixture.ts';
import { atEnd, type Scope } from '../scope.ts';
import { openHoldingProxy } from './holding-proxy.ts';
import { openLive } from './nmi-business.ts';

/* What happens to an account while the gateway is asked about it, or before it is stopped. */

const fixture = await makeFixture({ after });
const actor = 'operator:ann';

async function openHeld(scope: Scope) {
  const live = await openLive(scope, fixture);
  const proxy = await openHoldingProxy(live.double.url);
  atEnd(scope, proxy.close);
  const connect = () => live.connect({ address: proxy.url });
  await connect();
  const account = async () =>
    (await readAccount(fixture.db, { businessId: live.businessId, name: 'nmi' }))!;
  const stopBecause = async (because: string) =>
    await stop(live.world, await account(), { actor, because });
  return {
    ...{ live, connect, account, stopBecause },
    /** The gateway finds all well, and the caller hears of it when this has happened. */
    async checkedDuring(meanwhile: () => Promise<unknown>) {
      const seen = await account();
      const held = proxy.lieInWait('told', 0, async (tell) => {
        await meanwhile();
        tell?.();
      });
      const { isGood } = await checkAccount(live.world, seen, { actor, resumes: true });
      await held;
      assert.equal(isGood, true);
      const { state, stoppedBecause } = await account();
      return [state, stoppedBecause];
    },
  };
}

test('an account that was stopped is active again when its check goes well', async (t) => {
  const { stopBecause, checkedDuring } = await openHeld(t);
  await stopBecause('Lost.');
  assert.deepEqual(await checkedDuring(async () => {}), ['active', undefined]);
});

test('a check that is under way does not resume an account that a person stopped meanwhile', async (t) => {
  const { stopBecause, checkedDuring, live, account } = await openHeld(t);
  const stopped = await checkedDuring(() => stopBecause('The key is in wrong hands.'));
  assert.deepEqual(stopped, ['stopped', 'The key is in wrong hands.'], 'active before');

  const again = await checkedDuring(async () => {
    await checkAccount(live.world, await account(), { actor, resumes: true });
    await stopBecause('It is in wrong hands again.');
  });
  assert.deepEqual(again, ['stopped', 'It is in wrong hands again.'], 'stopped before');
});

test('a check of an earlier key does not resume the account under its new one', async (t) => {
  const { stopBecause, checkedDuring, connect } = await openHeld(t);
  await stopBecause('Lost.');
  const found = await checkedDuring(async () => {
    await connect();
    await stopBecause('Lost.');
  });
  assert.deepEqual(found, ['stopped', 'Lost.']);
});

test('the command that stops an account says what became of it', async (t) => {
  const { live, connect, account } = await openHeld(t);
  const words = ['nmi', '--business', String(live.businessId), '--reason', 'Lost.'];
  const run = async (beforeStop: () => Promise<unknown>) => {
    const office = officeOf(envOver(fixture), async () => {
      const world = await fixture.open();
      const begin: typeof world.db.begin = async (work) => {
        await beforeStop();
        return await world.db.begin(work);
      };
      return {
        world: { ...world, db: { ...world.db, begin } },
        openAnother: () => assert.fail('only a service opens another connection'),
        close: async () => await world.gateways.idle(),
      };
    });
    return await office.run('processor', 'stop', ...words);
  };
  const missed = await run(connect);
  assert.deepEqual(missed, {
    code: 1,
    out: `The account nmi of business ${live.businessId} is active: it was given another key meanwhile.\n`,
    err: '',
  });
  assert.equal((await account()).state, 'active');
  const stopped = await run(async () => {});
  assert.deepEqual(stopped, {
    code: 0,
    out: `The account nmi of business ${live.businessId} is stopped.\n`,
    err: '',
  });
});
