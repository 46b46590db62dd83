import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { atEnd } from '../scope.ts';
import { type Heard, startEcho } from './echo-server.ts';
import { enveloped } from './questions.ts';

/** Whatever is sent, a SOAP caller reads an envelope, or a status that says that there is none. */
const echo = await startEcho();
atEnd({ after }, echo.close);

const good = enveloped(
  '<ProcessTokenPaymentTest xmlns="http://ws.example.test/"><Token>abc</Token><Username a="1">u&amp;v</Username>' +
    '<Description><![CDATA[x]]></Description><IsEmailReceipt>true</IsEmailReceipt></ProcessTokenPaymentTest>',
);
const marks = [
  '<',
  '>',
  '&',
  '"',
  "'",
  '/',
  '=',
  ':',
  '!',
  '?',
  '-',
  ']',
  '[',
  ' ',
  '\n',
  '\0',
  'é',
  '𝄞',
];
const pieces = [
  ...marks,
  'xmlns',
  'xmlns:s=""',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '&#1;',
  '&x;',
];

const types = fc.constantFrom(
  'text/xml; charset=utf-8',
  'text/xml',
  'application/soap+xml',
  'text/xml; charset=utf-16',
  'text/xml; charset="nonsense',
  'application/json',
  'application/soap+xml; action=',
);
const headers = fc.record({
  type: types,
  action: fc.option(
    fc.constantFrom('""', '"http://ws.example.test/CheckPhoneType"', '"', '%', 'x'),
    {
      nil: undefined,
    },
  ),
});

/** A good envelope with something put in, taken out or turned round. */
const mutated = fc
  .array(
    fc.record({
      at: fc.nat(good.length),
      drop: fc.nat(12),
      put: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((changes) =>
    changes.reduce(
      (text, { at, drop, put }) => text.slice(0, at) + put + text.slice(at + drop),
      good,
    ),
  );
const body = fc.oneof(
  mutated.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((all) => Buffer.from(all.join(''))),
);

test('any bytes by POST are answered with an envelope, or with an empty 400 or 415', async () => {
  await fc.assert(
    fc.asyncProperty(headers, body, async ({ type, action }, bytes) => {
      const heard = await echo.ask({
        line: 'POST /Service.asmx',
        headers: [
          `Content-Type: ${type}`,
          ...(action === undefined ? [] : [`SOAPAction: ${action}`]),
        ],
        body: bytes,
      });
      checkSoap(heard);
    }),
    { numRuns: 400 },
  );
  assert.deepEqual(echo.troubles, []);
});

/** What a query is made of, whole and broken. */
const query = fc
  .array(
    fc.constantFrom(
      ...'aZ7=&+/?:@-~.!$,;*%',
      'PhoneNumber=',
      '%41',
      '%C3%A9',
      '%F0%9F%99%82',
      '%zz',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

test('any query and any form are answered with a document or one line of text', async () => {
  const text = fc.oneof(fc.string({ maxLength: 40 }), query);
  await fc.assert(
    fc.asyncProperty(text, fc.boolean(), async (query, isGet) => {
      const safe = Buffer.from(query)
        .toString('latin1')
        .replaceAll(/[^!-~]/g, '%');
      const heard = isGet
        ? await echo.ask({ line: `GET /Service.asmx/CheckPhoneType?${safe}` })
        : await echo.ask({
            line: 'POST /Service.asmx/CheckPhoneType',
            headers: ['Content-Type: application/x-www-form-urlencoded'],
            body: query,
          });
      if (heard.status === 200) wellFormed(heard.body);
      else {
        assert.equal(heard.status, 500);
        assert.equal(heard.headers.get('content-type'), 'text/plain; charset=utf-8');
        assert.match(heard.body, /^[^\n]+\n$/);
      }
    }),
    { numRuns: 200 },
  );
  assert.deepEqual(echo.troubles, []);
});

function checkSoap({ status, headers: said, body: text }: Heard): void {
  const type = said.get('content-type');
  assert.match(type ?? '', /^(?:text|application\/soap\+)\/?xml; charset=utf-8$/);
  if (status === 400 || status === 415) {
    assert.equal(text, '');
    return;
  }
  assert.ok(status === 200 || status === 500, `status ${status}`);
  wellFormed(text);
  assert.match(text, status === 500 ? /<soap:Fault>/ : /Response xmlns=/);
  assert.doesNotMatch(text, /at .*\.ts:\d+|Error:/);
}

function wellFormed(text: string): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
}
