import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ChargeRequest } from '../../src/ports/processors/processor.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { turn } from '../edge.ts';
import { makeFixture } from '../fixture.ts';
import { openRaw } from '../raw-socket.ts';

const head = 'POST /api/Default/CreatePayment HTTP/1.1\r\nHost: x\r\n';
const oneByte = 'Content-Type: application/json\r\nContent-Length: 200\r\n\r\n{';
const health = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';

async function open(
  t: TestContext,
  settings: Record<string, string>,
  bankAnswers = Promise.resolve(),
) {
  const fixture = await makeFixture(t, { settings });
  const caller = await fixture.addBusiness();
  const opened = await fixture.open();
  const processors = new Map(
    [...opened.processors].map(([name, processor]) => {
      const charge = async (request: ChargeRequest) => {
        await bankAnswers;
        return await processor.charge(request);
      };
      return [name, { ...processor, charge }];
    }),
  );
  const world = { ...opened, processors };
  const { baseUrl, close } = await openDoor(world);
  t.after(close);
  const known = client(baseUrl, caller);
  t.after(() => known.close());
  const port = Number(new URL(baseUrl).port);
  const socket = (text: string) => {
    const one = openRaw(port);
    t.after(() => one.destroy());
    one.send(text);
    return one;
  };
  const pay = (orderNumber: string) =>
    known.call('CreatePayment', { ...cardFields, Amount: '1.00', OrderNumber: orderNumber });
  return { world, socket, pay };
}

for (const [what, before] of [
  ['one byte of a body', head + oneByte],
  ['half a head', head],
  ['the promise of a body, asked to go on', `${head}Expect: 100-continue\r\n${oneByte}`],
  ['a chunk of a body', `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
  ['one byte of a body of Service.asmx', `POST /Service.asmx HTTP/1.1\r\nHost: x\r\n${oneByte}`],
  ['one byte of a form', `POST /pay/abc HTTP/1.1\r\nHost: x\r\n${oneByte}`],
] as const) {
  test(`who sends ${what} and waits takes no slot from others`, async (t) => {
    const { world, socket, pay } = await open(t, { REQUESTS_IN_FLIGHT: '4' });
    const waiting = Array.from({ length: 40 }, () => socket(before));
    for (const one of waiting) assert.ok(await one.isRead());
    for (let n = 0; n < 8; n += 1) assert.equal((await pay(`A-${n}`)).status, 200);
    assert.equal((await socket(health).answer())?.status, 200);
    assert.equal(world.requests.underWay, 0);
    for (const one of waiting) one.destroy();
  });
}

test('a body that comes in pieces is carried out once it is whole', async (t) => {
  const { socket } = await open(t, { REQUESTS_IN_FLIGHT: '1' });
  const body = '{"Amount":"1.00"}';
  const slow = socket(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
  assert.ok(await slow.isRead());
  slow.send(body.slice(5));
  assert.equal((await slow.answer())?.status, 401);
});

test('behind a whole request an unfinished one takes no slot either', async (t) => {
  const { world, socket, pay } = await open(t, { REQUESTS_IN_FLIGHT: '2' });
  const waiting = Array.from({ length: 10 }, () => socket(health + head + oneByte));
  for (const one of waiting) assert.equal((await one.answer())?.status, 200);
  assert.equal((await pay('A-1')).status, 200);
  assert.equal(world.requests.underWay, 0);
  for (const one of waiting) one.destroy();
});

test('health is told while every slot is taken, and takes none', async (t) => {
  const bank = Promise.withResolvers<void>();
  const { world, socket, pay } = await open(t, { REQUESTS_IN_FLIGHT: '1' }, bank.promise);
  const paying = pay('A-1');
  while (world.requests.underWay < 1) await turn();
  assert.equal((await pay('A-2')).status, 503);
  for (const request of [health, health.replace('GET', 'HEAD').replace('/health', '/Health/')]) {
    assert.match(
      await socket(request.replace('Host', 'Connection: close\r\nHost')).rest(),
      /^HTTP\/1.1 200 /,
    );
  }
  assert.equal(world.requests.underWay, 1);
  bank.resolve();
  assert.equal((await paying).status, 200);
});

test('of one address the slowest are dropped, and told so', async (t) => {
  const { socket, pay } = await open(t, { UNFINISHED_REQUESTS_PER_ADDRESS: '5' });
  const first = socket(head + oneByte);
  assert.ok(await first.isRead());
  const later = Array.from({ length: 5 }, () => socket(head + oneByte));
  assert.equal((await first.answer())?.status, 408);
  assert.equal(await first.rest(), '');
  for (const one of later) one.send(' '.repeat(199));
  for (const one of later) assert.equal((await one.answer())?.status, 401);
  assert.equal((await pay('A-1')).status, 200);
});

test('in all the slowest are dropped, and the connections that wait for nothing among them', async (t) => {
  const { socket } = await open(t, { UNFINISHED_REQUESTS: '3' });
  const resting = socket(health);
  assert.equal((await resting.answer())?.status, 200);
  const unused = socket('');
  assert.ok(await unused.isRead());
  const waiting = [socket(head + oneByte), socket(head)];
  assert.equal(await resting.rest(), '');
  for (const one of waiting) assert.ok(await one.isRead());
  const next = socket(head + oneByte);
  assert.equal(await unused.rest(), '');
  for (const one of waiting) one.destroy();
  next.destroy();
});

test('behind a proxy an unfinished body counts for the address that the proxy forwards', async (t) => {
  const { socket } = await open(t, { BEHIND_PROXY: 'yes', UNFINISHED_REQUESTS_PER_ADDRESS: '2' });
  const from = (address: string) => socket(`${head}X-Forwarded-For: ${address}\r\n${oneByte}`);
  // The address of the proxy is everybody's.
  const heads = Array.from({ length: 6 }, () => socket(head));
  const honest = from('198.51.100.7');
  assert.ok(await honest.isRead());
  const first = from('2001:db8::1');
  assert.ok(await first.isRead());
  const others = [from('2001:db8::2'), from('2001:db8::3')];
  assert.equal((await first.answer())?.status, 408);
  for (const one of [honest, ...others]) one.send(' '.repeat(199));
  for (const one of [honest, ...others]) assert.equal((await one.answer())?.status, 401);
  for (const one of heads) one.send('Content-Length: 2\r\n\r\n{}');
  for (const one of heads) assert.equal((await one.answer())?.status, 401);
});
