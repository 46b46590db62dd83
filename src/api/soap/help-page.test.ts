import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/any-text.ts';
import { type Mark, readPage } from '../../../test/asmx/markup.ts';
import { noRecordings, recorded, recordedMethods } from '../../../test/asmx/recorded-wsdl.ts';
import { described, smallTable } from '../../../test/asmx/small-table.ts';
import { helpPage, methodPage } from './help-page.ts';
import { samples } from './help-samples.ts';

const options = {
  namespace: 'http://one.test/',
  address: 'https://pay.test/b/Service.asmx',
  hasTestForm: true,
};

function all(marks: readonly Mark[], name: string): Mark[] {
  return marks.filter((mark) => mark.name === name);
}

function linked(html: string): (string | null)[] {
  const targets = all(readPage(html), 'a').map(({ attributes }) => attributes.href!);
  return targets
    .map((target) => new URL(target, options.address).searchParams.get('op'))
    .filter((name) => name !== null);
}

test('the list names every operation by code unit and links each to its page', () => {
  assert.deepEqual(linked(helpPage(smallTable)), ['Book', 'MoreTrips', 'Stop', 'Trips', 'amble']);
});

test('every recorded operation is listed, the small letters last', { skip: noRecordings }, () => {
  const methods = recordedMethods(recorded('Service.wsdl'));
  const names = linked(helpPage(methods));
  assert.equal(names.length, 18);
  assert.deepEqual(new Set(names), new Set(methods.map(({ name }) => name)));
  assert.equal(names[0], 'AcquirerATokenUpdate');
  assert.equal(names.at(-1), 'smsprovidertest');
});

test('the list says what it is and where the description stands', () => {
  const marks = readPage(helpPage(smallTable));
  assert.equal(all(marks, 'title')[0]!.text, 'Service Web Service');
  assert.equal(all(marks, 'h1')[0]!.text, 'Service');
  assert.equal(
    all(marks, 'p')[0]!.text,
    'The following operations are supported.  For a formal definition, please review the Service Description.',
  );
  const description = all(marks, 'a').find(({ text }) => text === 'Service Description')!;
  assert.equal(description.attributes.href, 'Service.asmx?WSDL');
  assert.deepEqual(all(marks, 'link')[0]!.attributes, {
    rel: 'alternate',
    type: 'text/xml',
    href: 'Service.asmx?disco',
  });
});

test('names and descriptions of operations are text wherever they stand', () => {
  const odd = described('A&B <"\'>', ['C&D <"\'>'], 'text');
  assert.deepEqual(linked(helpPage([odd])), [odd.name]);
  const marks = readPage(helpPage(smallTable));
  assert.ok(all(marks, 'li').some(({ text }) => text.includes('Books <b>one & only "one"</b>.')));
});

test('a page of an operation offers a field for every parameter and posts to its address', () => {
  const marks = readPage(methodPage(smallTable, 'Book', options));
  assert.equal(all(marks, 'h2')[0]!.text, 'Book');
  const [form, ...others] = all(marks, 'form');
  assert.equal(others.length, 0);
  assert.deepEqual(form!.attributes, {
    target: '_blank',
    action: 'https://pay.test/b/Service.asmx/Book',
    method: 'POST',
  });
  const inputs = all(marks, 'input').map(({ attributes: { name, type, size, value } }) => {
    return { name, type, size, value };
  });
  const input = { type: 'text', size: '50', value: undefined };
  assert.deepEqual(inputs, [
    { name: 'Name', ...input },
    { name: 'IsPaid', ...input },
  ]);
  assert.deepEqual(
    all(marks, 'th').map(({ text }) => text),
    ['Parameter', 'Value', 'Name:', 'IsPaid:'],
  );
  assert.equal(all(marks, 'button')[0]!.text, 'Invoke');
});

test('an operation without parameters has a button and no table', () => {
  const marks = readPage(methodPage(smallTable, 'Stop', options));
  assert.deepEqual(
    ['form', 'button', 'table', 'input'].map((name) => all(marks, name).length),
    [1, 1, 0, 0],
  );
});

test('where the form is switched off a sentence stands in its place', () => {
  const html = methodPage(smallTable, 'Book', { ...options, hasTestForm: false });
  const marks = readPage(html);
  for (const name of ['form', 'input', 'button']) assert.equal(all(marks, name).length, 0, name);
  assert.ok(
    all(marks, 'p').some(
      ({ text }) => text === 'The test form is only available for requests from the local machine.',
    ),
  );
  assert.equal(all(marks, 'pre').length, 8);
});

test('the samples of all four bindings are shown as they are', () => {
  for (const method of smallTable) {
    const marks = readPage(methodPage(smallTable, method.name, options));
    const expected = samples(method, options);
    assert.deepEqual(
      all(marks, 'h3').map(({ text }) => text),
      ['Test', 'SOAP 1.1', 'SOAP 1.2', 'HTTP GET', 'HTTP POST'],
    );
    assert.deepEqual(
      all(marks, 'pre').map(({ text }) => text),
      expected.flatMap(({ request, response }) => [request, response]),
    );
  }
});

test('placeholders and the names of a form stand out', () => {
  const marks = readPage(methodPage(smallTable, 'Book', options));
  const words = all(marks, 'var').map(({ text }) => text);
  const soap = ['length', 'string', 'boolean', 'length', 'string'];
  const answer = ['length', 'string'];
  const get = ['string', 'string', ...answer];
  const post = ['length', 'string', 'string', ...answer];
  assert.deepEqual(words, [...soap, ...soap, ...get, ...post]);
  assert.deepEqual(
    all(marks, 'b').map(({ text }) => text),
    ['Name', 'IsPaid', 'Name', 'IsPaid'],
  );
});

test('a name in the wrong case is not found', () => {
  const marks = readPage(methodPage(smallTable, 'book', options));
  assert.equal(all(marks, 'h2')[0]!.text, 'Method Not Found');
  assert.ok(
    all(marks, 'p').some(({ text }) => text === "Method 'book' was not found in service Service."),
  );
  assert.equal(all(marks, 'form').length, 0);
});

test('a script in the name of an operation is shown and never one', () => {
  const name = '</p><script>alert("1")</script><p title=\'';
  const html = methodPage(smallTable, name, options);
  assert.doesNotMatch(html, /<script/i);
  assert.ok(html.includes('&lt;script&gt;alert("1")&lt;/script&gt;'));
});

test('whatever is asked for, a page that knows it not has the same elements', () => {
  const shape = (html: string) => readPage(html).map(({ name, attributes }) => [name, attributes]);
  const expected = shape(methodPage(smallTable, 'unknown', options));
  const piece = fc.constantFrom(
    '<',
    '>',
    '&',
    '"',
    "'",
    ']]>',
    '<!--',
    '\0',
    '\ud800',
    'x',
    '&lt;',
  );
  const names = fc.oneof(
    anyText(),
    fc.array(piece).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(names, (name) => {
      assert.deepEqual(shape(methodPage(smallTable, name, options)), expected);
    }),
  );
});

test('the pages bring everything with them and run nothing', () => {
  for (const html of [helpPage(smallTable), methodPage(smallTable, 'Book', options)]) {
    const marks = readPage(html);
    assert.equal(all(marks, 'script').length, 0);
    assert.equal(all(marks, 'style').length, 1);
    assert.doesNotMatch(html, /@import|url\(/);
    for (const { name, attributes } of marks) {
      const loaded = Object.keys(attributes).filter((one) => /^(?:on.*|src|style)$/.test(one));
      assert.deepEqual(loaded, [], name);
    }
  }
});
