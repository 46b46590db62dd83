import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { serviceOperations } from '../../src/api/operations/index.ts';
import { deviations } from '../asmx/deviations.ts';
import { cardFields } from '../caller.ts';
import { exchange, type Message } from './exchange.ts';
import { openFixture, type Stay } from './fixture.ts';
import { formatMessage, parseMessage } from './sample.ts';

const file = join(import.meta.dirname, '../../docs/interface/soap.md');
const page = readFileSync(file, 'utf8');
const updates = process.env.UPDATE === '1';
const enter = await openFixture({ after });

test('the examples on the page about Service.asmx are answered as they are shown', async (t) => {
  const stay = await enter({});
  t.after(stay.leave);
  const cardToken = await newToken(stay);
  const [before = '', ...pieces] = page.split(fence);
  assert.ok(pieces.length >= 20, 'a request and its answer, ten times');
  assert.equal(pieces.length % 2, 0, 'a request without its answer');
  let written = before;
  for (let at = 0; at < pieces.length; at += 2) {
    const [request = '', textBehind = ''] = pieces[at]!.split(end);
    const [shown = '', restBehind = ''] = pieces[at + 1]!.split(end);
    const answer = await answerTo(stay, request, cardToken);
    if (!updates) assert.deepEqual(comparable(shown), comparable(answer), request);
    written += fence + request + end + textBehind + fence + answer + end + restBehind;
  }
  if (updates) writeFileSync(file, written);
});

test('the page about Service.asmx names every deviation with its reason', () => {
  for (const { reason } of deviations) assert.ok(page.includes(reason), reason);
});

test('the page about Service.asmx names every operation that live businesses may not call by GET', () => {
  const names = serviceOperations
    .filter(({ parameters }) => Object.values(parameters).some(({ isSecret }) => isSecret))
    .map(({ name }) => name);
  assert.ok(page.includes(`| ${names.join(', ')} | refused by GET for live businesses`));
});

test('the page about Service.asmx says what Data holds for every operation that answers a text', () => {
  const texts = serviceOperations.filter(({ result }) => result === 'text');
  for (const { name } of texts) assert.match(page, new RegExp(`^\\| ${name} \\| `, 'm'));
});

const fence = '```http\n';
const end = '```\n';

async function answerTo(stay: Stay, request: string, cardToken: string): Promise<string> {
  const text = request
    .replaceAll('LIVE-API-KEY', keyOf(stay, 'live'))
    .replaceAll('API-KEY', keyOf(stay, ''))
    .replaceAll('CARD-TOKEN', cardToken);
  const [answer] = await exchange(stay.port, [parseMessage(text)]);
  assert.ok(answer, 'the connection was closed without an answer');
  const head = answer.head.filter((line) => !/^(content-length|x-request-id):/i.test(line));
  const body = Buffer.from(answer.body, 'latin1').toString().trimEnd();
  return formatMessage({ head, body });
}

/** The order of headers means nothing. */
function comparable(text: string): Message {
  const { head, body } = parseMessage(text);
  const [status = '', ...headers] = head;
  return { head: [status, ...headers.sort()], body };
}

async function newToken(stay: Stay): Promise<string> {
  const basic = Buffer.from(stay.credentials.get('')!).toString('base64');
  const head = [
    'POST /api/Default/CreateToken HTTP/1.1',
    'Host: pay.example',
    `Authorization: Basic ${basic}`,
    'Content-Type: application/json',
  ];
  const [answer] = await exchange(stay.port, [{ head, body: JSON.stringify(cardFields) }]);
  return JSON.parse(answer!.body).Data.TokenResult;
}

function keyOf({ credentials }: Stay, business: string): string {
  return credentials.get(business)!.split(':')[1]!;
}
