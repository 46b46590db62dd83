import { strict as assert } from 'node:assert';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { SMTPServerOptions } from 'smtp-server';
import { Secret } from '../../src/kernel/secret.ts';
import type { MailCarrier, Sent } from '../../src/ports/carriers/carrier.ts';
import { type SmtpOptions, smtpMails } from '../../src/ports/carriers/smtp.ts';
import { limitByHand, never } from '../limits.ts';
import { selfSigned } from '../webhooks/self-signed.ts';
import { mail, mailServer } from './mail-server.ts';
import { scripted } from './scripted-server.ts';

const envelopeSender = 'mail@quittance.example';

test('a mail arrives as it was written, from the business and by our address', async (t) => {
  const server = await mailServer(t);
  const content = async () => Buffer.from('%PDF-1.7 …');
  const attachments = [{ name: 'receipt.pdf', type: 'application/pdf', content }];
  const replyTo = { name: 'Ann', address: 'ann@example.com' };
  const sent = await carrierTo(t, server.port).send({ ...mail, replyTo, attachments });
  assert.equal(sent.outcome, 'accepted');
  const { sender, recipients, mail: got, source } = server.delivered[0]!;
  assert.equal(sender, envelopeSender);
  assert.deepEqual(recipients, ['ada@example.com']);
  assert.equal(got.messageId, mail.messageId);
  assert.deepEqual(got.from, { name: 'Park Flowers', address: 'flowers@example.com' });
  assert.equal(got.sender?.address, envelopeSender);
  assert.deepEqual(got.replyTo, [replyTo]);
  assert.deepEqual(
    [got.subject, got.text?.trim(), got.html?.trim()],
    ['Receipt A-1', 'Thank you.', '<p>Thank you.</p>'],
  );
  const [pdf] = got.attachments;
  assert.deepEqual([pdf?.filename, pdf?.mimeType], ['receipt.pdf', 'application/pdf']);
  assert.equal(Buffer.from(pdf?.content as ArrayBuffer).toString(), '%PDF-1.7 …');
  assert.match(source, /^Auto-Submitted: auto-generated\r$/m);
  assert.doesNotMatch(source, /nodemailer/i);
});

test('from our own address there is no second sender', async (t) => {
  const server = await mailServer(t);
  const from = { name: 'Park Flowers', address: envelopeSender };
  await carrierTo(t, server.port).send({ ...mail, from });
  assert.doesNotMatch(server.delivered[0]!.source, /^Sender:/m);
});

test('nothing that somebody wrote becomes a header of its own', async (t) => {
  const server = await mailServer(t);
  const evil = 'Flowers\r\nBcc: eve@example.com\r\n\r\nHello\u2028X: y\u0000\u0085z';
  const sent = await carrierTo(t, server.port).send({
    ...mail,
    from: { name: `${evil}"<eve@example.com>`, address: 'flowers@example.com' },
    replyTo: { name: evil, address: 'ann@example.com' },
    subject: evil,
    attachments: [{ name: evil, type: 'text/plain', content: async () => Buffer.from('x') }],
  });
  assert.equal(sent.outcome, 'accepted');
  const { recipients, mail: got } = server.delivered[0]!;
  assert.deepEqual(recipients, ['ada@example.com']);
  assert.equal(got.subject, 'Flowers Bcc: eve@example.com Hello X: y z');
  assert.equal(got.from?.address, 'flowers@example.com');
  const names = got.headers.map(({ key }) => key);
  assert.ok(!names.includes('bcc') && !names.includes('x'), names.join(' '));
});

test('only one address at a time is written to', async (t) => {
  const server = await mailServer(t);
  const carrier = carrierTo(t, server.port);
  for (const to of [
    'ada@example.com, eve@example.com',
    'ada@example.com\r\nRCPT TO:<eve@example.com>',
    'Ada <ada@example.com>',
    'ada@example.com>',
    'ada',
    '',
  ]) {
    assert.deepEqual(await carrier.send({ ...mail, to }), refused('bad_address'), to);
  }
  assert.equal(server.connections(), 0);
});

type Row = [string, SMTPServerOptions, Sent];
const replies: readonly Row[] = [
  ['a full server', { onConnect: no(421) }, notSent('carrier_busy')],
  ['a server for nobody', { onConnect: no(554) }, notSent('carrier_refused')],
  ['a sender that must wait', { onMailFrom: no(451) }, notSent('carrier_busy')],
  ['a sender that may not', { onMailFrom: no(550) }, notSent('sender_refused')],
  ['a login first', { authOptional: false }, notSent('sender_refused')],
  ['a mailbox that is full', { onRcptTo: no(452) }, notSent('carrier_busy')],
  ['greylisting', { onRcptTo: no(450) }, notSent('carrier_busy')],
  ['no such mailbox', { onRcptTo: no(550) }, refused('mailbox_refused')],
  ['a mailbox that moved', { onRcptTo: no(551) }, refused('mailbox_refused')],
  ['a sender of too much', { onMailFrom: no(552) }, refused('too_large')],
  ['too much content', { onData: noContent(552) }, refused('too_large')],
  ['content that is not wanted', { onData: noContent(554) }, refused('message_refused')],
  ['content that must wait', { onData: noContent(451) }, notSent('carrier_busy')],
];

for (const [what, options, outcome] of replies) {
  test(`what a server answers is certain: ${what}`, async (t) => {
    const server = await mailServer(t, options);
    assert.deepEqual(await carrierTo(t, server.port).send(mail), outcome);
    assert.equal(server.delivered.length, 0);
  });
}

test('a connection that is lost before the mail was asked for has sent nothing', async (t) => {
  for (const [what, talk] of Object.entries({
    'before the greeting': [],
    'after the greeting': ['220 x'],
    'after EHLO': ['220 x', '250 x'],
    'after the sender': ['220 x', '250 x', '250 x'],
    'after the mailbox': ['220 x', '250 x', '250 x', '250 x'],
    'no SMTP': ['HTTP/1.1 400 Bad Request'],
  })) {
    const port = await scripted(t, talk);
    const { outcome } = await carrierTo(t, port).send(mail);
    assert.equal(outcome, 'not_sent', what);
  }
  assert.deepEqual(await carrierTo(t, 1).send(mail), notSent('carrier_unreachable'));
});

test('a connection that is lost once the mail was asked for may have sent it', async (t) => {
  const asked = ['220 x', '250 x', '250 x', '250 x', '354 go on'];
  const lost = await scripted(t, asked);
  assert.deepEqual(await carrierTo(t, lost).send(mail), unknown);
  const { signalAfter, pass } = limitByHand();
  const silent = await scripted(t, [...asked, ''], { onSilence: pass });
  assert.deepEqual(await carrierTo(t, silent, { signalAfter }).send(mail), unknown);
});

test('a server that says nothing is waited for so long and not longer', async (t) => {
  const { signalAfter, pass } = limitByHand();
  const silent = await scripted(t, [''], { onSilence: pass });
  const sent = await carrierTo(t, silent, { signalAfter }).send(mail);
  assert.deepEqual(sent, notSent('carrier_unreachable'));
});

test('a server answers no at the end of the mail and hangs up: it was not taken', async (t) => {
  const port = await scripted(t, ['220 x', '250 x', '250 x', '250 x', '354 go on', '421 bye']);
  assert.deepEqual(await carrierTo(t, port).send(mail), notSent('carrier_busy'));
});

test('TLS that cannot be trusted, or is not there, carries neither mail nor password', async (t) => {
  const { key, cert } = selfSigned('mail.example.com');
  const secured = { key, cert, disabledCommands: [] };
  const logins: string[] = [];
  const onAuth: SMTPServerOptions['onAuth'] = ({ username }, _session, done) => {
    logins.push(String(username));
    done(null, { user: username });
  };
  const unknownAuthority = await mailServer(t, { ...secured, onAuth });
  const withoutTls = await mailServer(t, { onAuth, disabledCommands: ['STARTTLS'] });
  const secure = await mailServer(t, { ...secured, onAuth, secure: true });
  const login = { user: 'ann', password: new Secret('hunter2') };
  const asks = { requiresTls: true, login };
  for (const [port, changes] of [
    [unknownAuthority.port, asks],
    [withoutTls.port, asks],
    [secure.port, { ...asks, isSecure: true }],
    // A certificate for another name.
    [secure.port, { ...asks, isSecure: true, authorities: cert }],
  ] as const) {
    const { outcome } = await carrierTo(t, port, changes).send(mail);
    assert.equal(outcome, 'not_sent');
  }
  assert.deepEqual(logins, []);
  assert.equal(secure.delivered.length + unknownAuthority.delivered.length, 0);
});

test('with TLS, asked for or from the first byte, the mail goes out under the login', async (t) => {
  const { key, cert } = selfSigned('127.0.0.1');
  const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _session, done) => {
    if (password === 'hunter2') done(null, { user: username });
    else done(new Error('no'));
  };
  for (const isSecure of [false, true]) {
    const options = { key, cert, onAuth, secure: isSecure, authOptional: false };
    const server = await mailServer(t, { ...options, disabledCommands: [] });
    const password = new Secret('hunter2');
    const changes = { isSecure, requiresTls: true, authorities: cert };
    const carrier = carrierTo(t, server.port, { ...changes, login: { user: 'ann', password } });
    assert.equal((await carrier.send(mail)).outcome, 'accepted');
    assert.deepEqual([server.delivered[0]!.isSecure, server.delivered[0]!.user], [true, 'ann']);
    const wrong = { user: 'ann', password: new Secret('wrong') };
    const stranger = carrierTo(t, server.port, { ...changes, login: wrong });
    assert.deepEqual(await stranger.send(mail), notSent('carrier_login_refused'));
  }
});

test('connections are few, are used again, and are closed in the end', async (t) => {
  const server = await mailServer(t);
  const carrier = carrierTo(t, server.port);
  const sent = await Promise.all(Array.from({ length: 30 }, () => carrier.send(mail)));
  assert.ok(sent.every(({ outcome }) => outcome === 'accepted'));
  assert.equal(server.delivered.length, 30);
  assert.ok(server.connections() <= 4, `${server.connections()} connections`);
  carrier.close!();
  while (server.open() > 0) await turn();
  assert.equal((await carrier.send(mail)).outcome, 'not_sent');
});

test('a kept connection that the server had closed meanwhile costs no mail', async (t) => {
  let connections = 0;
  const hello = ['220 x', '250 x', '250 x', '250 x', '354 go on', '250 taken'];
  const onConnect = () => {
    connections += 1;
  };
  const port = await scripted(t, hello, { onConnect });
  const carrier = carrierTo(t, port);
  assert.equal((await carrier.send(mail)).outcome, 'accepted');
  assert.equal((await carrier.send(mail)).outcome, 'accepted');
  assert.equal(connections, 2);
});

type Changes = Partial<SmtpOptions> &
  Partial<Pick<SmtpOptions['server'], 'isSecure' | 'login' | 'host'>>;

function carrierTo(t: TestContext, port: number, changes: Changes = {}): MailCarrier {
  const { host = '127.0.0.1', isSecure = false, login, ...options } = changes;
  const carrier = smtpMails({
    server: { host, port, isSecure, isHere: true, login },
    envelopeSender,
    requiresTls: false,
    signalAfter: never,
    ...options,
  });
  t.after(() => carrier.close!());
  return carrier;
}

/** Refuses at this step. */
function no(responseCode: number) {
  return (...args: unknown[]) => {
    const done = args.at(-1) as (error: Error) => void;
    done(Object.assign(new Error('no ada@example.com'), { responseCode }));
  };
}

function noContent(responseCode: number): NonNullable<SMTPServerOptions['onData']> {
  return (stream, _session, done) => {
    stream.on('end', () => no(responseCode)(done)).resume();
  };
}

function refused(code: string): Sent {
  return { outcome: 'refused', code };
}

function notSent(code: string): Sent {
  return { outcome: 'not_sent', code };
}

const unknown: Sent = { outcome: 'unknown', code: 'no_answer' };
