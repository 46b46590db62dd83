import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { atEnd } from '../scope.ts';
import { startEcho } from './echo-server.ts';
import { called, enveloped, gist, post, soap, types } from './questions.ts';

let echo: Awaited<ReturnType<typeof startEcho>>;
before(async () => {
  echo = await startEcho();
});
atEnd({ after }, async () => {
  await echo.close();
  assert.deepEqual(echo.troubles, []);
});

const xml = enveloped(called('<Token>hé€😀</Token>'));
const latin = enveloped(called('<Token>hé</Token>'));
const declared = (encoding: string, body: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>${body}`;

const utf8Bom = Buffer.from([0xef, 0xbb, 0xbf]);
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

const whole = '200 [hé€😀]';
const sent: readonly (readonly [what: string, type: string, body: Buffer, answer: string])[] = [
  ['UTF-8 by its name', 'text/xml; charset=utf-8', Buffer.from(xml), whole],
  ['UTF-16 with a mark', 'text/xml; charset=utf-16', utf16(`\ufeff${xml}`), whole],
  ['UTF-16 without a mark', 'text/xml; charset=utf-16', utf16(xml), whole],
  ['Latin-1 by its name', 'text/xml; charset=iso-8859-1', latin1(latin), '200 [hé]'],
  ['text/xml that says nothing', 'text/xml', Buffer.from(xml), whole],
  ['text/xml that declares Latin-1', 'text/xml', latin1(declared('iso-8859-1', latin)), '200 [hé]'],
  [
    'text/xml whose mark and declaration differ: the mark counts',
    'text/xml',
    Buffer.concat([utf8Bom, Buffer.from(declared('iso-8859-1', xml))]),
    whole,
  ],
  ['an unknown name as ASCII', 'text/xml; charset=bogus', Buffer.from(latin), '200 [h??]'],
  [
    'bytes that are no UTF-8',
    types['1.1'],
    Buffer.concat([
      Buffer.from(enveloped('').split('</s:Body>')[0]!),
      Buffer.from(called('<Token>a').split('</Check')[0]!),
      Buffer.from([0xff]),
      Buffer.from('b</Token></CheckPhoneType></s:Body></s:Envelope>'),
    ]),
    '200 [a\ufffdb]',
  ],
];
for (const [what, type, body, answer] of sent) {
  test(`is read: ${what}`, async () => {
    const heard = await echo.ask(soap(body, { type }));
    assert.equal(gist(heard), answer);
    assert.equal(heard.headers.get('content-type'), 'text/xml; charset=utf-8');
  });
}

const xml12 = enveloped(called('<Token>hé€😀</Token>'), { version: '1.2' });
const latin12 = enveloped(called('<Token>hé</Token>'), { version: '1.2' });
const sent12: readonly (readonly [what: string, body: Buffer, answer: string])[] = [
  ['that says nothing', Buffer.from(xml12), whole],
  ['that has a mark of UTF-16', utf16(`\ufeff${xml12}`), whole],
  [
    'that declares Latin-1 in single quotes',
    latin1(`<?xml version='1.0' encoding='ISO-8859-1' ?>${latin12}`),
    '200 [hé]',
  ],
];
for (const [what, body, answer] of sent12) {
  test(`is read: application/soap+xml ${what}`, async () => {
    const asked = soap(body, { version: '1.2', type: 'application/soap+xml' });
    const heard = await echo.ask(asked);
    assert.equal(gist(heard), answer);
    assert.equal(heard.headers.get('content-type'), 'application/soap+xml; charset=utf-8');
  });
}

const formed = (charset: string) => [
  `Content-Type: application/x-www-form-urlencoded; charset=${charset}`,
];
const rest = '&Username=u&PhoneNumber=3';
const forms: readonly (readonly [
  what: string,
  body: Buffer,
  headers: readonly string[],
  answer: string,
])[] = [
  ['of Latin-1, escaped', Buffer.from(`Token=h%E9${rest}`), formed('iso-8859-1'), '200 [hé]'],
  [
    'with %u',
    Buffer.from(`Token=h%u00e9%u20AC%ud83d%ude00${rest}`),
    formed('utf-8'),
    '200 [hé€😀]',
  ],
];
for (const [what, body, headers, answer] of forms) {
  test(`is read: a form ${what}`, async () => {
    assert.equal(gist(await echo.ask(post('CheckPhoneType', body, [...headers]))), answer);
  });
}
