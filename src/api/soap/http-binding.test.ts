import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/any-text.ts';
import type { RecordShape } from '../operations/records.ts';
import { answerGet, answerPost, plainFault } from './http-binding.ts';
import {
  type AsmxSettings,
  type Incoming,
  type Method,
  MethodFault,
  type MethodParameter,
  type Outcome,
} from './method.ts';

const formType = 'application/x-www-form-urlencoded';
const settings: AsmxSettings = {
  namespace: 'http://ws.example.test/',
  addressFor: () => 'http://localhost/Service.asmx',
  hasTestForm: false,
};
const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';
const instances =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

const echoed: readonly MethodParameter[] = [
  { name: 'Token', type: 'string' },
  { name: 'IsLoud', type: 'boolean' },
  { name: 'Text', type: 'string' },
];

/** Answers its arguments as JSON, in the order in which it got them. */
const echo = methodOf(async (args) => ({ value: JSON.stringify([...args]) }));

function methodOf(run: Method['run'], change: Partial<Method> = {}): Method {
  return { name: 'Echo', doc: 'Echoes.', parameters: echoed, result: 'text', run, ...change };
}

/** What a method without parameters answers. */
function answering(outcome: Outcome, result: Method['result'] = 'text'): Method {
  return methodOf(async () => outcome, { parameters: [], result });
}

function failing(error: Error): Method {
  return methodOf(() => Promise.reject(error), { parameters: [] });
}

const never = methodOf(() => assert.fail('it must not run'));

function call(binding: Incoming['binding']): Incoming {
  return { request: {} as IncomingMessage, requestId: 'r1', binding };
}

function get(query: string, method = echo) {
  return answerGet(method, call('get'), query, settings);
}

function post(body: string | Buffer, type: string | undefined = formType, method = echo) {
  return answerPost(method, call('post'), type, Buffer.from(body as Buffer), settings);
}

const complete = 'Token=abc&IsLoud=true&Text=x';
const fault = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private' };
const noReferrer = { 'Referrer-Policy': 'no-referrer' };
const ran = { 'Cache-Control': 'private, max-age=0' };

test('GET runs the method with its query and answers an XML document', async () => {
  assert.deepEqual(await get(complete), {
    status: 200,
    headers: { 'Content-Type': 'text/xml; charset=utf-8', ...ran, ...noReferrer },
    body: `${declaration}<string xmlns="http://ws.example.test/">[["Token","abc"],["IsLoud",true],["Text","x"]]</string>`,
  });
});

test('POST runs the method with its form and answers an XML document', async () => {
  assert.deepEqual(await post(complete), {
    status: 200,
    headers: { 'Content-Type': 'text/xml; charset=utf-8', ...ran },
    body: `${declaration}<string xmlns="http://ws.example.test/">[["Token","abc"],["IsLoud",true],["Text","x"]]</string>`,
  });
});

test('the method is given the call it was asked in', async () => {
  const seen: Incoming[] = [];
  const method = methodOf(
    async (_, incoming) => {
      seen.push(incoming);
      return { value: '' };
    },
    { parameters: [] },
  );
  const asked = call('get');
  await answerGet(method, asked, '', settings);
  assert.equal(seen[0], asked);
});

test('a parameter that is missing is named in plain text, and the method does not run', async () => {
  const body = 'Missing parameter: IsLoud.\n';
  assert.deepEqual(await get('Token=a', never), {
    status: 500,
    headers: { ...fault, ...noReferrer },
    body,
  });
  assert.deepEqual(await post('Token=a', formType, never), { status: 500, headers: fault, body });
});

const wrongTypes: [header: string | undefined, told: string][] = [
  [undefined, ''],
  ['', ''],
  ['text/plain', 'text/plain'],
  ['application/json', 'application/json'],
  ['Text/XML; charset=utf-8', 'Text/XML; charset=utf-8'],
  ['multipart/form-data; boundary="x"', 'multipart/form-data; boundary=&quot;x&quot;'],
  [`${formType}ed`, `${formType}ed`],
];

for (const [header, told] of wrongTypes) {
  test(`a POST of ${header === undefined ? 'no type' : `the type "${header}"`} is refused`, async () => {
    const answer = await answerPost(never, call('post'), header, Buffer.from(complete), settings);
    const body = `Request format is invalid: ${told}.\n`;
    assert.deepEqual(answer, { status: 500, headers: fault, body });
  });
}

test('a method without a result answers nothing at all, and no content type', async () => {
  const method = answering({ value: undefined }, 'empty');
  assert.deepEqual(await post('', formType, method), { status: 200, headers: ran, body: '' });
  assert.deepEqual(await get('', method), {
    status: 200,
    headers: { ...ran, ...noReferrer },
    body: '',
  });
});

const pet: RecordShape = { name: 'Pet', fields: [{ name: 'Name', type: 'text' }] };
const results: [what: string, outcome: Outcome, shape: Method['result'], root: string][] = [
  ['an empty text', { value: '' }, 'text', '<string xmlns="http://ws.example.test/" />'],
  [
    'no text',
    { value: null },
    'text',
    `<string ${instances} xsi:nil="true" xmlns="http://ws.example.test/" />`,
  ],
  [
    'an empty list',
    { value: [] },
    pet,
    `<ArrayOfPet ${instances} xmlns="http://ws.example.test/" />`,
  ],
  [
    'a list',
    { value: [{ Name: 'Rex' }] },
    pet,
    `<ArrayOfPet ${instances} xmlns="http://ws.example.test/">\n  <Pet>\n    <Name>Rex</Name>\n  </Pet>\n</ArrayOfPet>`,
  ],
];

for (const [what, outcome, shape, root] of results) {
  test(`${what} is a document too`, async () => {
    const { status, body } = await get('', answering(outcome, shape));
    assert.deepEqual({ status, body }, { status: 200, body: declaration + root });
  });
}

test('headers of the outcome are sent along', async () => {
  const { headers } = await get('', answering({ value: '', headers: { 'X-Left': '3' } }));
  assert.equal(headers['X-Left'], '3');
  assert.equal(headers['Content-Type'], 'text/xml; charset=utf-8');
});

test('the fault of a method is its message, with its headers', async () => {
  for (const blames of ['client', 'server'] as const) {
    const method = failing(new MethodFault("Not <now>, it's late", blames, { 'Retry-After': '5' }));
    assert.deepEqual(await post('', formType, method), {
      status: 500,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', ...ran, 'Retry-After': '5' },
      body: 'Not &lt;now&gt;, it&#39;s late\n',
    });
  }
});

test('anything else that a method throws is left to the caller', async () => {
  const error = new Error('connection lost');
  await assert.rejects(get('', failing(error)), error);
  await assert.rejects(post('', formType, failing(error)), error);
});

test('a fault of whoever found no method has the same form', () => {
  assert.deepEqual(plainFault("No method '<x>'.", { 'X-A': 'b' }), {
    status: 500,
    headers: { ...fault, 'X-A': 'b' },
    body: 'No method &#39;&lt;x&gt;&#39;.\n',
  });
});

test('the arrow between two messages is not encoded, and any other is', () => {
  assert.equal(plainFault('<a> ---> b->c --->d').body, '&lt;a&gt; ---> b-&gt;c ---&gt;d\n');
});

test('every query and every form gets a result or a sentence', async () => {
  const parts = fc.constantFrom(
    'Token=',
    'IsLoud=true',
    'Text=%',
    '&',
    '=',
    '%u',
    '+',
    'x',
    '%00',
    '<',
  );
  const queries = fc.oneof(
    fc.array(parts).map((list) => list.join('')),
    anyText(),
  );
  await fc.assert(
    fc.asyncProperty(queries, async (text) => {
      for (const { status, body } of [await get(text), await post(text)]) {
        assert.match(
          body,
          status === 200 ? /<\/string>$/ : /^(?:Missing parameter:|Cannot convert) .*\n$/s,
        );
      }
    }),
  );
});
