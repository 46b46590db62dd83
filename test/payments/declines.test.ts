import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { keyProvider } from '../../src/ports/vault/key-provider.ts';
import { rotate } from '../../src/ports/vault/rotate.ts';
import type { World } from '../../src/world.ts';
import { cardFields, client, type Fields, openDoor } from '../caller.ts';
import { keyText, makeFixture } from '../fixture.ts';
import { after } from '../scope.ts';

const fixture = await makeFixture({ after });

// Cards of the sandbox, by what they do.
const cards = {
  declines: '4000008400001629',
  approves: '4111111111111111',
  declinesToo: '4000000000000002',
  hangs: '4000009990000104',
};

/** A business with limits on, and how its payments with one card were answered. */
async function openCaller(world: World) {
  const caller = await fixture.addBusiness({ limited: true });
  const door = await openDoor(world);
  const api = client(door.baseUrl, caller, { connections: 40 });
  after(async () => {
    api.close();
    await door.close();
  });
  let orders = 0;
  const pay = async (CCNumber: string, more: Fields = {}): Promise<string> => {
    orders += 1;
    const fields = {
      ...cardFields,
      CCNumber,
      Amount: '12.50',
      OrderNumber: `A-${orders}`,
      ...more,
    };
    const { status, headers } = await api.call('CreatePayment', fields);
    return `${status} ${headers['x-payment-state'] ?? ''}`.trim();
  };
  return {
    pay,
    /** How many of them were answered like that. */
    async payAtOnce(calls: number, card: string): Promise<Record<string, number>> {
      const answers = await Promise.all(Array.from({ length: calls }, () => pay(card)));
      return Object.fromEntries(
        [...new Set(answers)].sort().map((one) => [one, answers.filter((a) => a === one).length]),
      );
    },
    /** How many payments were asked of the bank. */
    async asked(): Promise<number> {
      const rows = await fixture.db.query('select 1 from payments where business_id = $1', [
        caller.business.id,
      ]);
      return rows.length;
    },
  };
}

test('of forty calls at once the bank declines a card five times and hears of no sixth', async () => {
  const { payAtOnce, asked } = await openCaller(await fixture.open());
  assert.deepEqual(await payAtOnce(40, cards.declines), { '200 declined': 5, '429': 35 });
  assert.equal(await asked(), 5);
});

test('forty calls at once with a card that pays are all taken', async () => {
  const { payAtOnce } = await openCaller(await fixture.open());
  assert.deepEqual(await payAtOnce(40, cards.approves), { '200 captured': 40 });
});

test('what was declined before counts beside what is under way', async () => {
  const { pay, payAtOnce } = await openCaller(await fixture.open());
  for (let i = 0; i < 3; i += 1) assert.equal(await pay(cards.declinesToo), '200 declined');
  assert.deepEqual(await payAtOnce(20, cards.declinesToo), { '200 declined': 2, '429': 18 });
});

test('who would wait for longer than an answer may take is told to come again', async () => {
  const { world, allWait, hearOthers } = holdingBank(await fixture.open());
  const { pay, asked } = await openCaller(world);
  const told: string[] = [];
  const paying = Array.from({ length: 40 }, async () => {
    told.push(await pay(cards.hangs));
    // All but those whom the bank lets wait.
    if (told.length === 35) hearOthers();
  });
  await allWait(40);
  await Promise.all(paying);
  const busy = told.filter((one) => one === '503').length;
  assert.ok(busy > 0, told.join(', '));
  // A payment whose time is over before it is sent is canceled.
  const asWell = ['503', '202 unknown', '503 canceled'];
  assert.ok(
    told.every((one) => asWell.includes(one)),
    told.join(', '),
  );
  assert.equal(await asked(), 40 - busy);
});

/**
 * A bank that hears of the first five only once all others wait for a place, and of those who take these places only
 * when it is told to: so it does not matter how fast who pays arrives.
 */
function holdingBank(world: World) {
  const first = Promise.withResolvers<void>();
  const others = Promise.withResolvers<void>();
  let charged = 0;
  let arrived = 0;
  let asking = 0;
  const processors = [...world.processors].map(([name, bank]) => {
    const charge: typeof bank.charge = async (request) => {
      charged += 1;
      await (charged > 5 ? others : first).promise;
      return await bank.charge(request);
    };
    return [name, { ...bank, charge }] as const;
  });
  const query: typeof world.db.query = async (...asked) => {
    asking += 1;
    return await world.db.query<never>(...asked).finally(() => {
      asking -= 1;
    });
  };
  const fingerprints: typeof world.vault.fingerprints = (...of) => {
    arrived += 1;
    return world.vault.fingerprints(...of);
  };
  const held = {
    ...world,
    processors: new Map(processors),
    db: { ...world.db, query },
    vault: { ...world.vault, fingerprints },
  };
  const allWait = async (calls: number) => {
    while (arrived < calls || asking > 0) await nextTurn();
    first.resolve();
  };
  return { world: held, allWait, hearOthers: others.resolve };
}

test('declines under an earlier key of fingerprints count on', async () => {
  const { pay } = await openCaller(await fixture.open());
  const card = '4000000000000069';
  for (let i = 0; i < 5; i += 1) assert.equal(await pay(card), '200 declined');
  const { continueAt } = await rotateFingerprints();
  fixture.clock.setTo(continueAt!);
  const later = await openCaller(await fixture.open());
  assert.equal(await later.pay(card), '429');
});

async function rotateFingerprints() {
  const { now } = fixture.clock;
  const { randomBytes } = await fixture.open();
  const provider = keyProvider({
    file: '',
    text: keyText,
    dataFolder: '',
    live: false,
    randomBytes,
    now,
    say() {},
  });
  return await rotate(
    { sql: fixture.db, provider, randomBytes, now, fingerprinted: [] },
    'fingerprint',
  );
}
