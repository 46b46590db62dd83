import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asked, openEcho } from './echo-server.ts';
import { formType, get, gist, post } from './questions.ts';

const echo = await openEcho();

const rest = '&Username=u&PhoneNumber=3';

/** In a query and in a form alike. */
const fields: readonly (readonly [rule: string, sent: string, answer: string])[] = [
  ['%uXXXX is a character', `Token=h%u00e9%u20ac${rest}`, '200 [hé€]'],
  ['names are read in any letter case', `tOKEN=a&username=u&PHONENUMBER=3`, '200 [a]'],
  ['the order is free', `PhoneNumber=3&Token=a&Username=u`, '200 [a]'],
  ['what no parameter is called is ignored', `x=1&Token=a${rest}&=2&y`, '200 [a]'],
  ['an empty value is an empty text', `Token=${rest}`, '200 []'],
  ['markup in a value is taken', `Token=%3Cb%3E%26%23x41;${rest}`, '200 [<b>&#x41;]'],
  ['a control character is never answered', `Token=ctl${rest}`, '200 a\ufffdb'],
  ['a blank value is kept', `Token=+%09${rest}`, '200 [ \t]'],
  ['a name without = counts as missing', `Token${rest}`, '500 Missing parameter: Token.'],
  ['the first that is missing is named', `PhoneNumber=3`, '500 Missing parameter: Token.'],
  ['nothing at all misses the first', ``, '500 Missing parameter: Token.'],
];
for (const [rule, sent, answer] of fields) {
  test(`${rule}, in a query and in a form`, async () => {
    assert.equal(gist(await echo.ask(get('CheckPhoneType', sent))), answer, 'in a query');
    assert.equal(gist(await echo.ask(post('CheckPhoneType', sent))), answer, 'in a form');
  });
}

const form = `Token=abc${rest}`;
const posted = (type: string) => post('CheckPhoneType', form, [`Content-Type: ${type}`]);
const wrongCase =
  '500 Invalid method name &#39;checkPhoneType&#39;,  method names are case sensitive.   The method ' +
  'name &#39;CheckPhoneType&#39; with the same name but different casing was found.\r\n' +
  'Parameter name: methodName';
const rules: readonly (readonly [rule: string, asked: Asked, answer: string])[] = [
  ['letters of an operation may be escaped', get('Check%50hone%54ype', form), '200 [abc]'],
  ['letters of an operation may be escaped in a POST', post('Check%50honeType', form), '200 [abc]'],
  [
    'the file is found in any letter case',
    { line: `GET /SERVICE.asmx/CheckPhoneType?${form}` },
    '200 [abc]',
  ],
  ['an operation is found in its own letter case only', get('checkPhoneType', form), wrongCase],
  ['and so it is in a POST', post('checkPhoneType', form), wrongCase],
  [
    'an unknown operation is told',
    post('Nope', form),
    '500 Nope Web Service method name is not valid.',
  ],
  [
    'an unknown operation is told escaped',
    get('%3Cb%3E%27%22%26', form),
    '500 &lt;b&gt;&#39;&quot;&amp; Web Service method name is not valid.',
  ],
  [
    'more than a name is no operation',
    get('CheckPhoneType/extra', form),
    '500 CheckPhoneType/extra Web Service method name is not valid.',
  ],
  [
    'a form is read in any letter case of its type',
    posted('Application/X-WWW-Form-URLencoded'),
    '200 [abc]',
  ],
  [
    'a POST does not read its query',
    {
      ...post('CheckPhoneType', 'Username=u&PhoneNumber=3'),
      line: `POST /Service.asmx/CheckPhoneType?${form}`,
    },
    '500 Missing parameter: Token.',
  ],
  [
    'JSON is no form',
    posted('application/json; charset=utf-8'),
    '500 Request format is invalid: application/json; charset=utf-8.',
  ],
  [
    'a content type is told escaped',
    posted('text/<b>'),
    '500 Request format is invalid: text/&lt;b&gt;.',
  ],
  [
    'a fault of the operation is its message',
    get('CheckPhoneType', `Token=boom${rest}`),
    '500 boom message',
  ],
];
for (const [rule, asked, answer] of rules) {
  test(rule, async () => {
    const heard = await echo.ask(asked);
    assert.equal(gist(heard), answer);
    const type = heard.status === 200 ? 'text/xml' : 'text/plain';
    assert.equal(heard.headers.get('content-type'), `${type}; charset=utf-8`);
  });
}

test('an operation without a result answers nothing, and no content type', async () => {
  for (const asked of [
    get('BatchCloseAcquirerB', 'Token=a&Username=b'),
    post('BatchCloseAcquirerB', 'Token=a&Username=b', [formType]),
  ]) {
    const { status, headers, body } = await echo.ask(asked);
    assert.deepEqual([status, body, headers.get('content-length')], [200, '', '0']);
    assert.ok(!headers.has('content-type'));
    assert.equal(headers.get('cache-control'), 'private, max-age=0');
  }
});
