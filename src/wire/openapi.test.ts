import assert from 'node:assert/strict';
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
const posts = Object.values(paths).map(({ post }) => post!);

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
    Object.keys(paths),
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
  for (const [path, { description, $ref, const: only, type }] of described) {
    const isPlain = $ref !== undefined || only !== undefined || type === 'null';
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

test('the address is the one that callers use', () => {
  assert.deepEqual(document.servers, [{ url: '/' }]);
  const { servers } = openApi({ publicUrl: 'https://pay.example' });
  assert.deepEqual(servers, [{ url: 'https://pay.example' }]);
});
