import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { defaultOperations, serviceOperations } from '../../src/api/operations/index.ts';
import type { Operation } from '../../src/api/operations/operation.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { bindings, callBy, resultText } from '../asmx/bindings.ts';
import { goodValues } from '../asmx/good-values.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { atEnd } from '../scope.ts';

/** Text that PostgreSQL cannot hold is refused wherever it comes in: it is never a fault of ours. */
const fixture = await makeFixture(
  { after },
  { settings: { BAD_CREDENTIALS_PER_MINUTE: '100000' } },
);
const caller = await fixture.addBusiness();
const { baseUrl, close } = await openDoor(await fixture.open());
atEnd({ after }, close);
const http = client(baseUrl, caller);
atEnd({ after }, async () => http.close());
beforeEach(() => {
  fixture.logged.length = 0;
});

const hostile = ['\0', '1\0', 'a\0b', '\ud800', '1\udfff'];

test('what is read from a field never holds such text', () => {
  for (const { name, parameters } of [...defaultOperations, ...serviceOperations]) {
    for (const [field, { parse }] of Object.entries(parameters)) {
      // Judged where it counts, and thrown away where it does not.
      if (name === 'ProcessRefundNoCC' && field === 'Amount') continue;
      for (const text of [...hostile, ...Object.values(goodValues).map((good) => `${good}\0`)]) {
        const read = parse(text);
        assert.ok(!read.ok || isPlain(read.value), `${name}: ${field}`);
      }
    }
  }
});

for (const { name, parameters } of defaultOperations) {
  test(`${name} takes such text in no field`, async () => {
    for (const field of Object.keys(parameters)) {
      for (const text of hostile) {
        const { status, body } = await http.call(name, { ...usual(parameters), [field]: text });
        assert.ok(status < 500, `${field}: ${body}`);
      }
    }
    noFaults();
  });
}

for (const operation of serviceOperations) {
  const { name, parameters } = operation;
  test(`${name} takes such text in no field, nor as credentials`, async () => {
    for (const field of [...(operation.credentials?.order ?? []), ...Object.keys(parameters)]) {
      for (const text of hostile) {
        const sent = { ...named(operation), [field]: text };
        const answer = await fetch(`${baseUrl}/Service.asmx/${name}?${queryOf(sent)}`);
        assert.doesNotMatch(await answer.text(), /Internal error/, field);
      }
    }
    noFaults();
  });
}

test('credentials with such text are wrong ones, in every form', async () => {
  for (const username of hostile) {
    const authorization = `Basic ${Buffer.from(`${username}:${caller.apiKey}`).toString('base64')}`;
    const headers = { Authorization: authorization };
    assert.equal((await http.call('CreatePayment', cardFields, headers)).status, 401);
  }
  const wide = Buffer.from(`${caller.username}:${caller.apiKey}`, 'utf16le').toString('base64');
  const headers = { Authorization: `Basic ${wide}` };
  assert.equal((await http.call('CreatePayment', cardFields, headers)).status, 401);

  const { apiKey: Token } = caller;
  const sent = { Username: '1\0', Token, PhoneNumber: '8005550123' };
  for (const binding of bindings.filter((name) => name.startsWith('HTTP'))) {
    const { status, body } = await callBy(binding, baseUrl, 'CheckPhoneType', sent);
    assert.equal(status, 200);
    const { Message } = JSON.parse(resultText(binding, 'CheckPhoneType', body)!);
    assert.equal(Message, 'The credentials are missing or wrong.');
  }
  noFaults();
});

test('no address and no other header brings such text in', async () => {
  for (const path of ['/pay/', '/form/', '/Service.asmx/', '/api/Default/', '/carriers/', '/']) {
    for (const text of ['%00', 'a%00b', '%ed%a0%80', '%ud800']) {
      for (const address of [path + text, `${path}x/${text}`, `${path}x?y=${text}&${text}=z`]) {
        const { status } = await fetch(baseUrl + address);
        assert.ok(status < 500 || path === '/Service.asmx/', address);
      }
    }
  }
  for (const name of ['Idempotency-Key', 'X-Forwarded-For', 'User-Agent']) {
    const headers = { [name]: 'a\u0080b' };
    const { status } = await http.call('CreatePayment', cardFields, headers);
    assert.ok(status < 500, name);
  }
  noFaults();
});

function isPlain(value: unknown): boolean {
  if (value instanceof Secret) return isPlain(value.reveal());
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  return typeof value !== 'object' || Object.values(value ?? {}).every(isPlain);
}

function usual(parameters: Operation['parameters']): Record<string, unknown> {
  const fields: Record<string, string> = { ...goodValues, ...cardFields };
  return Object.fromEntries(
    Object.keys(parameters).flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
  );
}

function named(operation: Operation): Record<string, string> {
  const sent: Record<string, string> = {};
  if (operation.interface === 'service' && operation.credentials) {
    sent[operation.credentials.username] = caller.username;
    sent[operation.credentials.apiKey] = caller.apiKey;
  }
  for (const name of Object.keys(operation.parameters)) sent[name] = goodValues[name] ?? '';
  return sent;
}

/** As only programs of .NET write half a character. */
function queryOf(sent: Readonly<Record<string, string>>): string {
  const escaped = (text: string) =>
    [...text]
      .map((sign) => (sign.isWellFormed() ? encodeURIComponent(sign) : `%u${hexOf(sign)}`))
      .join('');
  return Object.entries(sent)
    .map(([name, text]) => `${name}=${escaped(text)}`)
    .join('&');
}

function hexOf(sign: string): string {
  return sign.charCodeAt(0).toString(16);
}

function noFaults(): void {
  const failed = fixture.logged.filter((line) => /"event":"[a-z]+\.failed"/.test(line));
  assert.deepEqual(failed, []);
}
