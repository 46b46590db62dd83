import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dial as realDial } from '../../src/build-world.ts';
import { Secret } from '../../src/kernel/secret.ts';
import type { Dial } from '../../src/runtime/http-out/connect-to.ts';
import type { Resolve } from '../../src/runtime/http-out/good-addresses.ts';
import { createOutgoing, type WebhookPost } from '../../src/runtime/http-out/outgoing.ts';
import { openOffice } from '../cli/office.ts';
import { never } from '../limits.ts';
import { openPostOffice } from './post-office.ts';
import { openReceiver } from './receiver.ts';
import { privateAnswers, privateHosts } from './spellings.ts';

const delivery: Omit<WebhookPost, 'url'> = {
  reach: 'public',
  id: 'an id',
  at: new Date('2030-01-15T15:00:00Z'),
  body: 'a=b',
  secrets: [new Secret('whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz')],
  credentials: undefined,
};

/** Takes down whom it was sent to, and leads everything to one port of this machine. */
function watchingDial(port: number) {
  const dialled: string[] = [];
  const dial: Dial = ({ address }) => {
    dialled.push(address);
    const socket = realDial({ address: '127.0.0.1', port, secureName: undefined });
    // TLS is of no matter here.
    socket.once('connect', () => socket.emit('secureConnect'));
    return socket;
  };
  return { dialled, dial };
}

function outgoing(dial: Dial, resolve: Resolve = async () => []) {
  return createOutgoing({ resolve, dial, signalAfter: never });
}

test('no spelling of a private address is connected to', async (t) => {
  const receiver = await openReceiver(t);
  const { dialled, dial } = watchingDial(receiver.port);
  const { post } = outgoing(dial);
  const hosts = privateHosts();
  assert.ok(hosts.length >= 300, `only ${hosts.length} spellings`);
  for (const host of hosts) {
    for (const url of [`https://${host}/hook`, `https://${host}:8443/`]) {
      const reply = await post({ ...delivery, url });
      assert.equal(reply.kind, 'failed', url);
    }
  }
  assert.deepEqual(dialled, []);
  assert.equal(receiver.received.length, 0);
});

test('a name is not connected to when any of its addresses is private', async (t) => {
  const receiver = await openReceiver(t);
  const { dialled, dial } = watchingDial(receiver.port);
  for (const answer of privateAnswers) {
    for (const answers of [[answer], ['93.184.215.14', answer], [answer, '93.184.215.14']]) {
      const { post } = outgoing(dial, async () => answers);
      const reply = await post({ ...delivery, url: 'https://hooks.example.com/' });
      assert.deepEqual(
        reply,
        { kind: 'failed', reason: 'not a public address', address: undefined },
        answers.join(),
      );
    }
  }
  assert.deepEqual(dialled, []);
});

test('what was judged is connected to: a name that is public first and private next gets nothing twice', async (t) => {
  const receiver = await openReceiver(t, 500);
  const { dialled, dial } = watchingDial(receiver.port);
  const answers = [['93.184.215.14'], ['127.0.0.1'], ['10.0.0.1'], ['93.184.215.14', '::1']];
  const asked: string[] = [];
  const post = outgoing(dial, async (name) => {
    asked.push(name);
    return answers.shift() ?? [];
  });
  const office = await openPostOffice(t, {
    outgoing: post,
    settings: { QUITTANCE_MODE: 'sandbox' },
  });
  const shop = await office.business({ environment: 'live' });
  await office.endpoint(shop, 'payments', 'https://hooks.example.com/a');
  await office.happens(shop, 'payment.captured', 7n);
  for (let i = 0; i < 5; i += 1) {
    await office.work();
    const [delivery] = await office.deliveries(shop);
    office.fixture.clock.setTo(delivery!.due_at!);
  }
  assert.deepEqual(dialled, ['93.184.215.14'], 'once, while it was public');
  assert.deepEqual(asked, new Array(5).fill('hooks.example.com'), 'asked once for each try');
  assert.equal(receiver.received[0]?.headers.host, 'hooks.example.com');
  const tries = await office.tries(shop);
  assert.equal(tries[0]?.status, 500);
  const errors = tries.map(({ error }) => error);
  assert.deepEqual(errors.slice(1), [
    'not a public address',
    'not a public address',
    'not a public address',
    'name not found',
  ]);
});

test('of the own machine and without TLS, only sandboxes of a sandbox hear', async (t) => {
  const receiver = await openReceiver(t);
  const { port } = receiver;
  const named = outgoing(realDial, async () => ['127.0.0.1']);
  for (const host of [
    '127.0.0.1',
    'localhost',
    'here.localhost',
    'named.example.com',
    '[::ffff:127.0.0.1]',
  ]) {
    const url = `http://${host}:${port}/hook`;
    const own = await named.post({ ...delivery, url, reach: 'public_or_own_machine' });
    assert.deepEqual([own.kind, own.kind === 'answered' && own.status], ['answered', 204], host);
    assert.equal((await named.post({ ...delivery, url })).kind, 'failed', host);
  }
  assert.equal(receiver.received.length, 5);
  for (const host of ['10.0.0.1', '0.0.0.0', '[::]', '169.254.169.254', '192.168.1.1']) {
    const reply = await named.post({
      ...delivery,
      url: `http://${host}:${port}/`,
      reach: 'public_or_own_machine',
    });
    assert.deepEqual(
      [reply.kind, reply.kind === 'failed' && reply.reason],
      ['failed', 'not a public address'],
    );
  }

  const live = await openPostOffice(t, { settings: { QUITTANCE_MODE: 'live' } });
  for (const environment of ['sandbox', 'live'] as const) {
    const shop = await live.business({ environment });
    await live.endpoint(shop, 'payments', receiver.url);
    await live.happens(shop, 'payment.captured', 7n);
    await live.work();
    assert.equal((await live.deliveries(shop))[0]?.last_error, 'not https');
  }
  assert.equal(receiver.received.length, 5);
});

test('while there is a live business no sandbox hears on the own machine', async (t) => {
  const office = await openPostOffice(t);
  const receiver = await openReceiver(t);
  const shop = await office.business();
  await office.endpoint(shop, 'payments', receiver.url);
  await office.business({ environment: 'live', state: 'closed' });
  await office.happens(shop, 'payment.captured', 7n);
  await office.work();
  assert.equal(receiver.received.length, 1);

  await office.business({ environment: 'live', state: 'messaging_only' });
  await office.happens(shop, 'payment.captured', 8n);
  await office.work();
  assert.equal(receiver.received.length, 1);
  const deliveries = await office.deliveries(shop);
  assert.deepEqual(
    deliveries.map(({ last_error: error }) => error).filter((error) => error !== null),
    ['not a public address'],
  );
});

test('a webhook to the own machine does not go silent: it is disabled, and says why', async (t) => {
  const office = await openPostOffice(t);
  const receiver = await openReceiver(t);
  const shop = await office.business();
  await office.endpoint(shop, 'payments', receiver.url);
  await office.business({ environment: 'live' });
  for (const objectId of [7n, 8n]) await office.happens(shop, 'payment.captured', objectId);
  await office.work();
  assert.equal(receiver.received.length, 0);
  const reason =
    'it leads to this machine, where nothing is posted in live mode or while a business is live';
  const [endpoint] = await office.endpoints(shop);
  assert.deepEqual([endpoint!.state, endpoint!.disabled_reason], ['disabled', reason]);
  const deliveries = await office.deliveries(shop);
  assert.deepEqual(new Set(deliveries.map(({ state }) => state)), new Set(['discarded']));
  const warnings = office.fixture.logged.filter((line) => line.includes('webhook.disabled'));
  assert.equal(warnings.length, 1);
  assert.ok(warnings[0]!.includes(reason));
  const listed = await openOffice(office.fixture).run(
    ...['webhooks', 'list', '--business', String(shop.business.id)],
  );
  assert.ok(listed.out.includes(reason), listed.out);
});
