import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarkup } from '../../../test/asmx/markup.ts';
import { smallTable } from '../../../test/asmx/small-table.ts';
import { externalList, type RecordShape } from '../operations/records.ts';
import { samples } from './help-samples.ts';

const place = { namespace: 'http://one.test/', address: 'https://pay.test:8443/b/Service.asmx' };

function samplesOf(name: string) {
  const [soap11, soap12, get, post] = samples(smallTable.find((one) => one.name === name)!, place);
  return { soap11: soap11!, soap12: soap12!, get: get!, post: post! };
}

function bodyOf(message: string): string {
  return message.slice(message.indexOf('\n\n') + 2);
}

test('SOAP 1.1 names the action in a header, and booleans by their type', () => {
  const { request, response } = samplesOf('Book').soap11;
  assert.equal(
    request,
    `POST /b/Service.asmx HTTP/1.1
Host: pay.test:8443
Content-Type: text/xml; charset=utf-8
Content-Length: length
SOAPAction: "http://one.test/Book"

<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Body>
    <Book xmlns="http://one.test/">
      <Name>string</Name>
      <IsPaid>boolean</IsPaid>
    </Book>
  </soap:Body>
</soap:Envelope>`,
  );
  assert.equal(
    response,
    `HTTP/1.1 200 OK
Content-Type: text/xml; charset=utf-8
Content-Length: length

<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Body>
    <BookResponse xmlns="http://one.test/">
      <BookResult>string</BookResult>
    </BookResponse>
  </soap:Body>
</soap:Envelope>`,
  );
});

test('SOAP 1.2 has a prefix and a media type of its own and no action', () => {
  const { request, response } = samplesOf('amble').soap12;
  const envelope =
    '<soap12:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema" ' +
    'xmlns:soap12="http://www.w3.org/2003/05/soap-envelope">';
  for (const message of [request, response]) {
    assert.ok(message.includes('\nContent-Type: application/soap+xml; charset=utf-8\n'));
    assert.ok(message.includes(`\n${envelope}\n  <soap12:Body>\n`));
    assert.doesNotMatch(message, /SOAPAction|soap:/);
  }
});

test('plain HTTP carries every parameter as text', () => {
  const { get, post } = samplesOf('Book');
  assert.equal(
    get.request,
    'GET /b/Service.asmx/Book?Name=string&IsPaid=string HTTP/1.1\nHost: pay.test:8443',
  );
  assert.equal(
    post.request,
    `POST /b/Service.asmx/Book HTTP/1.1
Host: pay.test:8443
Content-Type: application/x-www-form-urlencoded
Content-Length: length

Name=string&IsPaid=string`,
  );
  const answer = `HTTP/1.1 200 OK
Content-Type: text/xml; charset=utf-8
Content-Length: length

<?xml version="1.0" encoding="utf-8"?>
<string xmlns="http://one.test/">string</string>`;
  assert.deepEqual([get.response, post.response], [answer, answer]);
});

test('an empty answer is an empty element in SOAP and a status line over plain HTTP', () => {
  const { soap11, soap12, get, post } = samplesOf('Stop');
  assert.ok(soap11.request.includes('\n    <Stop xmlns="http://one.test/" />\n'));
  for (const { response } of [soap11, soap12]) {
    assert.ok(response.includes('\n    <StopResponse xmlns="http://one.test/" />\n'));
  }
  assert.equal(get.request, 'GET /b/Service.asmx/Stop HTTP/1.1\nHost: pay.test:8443');
  assert.ok(post.request.endsWith('\nContent-Length: length'));
  assert.deepEqual([get.response, post.response], ['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK']);
});

test('a list shows two items, and so does a list inside them', () => {
  const { soap11, get } = samplesOf('Trips');
  assert.equal(
    bodyOf(get.response),
    `<?xml version="1.0" encoding="utf-8"?>
<ArrayOfTrip xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://one.test/">
${trip}
${trip}
</ArrayOfTrip>`,
  );
  const names = readMarkup(bodyOf(soap11.response)).map(({ name }) => name);
  assert.equal(names.filter((name) => name === 'Trip').length, 2);
  assert.equal(names.filter((name) => name === 'Leg').length, 4);
  assert.deepEqual(names.slice(2, 5), ['TripsResponse', 'TripsResult', 'Trip']);
});

const leg = `      <Leg>
        <Nobody xsi:nil="true" />
        <Nowhere />
        <Distance>string</Distance>
      </Leg>`;
const trip = `  <Trip>
    <Legs>
${leg}
${leg}
    </Legs>
    <Title>string</Title>
    <Nobody xsi:nil="true" />
  </Trip>`;

test('a record that SOAP writes as nil is shown so there, and written out over plain HTTP', () => {
  const answers = externalList.fields.find(({ name }) => name === 'SurveyAnswers')!;
  const list: RecordShape = { name: 'ExternalList', fields: [answers] };
  const method = { ...smallTable.find(({ name }) => name === 'Trips')!, result: list };
  const [soap11, soap12, get, post] = samples(method, place).map(({ response }) => response);
  const nil = '<LeadFormAnswers xsi:nil="true" />';
  for (const response of [soap11!, soap12!]) {
    assert.equal(response.split(nil).length - 1, 4);
    assert.doesNotMatch(response, /Vacation|QuestionText/);
  }
  for (const response of [get!, post!]) {
    assert.equal(response.split('<QuestionText>string</QuestionText>').length - 1, 4);
    assert.ok(!response.includes(nil));
  }
});

test('every sample of XML can be read, in the namespace of the operations', () => {
  const odd = { ...place, namespace: 'http://one.test/?a="b"&c=<d>/' };
  let count = 0;
  for (const method of smallTable) {
    for (const { request, response } of samples(method, odd)) {
      for (const body of [bodyOf(request), bodyOf(response)]) {
        if (!body.startsWith('<?xml')) continue;
        const found = readMarkup(body).find(({ attributes }) => attributes.xmlns !== undefined);
        assert.equal(found!.attributes.xmlns, odd.namespace);
        count += 1;
      }
    }
  }
  // Four messages of SOAP each, and two answers over HTTP of all but the empty one.
  assert.equal(count, 5 * 4 + 4 * 2);
});
