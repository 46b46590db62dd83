import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { chargeRequest } from '../../../packages/sandbox/test/subject.ts';
import type { Currency } from '../../../src/kernel/currency.ts';
import type { GatewayName } from '../../../src/kernel/gateway-names.ts';
import { Secret } from '../../../src/kernel/secret.ts';
import { checkAnswer, checkInquiry } from '../../../src/ports/processors/answer-check.ts';
import type { GatewayProcessor } from '../../../src/ports/processors/gateway-kind.ts';
import { createGateways } from '../../../src/ports/processors/gateways.ts';
import type { FollowUpRequest } from '../../../src/ports/processors/processor.ts';
import { patienceMs } from '../../database.ts';
import { never } from '../../limits.ts';
import { type Answer, type Asked, type Exchange, gatewayNames, readExchange } from './exchange.ts';

/* What the connectors make of exchanges with the real gateways that are published somewhere. */

const leastOfEach = 15;

/** A server that answers with the exchange of the moment, and what it was sent. */
let answers: readonly Answer[] = [];
let requests: string[] = [];
let unanswered: string[] = [];
let names: Readonly<Record<string, string>> = {};
const server = createServer({ keepAliveTimeout: patienceMs }, async (request, response) => {
  const body = await text(request);
  const plain = decodeURIComponent(`${request.url} ${body.replaceAll('+', ' ')}`);
  const asked = `${request.method} ${plain}`;
  requests.push(asked);
  const answer = answers.find(({ to }) => to === undefined || asked.includes(to));
  if (!answer) unanswered.push(asked);
  const type = answer?.type ?? (typeOf(answer?.body) === 'json' ? 'application/json' : 'text/xml');
  response.writeHead(answer?.status ?? (answer ? 200 : 404), { 'content-type': type });
  response.end(bodyOf(answer));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function typeOf(body: unknown): 'json' | 'text' {
  return typeof body === 'string' || isLines(body) ? 'text' : 'json';
}

function isLines(body: unknown): body is readonly string[] {
  return Array.isArray(body) && body.length > 0 && body.every((line) => typeof line === 'string');
}

function bodyOf(answer: Answer | undefined): string {
  const { body = '' } = answer ?? {};
  const written = isLines(body) ? body.join('') : body;
  const whole = typeof written === 'string' ? written : JSON.stringify(written);
  return Object.entries(names).reduce((all, [name, value]) => all.replaceAll(name, value), whole);
}

/** Keys and accounts that look like none. */
const accounts: Readonly<Record<GatewayName, { key: string; merchant?: string; path?: string }>> = {
  nmi: { key: 'made-up-security-key' },
  'authorize-net': { key: 'made-up-key', merchant: 'made-up-login' },
  elavon: { key: 'made-up-pin', merchant: '0012345:quittance', path: '/VirtualMerchantDemo' },
  helcim: { key: 'made-up-token' },
  stripe: { key: 'sk_test_made_up' },
};

function connect(name: GatewayName, now: Date): GatewayProcessor {
  const { key, merchant, path = '' } = accounts[name];
  const limit = { callTimeoutMs: 60_000, connectTimeoutMs: 60_000, signalAfter: never };
  const gateways = createGateways({ ...limit, now: () => now, keep: async () => {} });
  return gateways.connect(name, { address: url + path, key: new Secret(key), merchant });
}

const usual = { reference: '1-a-1', charge: '1-c-1', now: '2026-01-02T00:00:00Z' };
const card = { number: '4111111111111111', cvv: '999' };

async function run(processor: GatewayProcessor, { operation, asked = {} }: Exchange) {
  const terms = termsOf(asked);
  const { reference, since, until } = terms;
  switch (operation) {
    case 'charge': {
      const request = { ...chargeRequest(reference, card.number, terms), ...terms };
      return checkAnswer(request, await processor.charge(request));
    }
    case 'capture':
    case 'void':
    case 'refund': {
      const request = followUpOf(operation, asked);
      return checkAnswer(request, await processor.followUp(request));
    }
    case 'inquire': {
      const of = asked.of && followUpOf(asked.of, asked);
      return checkInquiry(terms, await processor.inquire(reference, of, since));
    }
    case 'cancel':
      return await processor.cancel?.(reference, since);
    case 'check':
      return await processor.check();
    case 'tokenize':
      return await processor.tokenize?.({ ...terms, card: cardOf() });
    case 'updateToken': {
      const token = new Secret(asked.token ?? '');
      return await processor.updateToken?.(token, { ...terms, card: cardOf() });
    }
    case 'closeBatch':
      return await processor.closeBatch?.({ reference, items: itemsOf(asked) });
    case 'inquireBatch':
      return await processor.inquireBatch?.({ reference, items: itemsOf(asked) });
    case 'settledRows':
      return await processor.settledRows?.(since, until);
    case 'disputes':
      return await processor.disputes?.(since, until);
  }
}

function termsOf({ reference = usual.reference, amount = 1000, currency = 'USD', ...more }: Asked) {
  const { capture = true, token, since = usual.now, until = usual.now } = more;
  return {
    reference,
    capture,
    amountCents: BigInt(amount),
    // Of the record, which may be one that the service does not take.
    currency: currency as Currency,
    processorToken: token === undefined ? undefined : new Secret(token),
    since: new Date(since),
    until: new Date(until),
  };
}

function followUpOf(kind: FollowUpRequest['kind'], asked: Asked): FollowUpRequest {
  const { chargeReference = usual.charge, chargeId = '7000000001' } = asked;
  return { ...termsOf(asked), kind, chargeReference, chargeId, last4: '1111' };
}

function cardOf() {
  return { ...chargeRequest(usual.reference, card.number).card, cvv: new Secret(card.cvv) };
}

function itemsOf({ items = [] }: Asked) {
  return items.map(({ id, cents }) => ({ reference: id, processorId: id, cents: BigInt(cents) }));
}

/** As JSON has it. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Secret) return value.reveal();
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(fields.map(([name, one]) => [name, plain(one)]));
}

/** What is told, of what must be: names that it must not have are null. */
function within(must: unknown, told: unknown): unknown {
  if (Array.isArray(must) && Array.isArray(told))
    return told.map((one, at) => (at < must.length ? within(must[at], one) : one));
  if (typeof must !== 'object' || must === null || typeof told !== 'object' || told === null)
    return told ?? null;
  const fields = told as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(must).map(([name, one]) => [name, within(one, fields[name])]),
  );
}

for (const gateway of gatewayNames) {
  const folder = join(import.meta.dirname, gateway);
  const files = readdirSync(folder).toSorted();

  test(`${gateway}: at least ${leastOfEach} exchanges are there`, () => {
    assert.ok(files.length >= leastOfEach, `there are ${files.length}`);
  });

  for (const file of files) {
    test(`${gateway}/${file}`, async () => {
      const exchange = readExchange(readFileSync(join(folder, file), 'utf8'));
      const { asked = {}, must, sends = [], sendsNot = [] } = exchange;
      const { reference = usual.reference, chargeReference = usual.charge } = asked;
      names = { '{reference}': reference, '{charge}': chargeReference };
      [answers, requests, unanswered] = [exchange.answers, [], []];
      const told = plain(await run(connect(gateway, new Date(asked.until ?? usual.now)), exchange));
      assert.deepEqual(within(must, told), must, `${exchange.what} Told: ${JSON.stringify(told)}`);
      assert.deepEqual(unanswered, [], 'the record has no answer to what was sent');
      const sent = requests.join('\n');
      for (const name of sends) assert.ok(sent.includes(name), `${name} is not sent`);
      for (const name of sendsNot) assert.ok(!sent.includes(name), `${name} is sent`);
    });
  }
}
