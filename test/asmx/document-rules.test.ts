import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { externalList } from '../../src/api/operations/records.ts';
import type { Method } from '../../src/api/soap/method.ts';
import { atEnd } from '../scope.ts';
import { type Heard, namespace, startEcho } from './echo-server.ts';
import { echoMethods } from './echo-table.ts';
import { folded } from './foldings.ts';
import { actionOf, called, enveloped, get, gist, plainCall, post, soap } from './questions.ts';

/** The lists as callers were told of them, and an operation that breaks. */
const real: readonly Method[] = echoMethods.map((method) => {
  if (method.name === 'CheckPhoneType') {
    return {
      ...method,
      run: async () => {
        throw new Error('a secret of ours');
      },
    };
  }
  if (method.name !== 'GetIndividualsForExternalAPI') return method;
  const answer = { Vacation: null, Destination: null, QuestionText: 'Q', Selected: '' };
  const value = [{ SurveyAnswers: [answer, answer], FirstName: 'Ann', PhoneNumber: '3' }];
  return { ...method, result: externalList, run: async () => ({ value }) };
});

let echo: Awaited<ReturnType<typeof startEcho>>;
let told: Awaited<ReturnType<typeof startEcho>>;
before(async () => {
  echo = await startEcho();
  told = await startEcho(real);
});
atEnd({ after }, async () => {
  await Promise.all([echo.close(), told.close()]);
  assert.deepEqual(echo.troubles, []);
});

const people = 'GetIndividualsForExternalAPI';
const list = (user: string) => get(people, `ewBusinessUser=${user}&ewBusinessToken=t`);
const root =
  '<ArrayOfExternalList xmlns:xsd="http://www.w3.org/2001/XMLSchema" ' +
  `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;
const document = (...lines: readonly string[]) =>
  [
    'HTTP 200',
    'Cache-Control: private, max-age=0',
    'Content-Type: text/xml; charset=utf-8',
    '',
    '<?xml version="1.0" encoding="utf-8"?>',
    ...lines,
  ].join('\n');

test('a list of the HTTP bindings is written in lines', async () => {
  const expected = document(
    `${root} xmlns="${namespace}">`,
    '  <ExternalList>',
    '    <SurveyAnswers>',
    '      <LeadFormAnswers>',
    '        <QuestionText>Q</QuestionText>',
    '        <AnswerText>A</AnswerText>',
    '      </LeadFormAnswers>',
    '      <LeadFormAnswers xsi:nil="true" />',
    '    </SurveyAnswers>',
    '    <FirstName>Ann</FirstName>',
    '    <LastName />',
    '  </ExternalList>',
    '  <ExternalList xsi:nil="true" />',
    '  <ExternalList>',
    '    <SurveyAnswers />',
    '    <FirstName>Bob</FirstName>',
    '  </ExternalList>',
    '</ArrayOfExternalList>',
  );
  assert.equal(folded(await echo.ask(list('x'))), expected);
  const posted = await echo.ask(post(people, 'ewBusinessUser=x&ewBusinessToken=t'));
  assert.equal(folded(posted), expected);
});

test('an empty list of the HTTP bindings is an empty element', async () => {
  const answer = await echo.ask(list('empty'));
  assert.equal(folded(answer), document(`${root} xmlns="${namespace}" />`));
});

test('a list of the HTTP bindings that is null is nil', async () => {
  const answer = await echo.ask(list('null'));
  assert.equal(folded(answer), document(`${root} xsi:nil="true" xmlns="${namespace}" />`));
});

test('the answers of a lead form are nil in SOAP', async () => {
  const asked = soap(enveloped(called('', people)), { headers: [actionOf(people)] });
  const inner =
    '<ExternalList><SurveyAnswers><LeadFormAnswers xsi:nil="true" />' +
    '<LeadFormAnswers xsi:nil="true" /></SurveyAnswers><FirstName>Ann</FirstName>' +
    '<PhoneNumber>3</PhoneNumber></ExternalList>';
  assert.equal(gist(await told.ask(asked)), `200 ${inner}`);
});

test('the answers of a lead form are written out in the HTTP bindings', async () => {
  const answer = [
    '      <LeadFormAnswers>',
    '        <Vacation xsi:nil="true" />',
    '        <Destination xsi:nil="true" />',
    '        <QuestionText>Q</QuestionText>',
    '        <Selected />',
    '      </LeadFormAnswers>',
  ];
  const expected = document(
    `${root} xmlns="${namespace}">`,
    '  <ExternalList>',
    '    <SurveyAnswers>',
    ...answer,
    ...answer,
    '    </SurveyAnswers>',
    '    <FirstName>Ann</FirstName>',
    '    <PhoneNumber>3</PhoneNumber>',
    '  </ExternalList>',
    '</ArrayOfExternalList>',
  );
  assert.equal(folded(await told.ask(list('x'))), expected);
});

test('what went wrong inside is told to nobody, in no binding', async () => {
  const query = 'Token=a&Username=b&PhoneNumber=3';
  const types = new Map<Heard, string>([
    [await told.ask(soap(enveloped(plainCall))), 'text/xml'],
    [
      await told.ask(soap(enveloped(plainCall, { version: '1.2' }), { version: '1.2' })),
      'application/soap+xml',
    ],
    [await told.ask(get('CheckPhoneType', query)), 'text/plain'],
    [await told.ask(post('CheckPhoneType', query)), 'text/plain'],
  ]);
  for (const [answer, type] of types) {
    assert.equal(answer.status, 500);
    assert.equal(answer.headers.get('content-type'), `${type}; charset=utf-8`);
    assert.doesNotMatch(answer.body, /secret|\bat \w+ \(|\.ts\b/);
    assert.match(answer.body, /id-1/);
  }
  assert.equal(told.troubles.length, 4);
});

for (const [target, type, text] of [
  ['?DISCO', 'text/xml', '<discovery '],
  ['?Disco&x=1', 'text/xml', '<discovery '],
  ['?WsDl', 'text/xml', '<wsdl:definitions '],
  ['', 'text/html', 'The following operations are supported.'],
  ['?OP=CheckPhoneType', 'text/html', 'for a complete list of operations.'],
  ['?op=Nope', 'text/html', 'Method Not Found'],
  ['?op=checkphonetype', 'text/html', 'Method Not Found'],
] as const) {
  test(`Service.asmx${target} is answered with ${text}`, async () => {
    for (const file of ['Service.asmx', 'service.ASMX']) {
      const { status, headers, body } = await echo.ask({ line: `GET /${file}${target}` });
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), `${type}; charset=utf-8`);
      assert.equal(headers.get('cache-control'), 'private, max-age=0');
      assert.ok(body.includes(text), body.slice(0, 500));
    }
  });
}

for (const verb of ['OPTIONS', 'DELETE', 'PUT', 'HEAD', 'PATCH']) {
  test(`${verb} of Service.asmx is not allowed`, async () => {
    const { status, headers } = await echo.ask({ line: `${verb} /Service.asmx` });
    assert.equal(status, 405);
    assert.equal(headers.get('allow'), 'GET, POST');
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
  });
}
