import assert from 'node:assert/strict';
import { test } from 'node:test';
import { echoMethods } from '../../../test/asmx/echo-table.ts';
import { readMarkup } from '../../../test/asmx/markup.ts';
import {
  noRecordings,
  recorded,
  recordedAddress,
  recordedMethods,
  recordedNamespace,
} from '../../../test/asmx/recorded-wsdl.ts';
import { smallTable } from '../../../test/asmx/small-table.ts';
import { externalList, externalResponse, responseMessageInput } from '../operations/records.ts';
import { wsdl } from './documents.ts';
import type { Method } from './method.ts';

const small = wsdl(smallTable, 'http://one.test/', 'http://one.test/Service.asmx');
const marks = readMarkup(small);

function named(element: string): (string | undefined)[] {
  return marks.filter(({ name }) => name === element).map(({ attributes }) => attributes.name);
}

test('the recorded description comes out again, byte for byte', { skip: noRecordings }, () => {
  const golden = recorded('Service.wsdl');
  const methods = recordedMethods(golden);
  assert.equal(methods.length, 18);
  assert.equal(wsdl(methods, recordedNamespace, recordedAddress), golden);
});

test('the echo service is described as it was recorded', { skip: noRecordings }, () => {
  assert.equal(wsdl(echoMethods, recordedNamespace, recordedAddress), recorded('Service.wsdl'));
});

test('our records add two nillable fields and nothing else', { skip: noRecordings }, () => {
  const golden = recorded('Service.wsdl');
  const ours = [externalList, responseMessageInput, externalResponse];
  const methods = recordedMethods(golden).map((method): Method => {
    const { result } = method;
    if (typeof result === 'string') return method;
    return { ...method, result: ours.find(({ name }) => name === result.name)! };
  });
  const expected = golden
    .replace('name="Vacation" type=', 'name="Vacation" nillable="true" type=')
    .replace('name="Destination" type=', 'name="Destination" nillable="true" type=');
  assert.equal(expected.length, golden.length + 2 * ' nillable="true"'.length);
  assert.equal(wsdl(methods, recordedNamespace, recordedAddress), expected);
});

/** Which attribute of which element leads to what. */
const references: readonly [element: string, attribute: string, to: readonly string[]][] = [
  ['s:element', 'type', ['s:complexType']],
  ['wsdl:part', 'element', ['s:element']],
  ['wsdl:input', 'message', ['wsdl:message']],
  ['wsdl:output', 'message', ['wsdl:message']],
  ['wsdl:binding', 'type', ['wsdl:portType']],
  ['wsdl:port', 'binding', ['wsdl:binding']],
];

for (const [element, attribute, to] of references) {
  test(`what the ${attribute} of ${element} names is there`, () => {
    const known = new Set(to.flatMap(named));
    const found = marks
      .filter(({ name }) => name === element)
      .map(({ attributes }) => attributes[attribute])
      .filter((value) => value?.startsWith('tns:'));
    assert.ok(found.length > 0);
    assert.deepEqual(
      found.filter((value) => !known.has(value!.slice(4))),
      [],
    );
  });
}

test('no name is given twice', () => {
  for (const list of ['wsdl:message', 's:complexType', 'wsdl:binding', 'wsdl:portType']) {
    const names = named(list).filter((name) => name !== undefined);
    assert.ok(names.length > 0);
    assert.equal(new Set(names).size, names.length, list);
  }
});

test('each of the four bindings is of its port type, both SOAP versions of one', () => {
  const bindings = marks.filter(({ name }) => name === 'wsdl:binding');
  assert.deepEqual(
    bindings.map(({ attributes: { name, type } }) => [name, type]),
    [
      ['ServiceSoap', 'tns:ServiceSoap'],
      ['ServiceSoap12', 'tns:ServiceSoap'],
      ['ServiceHttpGet', 'tns:ServiceHttpGet'],
      ['ServiceHttpPost', 'tns:ServiceHttpPost'],
    ],
  );
});

test('over plain HTTP a text answers as string and a list as its array', () => {
  const bodies = marks.filter(({ attributes }) => attributes.name === 'Body');
  const once = ['tns:string', 'tns:ArrayOfTrip', 'tns:ArrayOfTrip', 'tns:string'];
  assert.deepEqual(
    bodies.map(({ attributes }) => attributes.element),
    [...once, ...once],
  );
  const roots = marks.filter(({ name, attributes: { nillable, minOccurs } }) => {
    return name === 's:element' && nillable === 'true' && minOccurs === undefined;
  });
  assert.deepEqual(
    roots.map(({ attributes: { name, type } }) => [name, type]),
    [
      ['string', 's:string'],
      ['ArrayOfTrip', 'tns:ArrayOfTrip'],
    ],
  );
});

test('a field is nillable where its shape says so, and an item of a list always', () => {
  const nillable = marks.filter(({ attributes: { nillable, minOccurs } }) => nillable && minOccurs);
  assert.deepEqual(
    nillable.map(({ attributes }) => attributes.name),
    ['Trip', 'Nobody', 'Leg', 'Nobody'],
  );
});

test('types follow their first use, and a record that two operations answer is there once', () => {
  assert.deepEqual(
    named('s:complexType').filter((name) => name !== undefined),
    ['ArrayOfTrip', 'Trip', 'ArrayOfLeg', 'Leg', 'Nobody', 'Nowhere'],
  );
  const order = ['"TripsResponse"', '"ArrayOfTrip"', '"Nowhere" />', '"MoreTrips"'];
  const places = order.map((name) => small.indexOf(`name=${name}`));
  assert.ok(places[0]! > 0);
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
});

test('booleans must be sent by SOAP and are text over plain HTTP', () => {
  const parts = marks.filter(({ attributes }) => attributes.name === 'IsPaid');
  assert.deepEqual(
    parts.map(({ name, attributes }) => [name, attributes.minOccurs, attributes.type]),
    [
      ['s:element', '1', 's:boolean'],
      ['wsdl:part', undefined, 's:string'],
      ['wsdl:part', undefined, 's:string'],
    ],
  );
});

test('what has no parameters and no result is written as nothing', () => {
  assert.match(small, /<s:element name="Stop">\n +<s:complexType \/>\n +<\/s:element>/);
  assert.match(small, /<s:element name="StopResponse">\n +<s:complexType \/>\n/);
  for (const kind of ['HttpGet', 'HttpPost']) {
    for (const way of ['In', 'Out']) {
      assert.ok(small.includes(`<wsdl:message name="Stop${kind}${way}" />`), kind + way);
    }
  }
  assert.equal(small.match(/<wsdl:output \/>/g)?.length, 2);
});

test('namespace and address cannot leave their attributes', () => {
  const odd = 'http://one.test/?a="b"&c=<d>';
  const found = readMarkup(wsdl(smallTable, odd, `${odd}/Service.asmx`));
  assert.equal(found.length, marks.length);
  assert.equal(found[0]!.attributes.targetNamespace, odd);
  const addresses = found.filter(({ name }) => name.endsWith(':address'));
  assert.deepEqual(
    addresses.map(({ attributes }) => attributes.location),
    Array(4).fill(`${odd}/Service.asmx`),
  );
});
