import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { defaultOperations } from '../operations/index.ts';
import { openApi } from './openapi.ts';

type Node = Readonly<Record<string, unknown>>;

/** As callers get it: what JSON drops is not there. */
const document: Node = JSON.parse(JSON.stringify(openApi({ publicUrl: '' })));

function* nodes(value: unknown, path: string): Generator<[path: string, node: Node]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Node];
  for (const [name, child] of Object.entries(value)) yield* nodes(child, `${path}/${name}`);
}

const all = [...nodes(document, '#')];
const paths = document.paths as Record<string, Record<string, Node>>;
const ofDefault = Object.entries(paths).filter(([path]) => path.startsWith('/api/'));
const posts = ofDefault.map(([, { post }]) => post!);

test('every reference leads somewhere', () => {
  const known = new Set(all.map(([path]) => path));
  const refs = all.map(([, node]) => node.$ref).filter((ref) => ref !== undefined);
  assert.ok(refs.length > 0);
  assert.deepEqual(
    refs.filter((ref) => !known.has(String(ref))),
    [],
  );
});

test('everything under components is used', () => {
  const used = new Set(all.map(([, node]) => node.$ref));
  const components = document.components as Record<string, Node>;
  for (const kind of ['schemas', 'parameters', 'headers']) {
    for (const name of Object.keys(components[kind]!)) {
      assert.ok(used.has(`#/components/${kind}/${name}`), `${kind} ${name}`);
    }
  }
});

test('what is required is described', () => {
  const schemas = all.filter(([, { required }]) => Array.isArray(required));
  assert.ok(schemas.length > 0);
  for (const [path, { required, properties }] of schemas) {
    const missing = (required as string[]).filter((name) => !(name in (properties as Node)));
    assert.deepEqual(missing, [], path);
  }
});

test('every operation of the table has its path and a name of its own', () => {
  assert.deepEqual(
    ofDefault.map(([path]) => path),
    defaultOperations.map(({ name }) => `/api/Default/${name}`),
  );
  const ids = posts.map(({ operationId }) => operationId);
  assert.equal(new Set(ids).size, defaultOperations.length);
});

test('types are those of JSON Schema, and patterns can be read', () => {
  const types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];
  for (const [path, { type, pattern, examples = [] }] of all) {
    // A property may be called type as well.
    if (path.endsWith('/properties') || path.includes('/securitySchemes/')) continue;
    for (const one of type === undefined ? [] : [type].flat()) {
      assert.ok(types.includes(String(one)), `${path}: ${one}`);
    }
    if (pattern === undefined) continue;
    const read = new RegExp(String(pattern), 'u');
    for (const example of examples as string[]) assert.match(example, read, path);
  }
});

test('every field, answer and header says what it means', () => {
  const described = all.filter(([path]) =>
    /\/(?:properties|responses|headers)\/[\w-]+$/.test(path),
  );
  assert.ok(described.length > 100);
  for (const [path, { description, $ref, anyOf, const: only, type }] of described) {
    const isRef = $ref !== undefined || anyOf !== undefined;
    const isPlain = isRef || only !== undefined || type === 'null';
    assert.ok(isPlain || /^[A-Z].*\.$/s.test(String(description)), path);
  }
});

test('every answer has an identifier, a body and, for "not now", a time', () => {
  for (const { responses, operationId } of posts) {
    for (const [status, answer] of Object.entries(responses as Record<string, Node>)) {
      const { headers, content } = answer as { headers: Node; content: Node };
      const place = `${operationId} ${status}`;
      assert.ok('X-Request-Id' in headers, place);
      assert.ok('application/json' in content, place);
      assert.equal('Retry-After' in headers, status === '429' || status === '503', place);
      assert.equal('WWW-Authenticate' in headers, status === '401', place);
    }
  }
});

test('secrets are written and never read', () => {
  const { schemas } = document.components as { schemas: Record<string, { properties: Node }> };
  for (const { name, parameters } of defaultOperations) {
    for (const [field, { isSecret }] of Object.entries(parameters)) {
      const { writeOnly, format } = schemas[`${name}Request`]!.properties[field] as Node;
      assert.equal(writeOnly === true && format === 'password', isSecret, `${name} ${field}`);
    }
  }
});

const requests = Object.fromEntries(
  defaultOperations.map(({ name }) => [name, { $ref: `#/components/schemas/${name}Request` }]),
);

test('the requests that the README shows are valid', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const shown = [...readme.matchAll(/\$URL\/(\w+) [^{]*-d '(\{[^']+\})'/g)];
  // Those that come from a file or a pipe are sent by the test of the tour.
  assert.ok(shown.length >= 2);
  for (const [, name, body] of shown)
    assert.deepEqual(flaws(requests[name!]!, JSON.parse(body!)), []);
});

test('a field that may be left out may be blank or null too, and one that must be there may not be null', () => {
  for (const { name, parameters } of defaultOperations) {
    for (const [field, parameter] of Object.entries(parameters)) {
      const isRequired = parameter.isRequired && !parameter.isOptionalBeside;
      const found = (value: unknown) =>
        flaws(requests[name]!, { [field]: value }).filter((flaw) => flaw.startsWith(`/${field} `));
      assert.equal(found(null).length === 0, !isRequired, `${name} ${field} null`);
      if (isRequired) continue;
      for (const blank of ['', ' ']) assert.deepEqual(found(blank), [], `${name} ${field}`);
    }
  }
});

test('what is not blank is still held to its form', () => {
  const wrong = {
    CountryCode: 'America',
    StateCode: 'x'.repeat(31),
    ChargeType: 'Later',
    TaxAmount: '1,00',
    IsEmailReceipt: 'maybe',
  };
  const found = flaws(requests.CreatePayment!, wrong).map((flaw) => flaw.split(' ')[0]);
  for (const field of Object.keys(wrong)) assert.ok(found.includes(`/${field}`), field);
});

/** What of a value is not as its schema says. Knows the words that this document uses, and no others. */
function flaws(schema: Node, value: unknown, at = ''): string[] {
  const found = Object.entries(schema).flatMap(([word, wanted]) => {
    const judge = judges[word];
    if (!judge) throw new Error(`${at}: no judge for ${word}`);
    return judge(wanted as never, value, at);
  });
  return found;
}

type Judge = (wanted: never, value: unknown, at: string) => string[];
const tells = (isGood: boolean, at: string, word: string) => (isGood ? [] : [`${at} ${word}`]);
const nothing: Judge = () => [];
const judges: Readonly<Record<string, Judge>> = {
  type: (wanted: string | string[], value, at) =>
    tells([wanted].flat().includes(value === null ? 'null' : typeof value), at, 'type'),
  enum: (wanted: unknown[], value, at) => tells(wanted.includes(value), at, 'enum'),
  pattern: (wanted: string, value, at) =>
    tells(typeof value !== 'string' || new RegExp(wanted, 'u').test(value), at, 'pattern'),
  minLength: (wanted: number, value, at) =>
    tells(typeof value !== 'string' || value.length >= wanted, at, 'minLength'),
  maxLength: (wanted: number, value, at) =>
    tells(typeof value !== 'string' || value.length <= wanted, at, 'maxLength'),
  required: (wanted: string[], value, at) =>
    wanted.flatMap((name) =>
      tells(Object.hasOwn(value as object, name), `${at}/${name}`, 'required'),
    ),
  properties: (wanted: Record<string, Node>, value, at) =>
    Object.entries(value as Node).flatMap(([name, one]) =>
      name in wanted ? flaws(wanted[name]!, one, `${at}/${name}`) : [],
    ),
  anyOf: (wanted: Node[], value, at) =>
    tells(
      wanted.some((schema) => flaws(schema, value, at).length === 0),
      at,
      'anyOf',
    ),
  $ref: (wanted: string, value, at) => flaws(all.find(([path]) => path === wanted)![1], value, at),
  // Forms that judges need not know.
  format: nothing,
  description: nothing,
  default: nothing,
  examples: nothing,
  writeOnly: nothing,
};

test('the address is the one that callers use', () => {
  assert.deepEqual(document.servers, [{ url: '/' }]);
  const { servers } = openApi({ publicUrl: 'https://pay.example' });
  assert.deepEqual(servers, [{ url: 'https://pay.example' }]);
});
