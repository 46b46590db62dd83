import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Counter,
  card,
  type Fields,
  openCounter,
  paymentsOf,
  type Seen,
  textOf,
} from '../pages/counter.ts';
import { challengeOn, proofOf } from './proof-of-work.ts';

/** Somebody tests cards at a pay link: the page asks for a proof of work, and then takes no more cards. */

/** Cards that the sandbox declines. */
const stolen = [
  '4000000000000002',
  '4000000000009987',
  '4000000000009979',
  '4000000000000069',
  '4000000000006975',
  '4000000000000341',
  '4000000000004954',
  '4100000000000019',
  '4000111111111511',
  '4000008400001629',
  '4000111111111115',
];
const open = { settings: { BEHIND_PROXY: 'yes' } };

/** From an address that nobody used before. */
function tryFrom(counter: Counter, path: string) {
  let networks = 0;
  const from = () => {
    networks += 1;
    return { 'X-Forwarded-For': `198.18.${networks}.7` };
  };
  return {
    see: async (): Promise<Seen> => await counter.get(path, from()),
    pay: async (number: string, more: Fields = {}): Promise<Seen> =>
      await counter.post(path, { ...card, 'card-number': number, ...more }, from()),
  };
}

async function openSuspected(t: Parameters<typeof openCounter>[0]) {
  const counter = await openCounter(t, open);
  const link = await counter.addLink(await counter.addBusiness({ limited: true }));
  const { see, pay } = tryFrom(counter, link.path);
  assert.equal(challengeOn(await see()), undefined);
  for (const number of stolen.slice(0, 4)) assert.equal((await pay(number)).status, 303);
  return { counter, link, see, pay };
}

test('a link at which four cards were refused asks for a proof, from any network', async (t) => {
  const { counter, link, see, pay } = await openSuspected(t);
  const page = await see();
  assert.match(page.body, /<noscript>.*needs JavaScript/s);
  assert.match(page.body, /proof-[0-9a-f]{16}\.js" integrity/);

  const without = await pay(card['card-number']!);
  assert.equal(without.status, 429);
  assert.match(textOf(without), /Nothing was charged yet: your browser first has to do/);
  const challenge = challengeOn(without)!;
  assert.equal((await pay(card['card-number']!, { proof: `${challenge}:0` })).status, 429);

  const proof = proofOf(challenge);
  const paid = await pay(card['card-number']!, { proof });
  assert.equal(paid.headers.get('location'), link.path);
  assert.ok((await paymentsOf(counter, link)).includes('captured'));
});

test('a proof is good for one try, at one link, for half an hour', async (t) => {
  const { counter, see, pay } = await openSuspected(t);
  const proof = proofOf(challengeOn(await see())!);
  assert.equal((await pay(stolen[4]!, { proof })).status, 303);
  assert.equal((await pay(stolen[5]!, { proof })).status, 429);

  const late = proofOf(challengeOn(await see())!);
  counter.fixture.clock.pass(31 * 60_000);
  assert.equal((await pay(stolen[5]!, { proof: late })).status, 429);

  const other = await counter.addLink(await counter.addBusiness({ limited: true }));
  const there = tryFrom(counter, other.path);
  for (const number of stolen.slice(0, 4)) await there.pay(number);
  const elsewhere = proofOf(challengeOn(await see())!);
  assert.equal((await there.pay(stolen[5]!, { proof: elsewhere })).status, 429);
});

test('after eight refused cards a link takes no card for a day, whatever is proved', async (t) => {
  const { counter, link, see, pay } = await openSuspected(t);
  for (const number of stolen.slice(4, 8)) {
    const proof = proofOf(challengeOn(await see())!);
    assert.equal((await pay(number, { proof })).status, 303);
  }
  const proof = proofOf(challengeOn(await see())!);
  const stopped = await pay(card['card-number']!, { proof });
  assert.equal(stopped.status, 429);
  assert.match(textOf(stopped), /Too many different cards or details were tried/);
  assert.equal((await paymentsOf(counter, link)).length, 8);
  counter.fixture.clock.pass(25 * 3_600_000);
  const paid = await pay(card['card-number']!);
  assert.equal(paid.headers.get('location'), link.path);
});

test('when many links are tried from one network, that network has to prove and no other', async (t) => {
  const counter = await openCounter(t, open);
  const shop = await counter.addBusiness({ limited: true });
  // Another address of the /24 each time, so that the limit of a single address does not end it.
  const tryAt = async (i: number) => {
    const { path } = await counter.addLink(shop);
    const from = { 'X-Forwarded-For': `203.0.113.${i + 1}` };
    return await counter.post(path, { ...card, 'card-number': stolen[i]! }, from);
  };
  for (let i = 0; i < stolen.length; i += 1) await tryAt(i);
  const { path } = await counter.addLink(shop);
  const seenFrom = async (address: string) =>
    challengeOn(await counter.get(path, { 'X-Forwarded-For': address }));
  assert.ok(await seenFrom('203.0.113.250'));
  assert.equal(await seenFrom('203.0.114.1'), undefined);
});

test('a sandbox without limits asks for nothing', async (t) => {
  const counter = await openCounter(t, open);
  const link = await counter.addLink(await counter.addBusiness());
  const { see, pay } = tryFrom(counter, link.path);
  for (const number of stolen.slice(0, 9)) assert.equal((await pay(number)).status, 303);
  assert.equal(challengeOn(await see()), undefined);
});
