import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { carriersOf } from '../../src/build-world.ts';
import { describeSettings, readConfig } from '../../src/config.ts';
import { closeCarriers } from '../../src/ports/carriers/carriers-for.ts';
import { smtpServerAt } from '../../src/ports/carriers/smtp.ts';
import { never } from '../limits.ts';
import { account, farTwilio, settingsFor, token } from './far-twilio.ts';
import { mailServer } from './mail-server.ts';

type Env = Readonly<Record<string, string>>;

const smtp = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'mail@example.com' };
const twilio = {
  TWILIO_ACCOUNT: account,
  TWILIO_TOKEN: token,
  PUBLIC_URL: 'https://pay.example.com',
};

test('without accounts the sandbox has its inbox, and live has nobody', () => {
  const { texts, mails } = carriersOf(readConfig({}), async () => {});
  assert.deepEqual([texts.sandbox?.name, mails.sandbox?.name], ['sandbox', 'sandbox']);
  assert.deepEqual([texts.live, mails.live], [undefined, undefined]);
});

test('with accounts live goes by them, and the sandbox only when it is told to', () => {
  const names = (env: Env) => {
    const { texts, mails } = carriersOf(readConfig(env), async () => {});
    return [texts.sandbox, texts.live, mails.sandbox, mails.live].map((one) => one?.name);
  };
  const all = { ...smtp, ...twilio };
  assert.deepEqual(names(all), ['sandbox', 'twilio', 'sandbox', 'smtp']);
  const real = { ...all, SANDBOX_TEXTS: 'twilio', SANDBOX_MAIL: 'smtp' };
  assert.deepEqual(names(real), ['twilio', 'twilio', 'smtp', 'smtp']);
  assert.deepEqual(names(twilio), ['sandbox', 'twilio', 'sandbox', undefined]);
  assert.deepEqual(names(smtp), ['sandbox', undefined, 'sandbox', 'smtp']);
});

const halves: readonly [Env, RegExp][] = [
  [{ SMTP_URL: smtp.SMTP_URL }, /SMTP_URL and MAIL_FROM go together/],
  [{ MAIL_FROM: smtp.MAIL_FROM }, /SMTP_URL and MAIL_FROM go together/],
  [{ SANDBOX_MAIL: 'smtp' }, /SANDBOX_MAIL=smtp needs SMTP_URL/],
  [{ ...twilio, TWILIO_TOKEN: '' }, /TWILIO_ACCOUNT and TWILIO_TOKEN go together/],
  [{ ...twilio, TWILIO_ACCOUNT: '' }, /TWILIO_ACCOUNT and TWILIO_TOKEN go together/],
  [{ ...twilio, PUBLIC_URL: '' }, /TWILIO_ACCOUNT needs PUBLIC_URL/],
  [{ SANDBOX_TEXTS: 'twilio' }, /SANDBOX_TEXTS=twilio needs TWILIO_ACCOUNT/],
  [{ ...twilio, TWILIO_URL: 'http://twilio.example.com' }, /must begin with https/],
  [{ ...twilio, TWILIO_LOOKUP_URL: 'http://127.0.0.1.example.com' }, /must begin with https/],
  [{ ...twilio, TWILIO_ACCOUNT: 'AC1' }, /TWILIO_ACCOUNT must be/],
  [{ ...smtp, SMTP_URL: 'https://mail.example.com' }, /SMTP_URL must be/],
  [{ ...smtp, SMTP_URL: 'smtp://ann@mail.example.com' }, /SMTP_URL must be/],
  [{ ...smtp, SMTP_URL: 'smtp://ann:secret%@mail.example.com' }, /SMTP_URL must be/],
  [{ ...smtp, SMTP_URL: 'smtp://mail.example.com/x?tls=none' }, /SMTP_URL must be/],
  [{ ...smtp, SMTP_URL: 'smtp://' }, /SMTP_URL must be/],
  [{ ...smtp, MAIL_FROM: 'Ann <ann@example.com>' }, /MAIL_FROM must be/],
];

for (const [env, rule] of halves) {
  test(`half of it is refused: ${Object.entries(env).flat().join(' ')}`, () => {
    assert.throws(
      () => readConfig(env),
      (fault: Error) => {
        assert.doesNotMatch(fault.message, /secret|a token of/);
        return rule.test(fault.message);
      },
    );
  });
}

test('secret settings are shown to nobody', () => {
  const env = { ...twilio, ...smtp, SMTP_URL: 'smtps://ann:hunter2@mail.example.com' };
  const shown = JSON.stringify(describeSettings(readConfig(env)));
  assert.doesNotMatch(shown, /hunter2|a token of/);
});

test('a mail server is where its address says', () => {
  const read = (url: string) => {
    const { login, ...server } = smtpServerAt(readConfig({ ...smtp, SMTP_URL: url }).smtpUrl);
    return { ...server, user: login?.user, password: login?.password.reveal() };
  };
  const nobody = { user: undefined, password: undefined };
  assert.deepEqual(read('smtp://mail.example.com'), {
    ...{ host: 'mail.example.com', port: 587, isSecure: false, isHere: false },
    ...nobody,
  });
  assert.deepEqual(read('smtps://ann%40x:p%3A%2F%25@mail.example.com/'), {
    ...{ host: 'mail.example.com', port: 465, isSecure: true, isHere: false },
    ...{ user: 'ann@x', password: 'p:/%' },
  });
  const local = { host: '::1', port: 2525, isSecure: false, isHere: true, ...nobody };
  assert.deepEqual(read('smtp://[::1]:2525'), local);
});

test('mail goes by the server that is set, and nothing is left open in the end', async (t) => {
  const server = await mailServer(t);
  const far = await farTwilio(t);
  const env = { ...smtp, SMTP_URL: `smtp://127.0.0.1:${server.port}`, ...settingsFor(far) };
  const carriers = carriersOf(readConfig(env), async () => {}, never);
  const sent = await carriers.mails.live!.send({
    businessId: 1n,
    messageId: '<1@example.com>',
    from: { name: 'Ann', address: 'ann@example.com' },
    replyTo: undefined,
    to: 'ada@example.com',
    subject: 'x',
    text: 'x',
    html: 'x',
    attachments: [],
  });
  assert.equal(sent.outcome, 'accepted');
  assert.equal(server.delivered[0]!.sender, 'mail@example.com');
  assert.equal(server.open(), 1);
  closeCarriers(carriers);
  while (server.open() > 0) await turn();
});
