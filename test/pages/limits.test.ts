import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeclineLimit } from '../../src/api/pages/decline-limit.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import type { Payment } from '../../src/payments/payment.ts';
import { challengeOn, proofOf } from '../risk/proof-of-work.ts';
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

test('after ten declines an hour at an address each try needs a proof, at all businesses with limits', async (t) => {
  const counter = await openCounter(t);
  const shops = [
    await counter.addBusiness({ limited: true }),
    await counter.addBusiness({ limited: true }),
  ];
  const links = [];
  for (let i = 0; i < 12; i += 1) links.push(await counter.addLink(shops[i % 2]!));
  for (const [i, { path }] of links.slice(0, 10).entries()) {
    const number = declines[i % declines.length]!;
    const { status } = await counter.post(path, { ...declinedCard, 'card-number': number });
    assert.equal(status, 303);
  }
  const [last, later] = [links[10]!, links[11]!];
  const unproved = await counter.post(last.path, card);
  assert.equal(unproved.status, 429);
  assert.match(textOf(unproved), /your browser first has to do a small computation/);
  assert.match(unproved.body, /value="02101"/);
  assert.deepEqual(await paymentsOf(counter, last), []);
  const free = await counter.addLink(await counter.addBusiness());
  assert.equal((await counter.post(free.path, card)).status, 303);
  const proof = proofOf(challengeOn(await counter.get(last.path))!);
  assert.equal((await counter.post(last.path, { ...card, proof })).status, 303);
  assert.deepEqual(await paymentsOf(counter, last), ['captured']);
  counter.fixture.clock.pass(6 * 60_000 + 1000);
  assert.equal((await counter.post(later.path, card)).status, 303);
});

function limitAt(start: number) {
  let [at, proofs] = [start, 0];
  const limit = createDeclineLimit(() => new Date(at));
  const prove = async () => {
    proofs += 1;
    return true;
  };
  return {
    pass: (ms: number) => {
      at += ms;
    },
    pay: async (state: string, outcomeCode = '') =>
      await limit.pay('192.0.2.9', prove, async () => ({ state, outcomeCode }) as Payment),
    proofs: () => proofs,
  };
}

test('of sixty customers behind one address, a quarter declined, some have to prove work and none is refused', async () => {
  const { pass, pay, proofs } = limitAt(0);
  const answers = [];
  for (let i = 0; i < 60; i += 1) {
    pass(30_000);
    // Who is declined tries once more, and then gives up.
    const isDeclined = i % 4 === 0;
    if (isDeclined) answers.push(await pay('declined', 'do_not_honor'));
    answers.push(await pay(isDeclined ? 'declined' : 'captured', 'insufficient_funds'));
  }
  for (let i = 0; i < 15; i += 1) answers.push(await pay('captured'));
  assert.ok(!answers.some((answer) => answer instanceof Refusal));
  assert.ok(proofs() > 0);
});

test('sixty declines an hour of right cards at an address are the last, whatever is proved', async () => {
  const { pass, pay } = limitAt(0);
  for (let i = 0; i < 100; i += 1) await pay('declined', 'do_not_honor');
  for (let i = 0; i < 60; i += 1) await pay('declined', 'insufficient_funds');
  const refused = await pay('captured');
  assert.ok(refused instanceof Refusal && refused.code === 'rate_limited');
  pass(60_000);
  assert.ok(!((await pay('captured')) instanceof Refusal));
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
