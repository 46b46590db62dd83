import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { changeToken } from '../../src/invoicing/subscriptions/change.ts';
import { chargeDue } from '../../src/invoicing/subscriptions/charge-due.ts';
import { followPayments } from '../../src/invoicing/subscriptions/follow.ts';
import { tokenFingerprints } from '../../src/payments/tokens/fingerprints.ts';
import { keyProvider } from '../../src/ports/vault/key-provider.ts';
import { rotate } from '../../src/ports/vault/rotate.ts';
import type { World } from '../../src/world.ts';
import { keyText } from '../fixture.ts';
import { type Club, goodCard, momentOf, openClub, openMember } from './club.ts';
import {
  asksOf,
  periodsOf,
  requestOn,
  storyOf,
  subscriptionOf,
  triesOf,
  updateCard,
} from './member.ts';

type Way = (club: Club, id: bigint) => Promise<void>;

const ways: Readonly<Record<string, Way>> = {
  'another number behind its token': async (club, id) =>
    await updateCard(club, (await subscriptionOf(club, id)).token, goodCard),
  'another token': async (club, id) => {
    const token = await club.token('5555555555554444');
    await changeToken(club.world, await requestOn(club, id), token);
  },
};

/** The bank answers the next charge when it is told to. */
function gate() {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isArmed = false;
  const breaks = (world: World): World => {
    const bank = world.processors.get('simulator')!;
    const charge: typeof bank.charge = async (request) => {
      if (!isArmed) return await bank.charge(request);
      isArmed = false;
      asked.resolve();
      await answered.promise;
      return await bank.charge(request);
    };
    return { ...world, processors: new Map([['simulator', { ...bank, charge }]]) };
  };
  const arm = () => {
    isArmed = true;
  };
  return { breaks, arm, asked: asked.promise, answer: answered.resolve };
}

/** A renewal that is just being charged with a card that will be declined. */
async function whileCharged(t: TestContext, card: string) {
  const { breaks, arm, asked, answer } = gate();
  const { club, id } = await openMember(t, { breaks });
  await updateCard(club, (await subscriptionOf(club, id)).token, card);
  await club.until('2030-02-28 08:59');
  arm();
  const passing = club.until('2030-02-28 09:00');
  await asked;
  const finish = async () => {
    answer();
    await passing;
  };
  return { club, id, finish };
}

for (const [way, give] of Object.entries(ways)) {
  for (const poor of ['insufficient_funds', 'lost_card'] as const) {
    test(`${way} that is given while the old card is declined with ${poor} is tried when that is heard`, async (t) => {
      const { club, id, finish } = await whileCharged(t, testCard(poor));
      await give(club, id);
      // Somebody hears of it, and looks at once, while the old one is still being charged.
      const other = await club.fixture.open();
      await followPayments(other);
      const looking = chargeDue(other);
      await finish();
      await looking;
      await club.until('2030-02-28 09:05');
      const [, ...tries] = (await triesOf(club, id)).map((line) => line.split(' ').at(-1));
      assert.deepEqual(tries, ['declined', 'captured']);
      const [, period] = await periodsOf(club, id);
      assert.deepEqual([period?.state, period?.tries], ['paid', 1]);
      assert.equal(await storyOf(club, id), 'scheduled incomplete active past_due active');
      assert.deepEqual(await asksOf(club, id), [], 'who gave another card is not asked for one');
      await club.until('2030-03-30 12:00');
      assert.equal((await triesOf(club, id)).length, 3);
      assert.deepEqual(await club.findings(), []);
    });
  }

  test(`${way} that is given while the first charge is declined pays it`, async (t) => {
    const { breaks, arm, asked, answer } = gate();
    const club = await openClub(t, { breaks });
    const CardToken = await club.token(testCard('insufficient_funds'));
    arm();
    const making = club.subscribe({ CardToken });
    await asked;
    const [row] = await club.fixture.db.query<{ id: bigint }>('select id from subscriptions');
    await give(club, row!.id);
    await followPayments(club.world);
    answer();
    assert.equal((await making).Data.Status, 'Incomplete');
    await club.work();
    assert.deepEqual(await club.states(), ['active']);
    assert.deepEqual(await club.periods(), [{ n: 0, state: 'paid', tries: 1 }]);
    assert.deepEqual(await club.findings(), []);
  });

  test(`${way} that is given while the old card pays after all is charged nothing`, async (t) => {
    const { club, id, finish } = await whileCharged(t, testCard('slow_approval'));
    await give(club, id);
    await followPayments(club.world);
    await finish();
    await club.until('2030-03-01 12:00');
    assert.equal((await triesOf(club, id)).length, 2);
    assert.equal(await storyOf(club, id), 'scheduled incomplete active');
    assert.deepEqual(await club.findings(), []);
  });
}

test('a card with another expiry that is given while nobody knows what came of a try is tried when that was declined', async (t) => {
  const { club, id } = await openMember(t);
  await club.until('2030-02-28 08:59');
  club.fixture.bank.script({ next: 1 }, 'timeout_after_decline');
  club.fixture.clock.setTo(momentOf(club, '2030-02-28 09:00'));
  await club.work();
  club.fixture.clock.pass(1000);
  assert.deepEqual((await periodsOf(club, id))[1]?.tries, 0, 'nobody knows');
  const { token } = await subscriptionOf(club, id);
  const fields = { CardNumber: '', ExpirationDate: '1245', FirstName: '', LastName: '' };
  const told = await club.call('AcquirerATokenUpdate', {
    ...{ CardToken: token, Address1: '', PostalCode: '' },
    ...fields,
  });
  assert.notEqual(told.IsSuccess, false, JSON.stringify(told));
  await club.until('2030-02-28 11:00');
  const [, ...tries] = (await triesOf(club, id)).map((line) => line.split(' ').at(-1));
  assert.deepEqual(tries, ['declined', 'captured']);
  assert.deepEqual(await club.findings(), []);
});

test('another card that is declined too, while or after it is given, is tried once and then by the usual days', async (t) => {
  const { club, id, finish } = await whileCharged(t, testCard('lost_card'));
  const { token } = await subscriptionOf(club, id);
  await updateCard(club, token, testCard('insufficient_funds'));
  await followPayments(club.world);
  await finish();
  await club.until('2030-02-28 23:00');
  assert.equal((await triesOf(club, id)).length, 3);
  assert.deepEqual(await asksOf(club, id), ['will_retry, link']);
  await club.until('2030-03-03 12:00');
  assert.equal((await triesOf(club, id)).length, 4);
  assert.deepEqual(await club.findings(), []);
});

test('a card that is declined is tried once more at most, wherever the clock stood when it was given', async (t) => {
  for (const does of ['insufficient_funds', 'lost_card'] as const) {
    let aheadMs = 0;
    const breaks = (world: World): World => {
      return { ...world, now: () => new Date(world.now().getTime() + aheadMs) };
    };
    const { club, id } = await openMember(t, { breaks });
    const { token } = await subscriptionOf(club, id);
    await updateCard(club, token, testCard('stolen_card'));
    await club.until('2030-02-28 12:00');
    assert.equal((await triesOf(club, id)).length, 2);
    aheadMs = 15_000;
    await updateCard(club, token, testCard(does));
    aheadMs = 0;
    for (let round = 0; round < 6; round += 1) {
      await followPayments(club.world);
      await chargeDue(club.world);
    }
    assert.equal((await triesOf(club, id)).length, 4, does);
    const [, asked] = await asksOf(club, id);
    assert.equal(asked, does === 'lost_card' ? 'new_card, link' : 'will_retry, link');
    await club.until('2030-03-05 12:00');
    assert.equal((await triesOf(club, id)).length, does === 'lost_card' ? 4 : 5);
    assert.deepEqual(await club.findings(), []);
  }
});

test('a card that is declined while the vault gets another key is the same card afterwards', async (t) => {
  const { club, id, finish } = await whileCharged(t, testCard('insufficient_funds'));
  const { db: sql, now, randomBytes } = club.world;
  const keys = { file: '', text: keyText, dataFolder: '', live: false, say() {} };
  const provider = keyProvider({ ...keys, randomBytes, now });
  const options = { sql, provider, randomBytes, now, graceMs: 0 };
  const { moved } = await rotate({ ...options, fingerprinted: [tokenFingerprints] }, 'fingerprint');
  assert.equal(moved, 1);
  await club.world.vault.refresh();
  await finish();
  await club.until('2030-02-28 23:00');
  assert.equal((await triesOf(club, id)).length, 2);
  assert.deepEqual(await asksOf(club, id), ['will_retry, link']);
  assert.deepEqual(await club.findings(), []);
});

test('another token that is given in the moment in which the old one is found to be disabled is charged', async (t) => {
  let give = async () => {};
  const breaks = (world: World): World => {
    // Who charges has read the old token by then, and asks for its number.
    const openMany: World['vault']['openMany'] = async (...rows) => {
      const numbers = await world.vault.openMany(...rows);
      await give();
      return numbers;
    };
    return { ...world, vault: { ...world.vault, openMany } };
  };
  const { club, id } = await openMember(t, { breaks });
  const { token } = await subscriptionOf(club, id);
  await club.fixture.db.query(`update tokens set state = 'disabled' where token = $1`, [token]);
  const other = await club.token('5555555555554444');
  await club.until('2030-02-28 08:59');
  give = async () => {
    give = async () => {};
    await changeToken(club.world, await requestOn(club, id), other);
  };
  await club.until('2030-02-28 09:00');
  const [, period] = await periodsOf(club, id);
  assert.deepEqual([period?.state, period?.tries], ['paid', 0]);
  assert.equal(await storyOf(club, id), 'scheduled incomplete active');
  assert.deepEqual(await asksOf(club, id), []);
  assert.deepEqual(await club.findings(), []);
});
