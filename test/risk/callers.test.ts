import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSuspects, releaseSuspect } from '../../src/payments/risk/card-testing/store.ts';
import type { World } from '../../src/world.ts';
import { cardFields, client, type Fields, openDoor, payerFields } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { patient } from '../patient.ts';
import { after } from '../scope.ts';
import { cardOf, withRefusingBank } from './numbers.ts';

/** Two instances over one database, at which an API user tests cards. */

const fixture = await makeFixture({ after });
const hour = 3_600_000;

type Instance = ReturnType<typeof withRefusingBank> & { readonly api: ReturnType<typeof client> };

async function openInstances(
  refuses: (number: string) => boolean,
  open: () => Promise<World> = () => fixture.open(),
) {
  const caller = await fixture.addBusiness({ limited: true });
  const instances: Instance[] = [];
  for (let i = 0; i < 2; i += 1) {
    const bank = withRefusingBank(await open(), refuses);
    const door = await openDoor(bank.world);
    const api = client(door.baseUrl, caller, { connections: 100 });
    after(async () => {
      api.close();
      await door.close();
    });
    instances.push({ ...bank, api });
  }
  let orders = 0;
  async function send(fields: Fields): Promise<string> {
    orders += 1;
    // Each is another turn of the rate limiter.
    fixture.clock.pass(20);
    const { api } = instances[orders % 2]!;
    const payment = { Amount: '12.50', OrderNumber: `A-${orders}`, ...fields };
    const { status, headers, body } = await api.call('CreatePayment', payment);
    const code = status === 429 ? (JSON.parse(body).Message as string) : '';
    return `${status} ${headers['x-payment-state'] ?? code}`.trim();
  }
  return {
    caller,
    world: instances[0]!.world,
    asked: () => instances.flatMap(({ asked }) => asked),
    pay: async (CCNumber: string, more: Fields = {}) =>
      await send({ ...cardFields, CCNumber, ...more }),
    payByToken: async (CardToken: string) => await send({ ...payerFields, CardToken }),
    async makeToken(CCNumber: string): Promise<string> {
      const { body } = await instances[0]!.api.call('CreateToken', { ...cardFields, CCNumber });
      return JSON.parse(body).Data.TokenResult;
    },
  };
}

const isStopped = (answer: string) => /^429 Too many different cards/.test(answer);

test('who walks through the cards of one bank is stopped at both instances, and other cards pay', async () => {
  const { pay, asked, caller, world } = await openInstances((number) =>
    number.startsWith('424299'),
  );
  const answers: string[] = [];
  for (let i = 0; i < 40; i += 1) answers.push(await pay(cardOf('424299', i)));
  const seen = answers.filter((answer) => answer === '200 declined').length;
  assert.ok(seen >= 25 && seen <= 27, `the bank saw ${seen}`);
  assert.ok(answers.slice(seen + 1).every(isStopped), answers.join());
  assert.equal(asked().length, seen);
  assert.equal(await pay('4111111111111111'), '200 captured');

  const { id } = caller.business;
  const cases = await fixture.db.query<{ kind: string; object_id: bigint; evidence: unknown }>(
    'select kind, object_id, evidence from open_questions where business_id = $1',
    [id],
  );
  assert.deepEqual(
    cases.map(({ kind, object_id }) => [kind, object_id]),
    [['card_testing', id]],
  );
  const lines = fixture.logged.filter((line) => line.includes('card_testing.noticed'));
  assert.ok(lines.some((line) => line.includes('"state":"stop"')));
  assert.ok(!lines.join().includes('424299'));

  const suspects = await listSuspects(world.db, world.now());
  assert.ok(suspects.some(({ name }) => name === `caller:${id}`));
});

test('new tokens shelter nobody who walks through a bank', async () => {
  const { payByToken, asked, makeToken } = await openInstances((number) =>
    number.startsWith('424296'),
  );
  const tokens: string[] = [];
  for (let i = 0; i < 30; i += 1) tokens.push(await makeToken(cardOf('424296', i)));
  const answers: string[] = [];
  for (const token of tokens) answers.push(await payByToken(token));
  assert.ok(isStopped(answers.at(-1)!), answers.join());
  assert.ok(asked().length >= 25 && asked().length <= 27, `the bank saw ${asked().length}`);
  fixture.clock.pass(8 * 24 * hour);
  assert.equal(await payByToken(tokens[0]!), '200 declined', 'a token of a week is a saved card');
});

test('a person releases it, with a row in the audit log', async () => {
  const { pay, caller, world } = await openInstances((number) => number.startsWith('424298'));
  const answers = [];
  for (let i = 0; i < 30; i += 1) answers.push(await pay(cardOf('424298', i)));
  assert.ok(isStopped(answers.at(-1)!));
  const { id } = caller.business;
  const given = { actor: 'operator:ann', note: 'a test of ours' };
  assert.ok(await releaseSuspect(world, `caller:${id}`, given));
  assert.equal(await releaseSuspect(world, `caller:${id}`, given), undefined);
  // At both instances.
  assert.equal(await pay(cardOf('424298', 50)), '200 declined');
  assert.equal(await pay(cardOf('424298', 51)), '200 declined');
  const acts = await fixture.db.query<{ act: string; actor: string }>(
    `select act, actor from audit_trail where business_id = $1 and act = 'risk.released'`,
    [id],
  );
  assert.deepEqual(acts, [{ act: 'risk.released', actor: 'operator:ann' }]);
});

test('it ends by itself after a day, and a second stop lasts for a week', async () => {
  const { pay } = await openInstances((number) => number.startsWith('424297'));
  const walk = async (from: number) => {
    const answers = [];
    for (let i = 0; i < 30; i += 1) answers.push(await pay(cardOf('424297', from + i)));
    return isStopped(answers.at(-1)!);
  };
  assert.ok(await walk(0));
  fixture.clock.pass(25 * hour);
  assert.equal(await pay(cardOf('424297', 100)), '200 declined');
  assert.ok(await walk(200));
  fixture.clock.pass(25 * hour);
  assert.equal(await pay(cardOf('424297', 300)), '200 declined', 'a single try');
  assert.ok(isStopped(await pay(cardOf('424297', 301))));
  fixture.clock.pass(6 * 24 * hour);
  assert.equal(await pay(cardOf('424297', 302)), '200 declined');
  assert.equal(await pay(cardOf('424297', 303)), '200 declined');
});

test('banks that decline everything for half an hour stop nobody, the one after the other', async () => {
  const banks = ['424281', '424282', '424283'];
  let down = '';
  const { pay } = await openInstances((number) => down !== '' && number.startsWith(down));
  let payers = 0;
  const payEvery = async (seconds: number, count: number, bankOf: (i: number) => string) => {
    const answers: string[] = [];
    for (let i = 0; i < count; i += 1) {
      payers += 1;
      fixture.clock.pass(seconds * 1_000);
      answers.push(await pay(cardOf(bankOf(i), payers), { Email: `payer${payers}@example.com` }));
    }
    return [...new Set(answers)];
  };
  assert.deepEqual(await payEvery(6, 60, (i) => banks[i % 3]!), ['200 captured']);
  for (const bank of banks.slice(0, 2)) {
    down = bank;
    assert.deepEqual(await payEvery(45, 40, () => bank), ['200 declined']);
    down = '';
    assert.deepEqual(await payEvery(20, 5, () => bank), ['200 captured']);
  }
  assert.deepEqual(await payEvery(20, 3, () => banks[2]!), ['200 captured']);
});

test('of two banks that are stopped each is stopped alone', async () => {
  const { pay } = await openInstances((number) => /^42428[67]/.test(number));
  for (const bank of ['424286', '424287']) {
    const answers: string[] = [];
    for (let i = 0; i < 27; i += 1) answers.push(await pay(cardOf(bank, i)));
    assert.ok(isStopped(answers.at(-1)!), answers.join());
  }
  assert.equal(await pay('4111111111111111'), '200 captured');
});

test('single tries pass a stop at growing pauses, at one instance each, and three that pay end it', async () => {
  let isDown = true;
  const { pay, world, caller } = await openInstances(
    (number) => isDown && number.startsWith('424288'),
  );
  for (let i = 0; i < 30; i += 1) await pay(cardOf('424288', i));
  const minute = 60_000;
  let cards = 100;
  const payNext = async () => {
    cards += 1;
    return await pay(cardOf('424288', cards));
  };
  for (const pause of [1, 2, 4, 8]) {
    fixture.clock.pass(pause * minute);
    const answers = [await payNext(), await payNext(), await payNext()];
    assert.equal(answers[0], '200 declined');
    assert.ok(answers.slice(1).every(isStopped), answers.join());
  }
  isDown = false;
  assert.ok(isStopped(await payNext()));
  fixture.clock.pass(16 * minute);
  for (let i = 0; i < 10; i += 1) assert.equal(await payNext(), '200 captured');
  const suspects = await listSuspects(world.db, world.now());
  assert.ok(!suspects.some(({ name }) => name === `caller:${caller.business.id}`));
  assert.ok(fixture.logged.some((line) => line.includes('card_testing.ended')));
});

test('of two hundred at once each instance lets a bounded number through', async () => {
  // No time passes: none gives up, and none is too late to be sent.
  const { pay, asked } = await openInstances(
    (number) => number.startsWith('424296'),
    async () => patient(await fixture.open()),
  );
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => pay(cardOf('424296', i))),
  );
  const seen = answers.filter((answer) => answer === '200 declined').length;
  assert.equal(asked().length, seen);
  assert.ok(seen >= 25 && seen <= 110, `the bank saw ${seen}`);
});

test('a payment that was made keeps its answer while its caller is stopped', async () => {
  const good = cardOf('424295', 1);
  const { pay } = await openInstances((number) => number !== good && number.startsWith('424295'));
  const order = { OrderNumber: 'of-before' };
  assert.equal(await pay(good, order), '200 captured');
  for (let i = 2; i < 40; i += 1) await pay(cardOf('424295', i));
  assert.ok(isStopped(await pay(good)));
  assert.equal(await pay(good, order), '200 captured');
});

test('four hundred ordinary payments of one bank at two instances are all answered', async () => {
  // One in eight is declined; a third is for one dollar.
  const numbers = Array.from({ length: 400 }, (_, i) => cardOf('424294', i));
  const refused = new Set(numbers.filter((_, i) => i % 8 === 0));
  const { pay } = await openInstances((number) => refused.has(number));
  const payNth = async (number: string, i: number) =>
    await pay(number, { Amount: i % 3 === 0 ? '1.00' : '12.50' });
  const answers: string[] = [];
  for (let first = 0; first < numbers.length; first += 8) {
    const some = numbers.slice(first, first + 8);
    answers.push(...(await Promise.all(some.map((number, i) => payNth(number, first + i)))));
  }
  assert.equal(answers.filter((answer) => !answer.startsWith('200')).length, 0);
});
