import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, declinedCard, openCounter, paymentsOf, textOf } from './counter.ts';

/** Who guesses has to wait; who pays is let through. */

test('of wrong addresses twenty a minute are told so, however many are tried at once', async (t) => {
  const counter = await openCounter(t);
  const guess = async (i: number) => await counter.get(`/pay/${String(i).padStart(22, 'A')}`);
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => guess(i)));
  const told = answers.filter(({ status }) => status === 404);
  const stopped = answers.filter(({ status }) => status === 429);
  assert.deepEqual([told.length, stopped.length], [20, 180]);
  assert.equal(stopped[0]!.headers.get('retry-after'), '60');
  counter.fixture.clock.pass(60_000);
  assert.equal((await guess(0)).status, 404);
});

test('a right address is opened and paid at, whatever its neighbours guessed', async (t) => {
  const counter = await openCounter(t);
  const { path } = await counter.addLink(await counter.addBusiness());
  for (let i = 0; i < 30; i += 1) await counter.get(`/pay/${String(i).padStart(22, 'A')}`);
  assert.equal((await counter.get(path)).status, 200);
  assert.equal((await counter.post(path, card)).headers.get('location'), path);
});

test('ten declines an hour at an address are the last, at all businesses with limits', async (t) => {
  const counter = await openCounter(t);
  const shops = [
    await counter.addBusiness({ limited: true }),
    await counter.addBusiness({ limited: true }),
  ];
  const links = [];
  for (let i = 0; i < 11; i += 1) links.push(await counter.addLink(shops[i % 2]!));
  for (const [i, { path }] of links.slice(0, 10).entries()) {
    const number = declines[i % declines.length]!;
    const { status } = await counter.post(path, { ...declinedCard, 'card-number': number });
    assert.equal(status, 303);
  }
  const last = links[10]!;
  const refused = await counter.post(last.path, card);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 300);
  assert.match(textOf(refused), /Too many payments were declined here/);
  assert.match(refused.body, /value="02101"/);
  assert.deepEqual(await paymentsOf(counter, last), []);
  const free = await counter.addLink(await counter.addBusiness());
  assert.equal((await counter.post(free.path, card)).status, 303);
  counter.fixture.clock.pass(6 * 60_000 + 1000);
  assert.equal((await counter.post(last.path, card)).status, 303);
  assert.deepEqual(await paymentsOf(counter, last), ['captured']);
});

test('of many at once no more are let through than one after the other', async (t) => {
  const counter = await openCounter(t);
  const shop = await counter.addBusiness({ limited: true });
  const links = [];
  for (let i = 0; i < 15; i += 1) links.push(await counter.addLink(shop));
  const answers = await Promise.all(
    links.map(({ path }, i) =>
      counter.post(path, { ...declinedCard, 'card-number': declines[i % declines.length]! }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array(10).fill(303), ...Array(5).fill(429)]);
});

test('payments that go through are not counted', async (t) => {
  const counter = await openCounter(t);
  const shop = await counter.addBusiness({ limited: true });
  for (let i = 0; i < 12; i += 1) {
    const { path } = await counter.addLink(shop);
    const { headers } = await counter.post(path, card);
    assert.equal(headers.get('location'), path);
  }
});

test('a card that was declined five times on a day is not tried again', async (t) => {
  const counter = await openCounter(t);
  const shop = await counter.addBusiness({ limited: true });
  const link = await counter.addLink(shop);
  for (let i = 0; i < 5; i += 1) await counter.post(link.path, declinedCard);
  const refused = await counter.post(link.path, declinedCard);
  assert.equal(refused.status, 429);
  assert.match(textOf(refused), /declined too often today/);
  assert.equal((await paymentsOf(counter, link)).length, 5);
});

/** Each of another card, so that no card is declined too often. */
const declines = ['4000000000000002', '4000000000009995', '4000000000000069', '4000000000000127'];
