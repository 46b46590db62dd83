import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import { officeOf } from './office.ts';
import { openStarted } from './started.ts';

const card = {
  FirstName: 'Ada',
  LastName: 'Park',
  Email: 'ada@example.com',
  MobilePhone: '2125550123',
  CCNumber: '4242424242424242',
  ExpirationMonth: '12',
  ExpirationYear: '40',
  CVV: '123',
  Amount: '12.50',
  OrderNumber: 'CALL-1',
};

test('a service is called with the key of its first start, or of a profile, which no output shows', async (t) => {
  const folder = await scratch(t);
  const { run, elsewhere, caller, baseUrl } = await openStarted(t, folder);

  const charged = await run(['post', '/api/Default/CreatePayment'], JSON.stringify(card));
  assert.equal(charged.code, 0, charged.out + charged.err);
  const health = await run(['get', '/health', 'a=b c']);
  assert.equal(JSON.parse(health.out).status, 'ready', health.out);
  const refused = await run(['post', '/api/Default/CreatePayment', 'Amount=1.00']);
  assert.equal(refused.code, 1);
  assert.match(
    refused.err,
    /the service answered 4\d\d, called with no profile, at http:\S+, by the key of \S+ of first-start\.json\n/,
  );

  for (const [path, says] of [
    ['/v1/paymnts', /answered 404, .+\. Did you mean: \/v1\/payments\b/],
    ['/v1/payments/17/refnds', /Did you mean: \/v1\/payments\/\{paymentId\}\/refunds\b/],
    ['/v1/payments/999999', /answered 404, called with .+ first-start\.json\n$/],
  ] as const) {
    assert.match((await run(['get', path])).err, says);
  }

  // Elsewhere, with a profile alone.
  const none = await elsewhere(['get', '/health']);
  assert.deepEqual([none.code, none.out], [1, '']);
  assert.match(
    none.err,
    /it would be called with no profile, at no address, by no key: quittance profile set/,
  );
  const kept = await run(
    [
      ...['profile', 'set', 'till', '--address', baseUrl, '--key'],
      ...['--username', caller.username, '--business', caller.username],
    ],
    `${caller.apiKey}\n`,
  );
  assert.equal(kept.code, 0, kept.err);
  const file = join(folder, '.config/quittance/profiles.json');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.ok((await readFile(file, 'utf8')).includes(caller.apiKey));
  const words = ['post', '/api/Default/CreatePayment', '--profile', 'till'];
  const again = { ...card, OrderNumber: 'CALL-2' };
  const other = await elsewhere(words, JSON.stringify(again));
  assert.equal(other.code, 0, other.out + other.err);

  const turnedAway = await elsewhere(['get', '/v1/nothing', '--profile', 'till']);
  assert.equal(turnedAway.code, 1);
  const callersWords = `called with profile till, at ${baseUrl}, by the key of ${caller.username}`;
  assert.ok(turnedAway.err.includes(callersWords), turnedAway.err);

  // The business of the profile is meant where --business is left out.
  const payments = await run(['payment', 'list', '--json']);
  assert.equal(payments.code, 0, payments.err);
  assert.equal(payments.err, `This is about business ${caller.username}, of profile till.\n`);
  assert.ok(payments.out.includes('CALL-1') && payments.out.includes('CALL-2'));
  const listed = await run(['profile', 'list']);
  for (const { out, err } of [kept, listed, charged, refused, none, other, turnedAway]) {
    assert.ok(!(out + err).includes(caller.apiKey));
  }
});

test('what is wrong with a call is said before anything is sent', async (t) => {
  const { runWith } = officeOf({ HOME: await scratch(t) });
  for (const [words, input, says] of [
    [['get', 'v1/payments'], '', /PATH must begin with \//],
    [
      ['get', '/v1/payments', '--profile', 'none'],
      '',
      /there is no profile none; there is none yet/,
    ],
    [['profile', 'set', 'x', '--address', 'ftp://a'], '', /--address must be an http or https/],
    [['profile', 'set', 'x', '--key'], '', /--key needs an API key on standard input/],
  ] as const) {
    const { code, out, err } = await runWith(input, ...words);
    assert.ok(code !== 0 && out === '', words.join(' '));
    assert.match(err, says);
  }
});

test('an address without a service is named with the profile that says it', async (t) => {
  const { run, runWith } = officeOf({ HOME: await scratch(t) });
  const key = 'Canary-7hQ2mX9p';
  const words = ['--address', 'http://ann:hidden@127.0.0.1:1', '--username', 'till.shop', '--key'];
  assert.equal((await runWith(key, 'profile', 'set', 'gone', ...words)).code, 0);
  for (const call of [
    ['get', '/health'],
    ['soap', 'CheckPhoneType', 'PhoneNumber=2125550123'],
  ]) {
    const { code, err } = await run(...call);
    assert.equal(code, 1);
    assert.match(err, /no answer from http:\/\/127\.0\.0\.1:1: /);
    assert.match(
      err,
      /with profile gone, at http:\/\/127\.0\.0\.1:1, by the key of till\.shop\.\n$/,
    );
    assert.ok(!err.includes(key) && !err.includes('hidden'));
  }
});
