import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { carriersOf } from '../../src/build-world.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/kernel/log.ts';
import type { Text } from '../../src/ports/carriers/carrier.ts';
import { closeCarriers } from '../../src/ports/carriers/carriers-for.ts';
import { logOutages } from '../../src/ports/carriers/outages.ts';
import { never, nobody } from '../limits.ts';
import { farTwilio, settingsFor } from './far-twilio.ts';
import { mail, mailServer } from './mail-server.ts';

const text: Text = {
  businessId: 100001n,
  reference: '100001/7',
  from: '6175550201',
  to: '2125550123',
  body: 'Your car is ready.',
};

const unreachable = 'warn carrier.failing smtp carrier_unreachable 1';

test('a mail server that is not there is told of once', async (t) => {
  const { mails, told } = open(t, mailSettings(nobody.replace('http:', 'smtp:')));
  for (let n = 0; n < 12; n += 1) await mails.live!.send(mail);
  assert.deepEqual(told, [unreachable]);
});

test('a mail server that hangs up is told of once, and once when it takes mail', async (t) => {
  const server = await mailServer(t);
  const door = await openDoor(t, server.port);
  const { mails, told } = open(t, mailSettings(`smtp://127.0.0.1:${door.port}`));
  for (let n = 0; n < 12; n += 1) await mails.live!.send(mail);
  assert.deepEqual(told, [unreachable]);
  door.isShut = false;
  for (let n = 0; n < 3; n += 1) {
    assert.equal((await mails.live!.send(mail)).outcome, 'accepted');
  }
  assert.deepEqual(told.slice(1), ['warn carrier.recovered smtp - -']);
});

test('a password that the mail server does not take is told of by the first mail', async (t) => {
  const server = await mailServer(t, {
    authOptional: false,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  });
  const url = `smtp://ann:wrong-secret@127.0.0.1:${server.port}`;
  const { mails, told, lines } = open(t, mailSettings(url));
  await mails.live!.send(mail);
  await mails.live!.send(mail);
  assert.deepEqual(told, ['warn carrier.failing smtp carrier_login_refused 1']);
  assert.doesNotMatch(lines.join(''), /wrong-secret|ada@|flowers@|Receipt/);
});

test('mailboxes that are not there are no outage, but ten in a row with nothing between are', async (t) => {
  const server = await mailServer(t, {
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith('gone')) return done();
      done(Object.assign(new Error('no'), { responseCode: 550 }));
    },
  });
  const { mails, told } = open(t, mailSettings(`smtp://127.0.0.1:${server.port}`));
  const gone = { ...mail, to: 'gone@example.com' };
  for (let n = 0; n < 9; n += 1) await mails.live!.send(gone);
  await mails.live!.send(mail);
  for (let n = 0; n < 9; n += 1) await mails.live!.send(gone);
  assert.deepEqual(told, []);
  await mails.live!.send(gone);
  assert.deepEqual(told, ['warn carrier.failing smtp mailbox_refused 10']);
});

test('a Twilio that does not know our token is told of once, and of both environments as one', async (t) => {
  const far = await farTwilio(t);
  far.instead = () => ({ status: 401, body: { code: 20003 } });
  const { texts, told, lines } = open(t, { ...settingsFor(far), SANDBOX_TEXTS: 'twilio' });
  await texts.live!.send(text);
  await texts.sandbox!.send(text);
  assert.deepEqual(told, ['warn carrier.failing twilio carrier_login_refused 1']);
  far.instead = undefined;
  await texts.sandbox!.send(text);
  assert.deepEqual(told.slice(1), ['warn carrier.recovered twilio - -']);
  assert.doesNotMatch(lines.join(''), /2125550123|6175550201|car is ready|token of twilio/);
});

test('a Twilio that sells no number is told of once, and once when it does', async (t) => {
  const far = await farTwilio(t);
  far.instead = () => ({ status: 401, body: { code: 20003 } });
  const { texts, told } = open(t, settingsFor(far));
  const request = { areaCode: '617', reference: '100001 x', withinMs: 5000 };
  const buy = async () => await texts.live!.numbers!.buy(request);
  assert.deepEqual([await buy(), await buy()], [undefined, undefined]);
  assert.deepEqual(told, ['warn carrier.failing twilio numbers not_bought 1']);
  far.instead = undefined;
  assert.equal((await buy())?.number, '6175550201');
  assert.deepEqual(told.slice(1), ['warn carrier.recovered twilio numbers - -']);
});

test('a refusal by the sandbox’s carrier logs no outage', async (t) => {
  const { texts, mails, told } = open(t, {});
  for (let n = 0; n < 12; n += 1) {
    await mails.sandbox!.send({ ...mail, to: 'unreachable@example.com' });
  }
  assert.equal(texts.live, undefined);
  assert.deepEqual(told, []);
});

/** Passes connections on to a server, or hangs up while it is shut. Its port is held all the time: nobody else takes it. */
async function openDoor(t: TestContext, to: number) {
  const door = { port: 0, isShut: true };
  const server = createServer((near) => {
    if (door.isShut) return void near.destroy();
    const far = connect(to, '127.0.0.1');
    pipeline(near, far, near, () => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  door.port = (server.address() as AddressInfo).port;
  return door;
}

function mailSettings(url: string): Record<string, string> {
  return { SMTP_URL: url, MAIL_FROM: 'mail@quittance.example' };
}

/** As `build-world.ts` does, with what it logs in one word for each fact. */
function open(t: TestContext, settings: Record<string, string>) {
  const lines: string[] = [];
  const told: string[] = [];
  const log = createLog({
    level: 'warn',
    now: () => new Date('2030-01-15T15:00:00Z'),
    defer: (run) => run(),
    write(some) {
      lines.push(some);
      for (const line of some.trim().split('\n')) {
        const { level, event, kind = '-', code = '-', count = '-' } = JSON.parse(line);
        told.push([level, event, kind, code, count].join(' '));
      }
    },
  });
  const carriers = logOutages(
    carriersOf(readConfig(settings), async () => {}, never),
    log,
  );
  t.after(() => closeCarriers(carriers));
  return { ...carriers, told, lines };
}
