import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApi } from './openapi.ts';

type Node = Readonly<Record<string, unknown>>;
type Operation = Node & { readonly operationId: string; readonly parameters?: readonly Node[] };

const document: Node = JSON.parse(JSON.stringify(openApi({ publicUrl: '' })));
const components = document.components as Record<string, Record<string, Node>>;
const methods = ['get', 'post', 'put', 'patch', 'delete'];
const operations = Object.entries(
  document.paths as Record<string, Record<string, Operation>>,
).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

function follow(node: Node): Node {
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(String(node.$ref ?? '')) ?? [];
  return kind && name ? components[kind]![name]! : node;
}

/** The names that OpenAPI 3.1 gives to the parts of an object; others begin with x-. */
function onlyHas(node: Node, names: readonly string[], place: string): void {
  const others = Object.keys(node).filter((name) => !names.includes(name) && !/^x-/.test(name));
  assert.deepEqual(others, [], place);
}

test('operations of both interfaces have ids of their own', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.ok(ids.length > 50);
  assert.equal(new Set(ids).size, ids.length);
});

test('each operation has a tag of the list, and each tag its operations and a description', () => {
  const tags = document.tags as readonly Node[];
  const used = operations.map(({ operation }) => operation.tags as readonly string[]);
  assert.deepEqual(new Set(used.map(({ length }) => length)), new Set([1]));
  const names = tags.map(({ name }) => name);
  assert.deepEqual(names.toSorted(), [...new Set(used.flat())].sort());
  for (const { name, description } of tags) assert.ok(description, String(name));
});

test('documents, operations, parameters and answers have the parts of OpenAPI 3.1 alone', () => {
  assert.match(String(document.openapi), /^3\.1\.\d+$/);
  const roots = ['openapi', 'info', 'servers', 'security', 'paths', 'components', 'tags'];
  onlyHas(document, roots, '#');
  onlyHas(components, ['schemas', 'parameters', 'headers', 'securitySchemes'], 'components');
  for (const names of Object.values(components)) {
    for (const name of Object.keys(names)) assert.match(name, /^[\w.-]+$/);
  }
  const own = ['operationId', 'tags', 'summary', 'description', 'security', 'parameters'];
  for (const { path, method, operation } of operations) {
    const place = `${method} ${path}`;
    assert.match(path, /^\//);
    assert.ok(methods.includes(method), place);
    onlyHas(operation, [...own, 'requestBody', 'responses'], place);
    const responses = operation.responses as Record<string, Node>;
    assert.ok(
      Object.keys(responses).some((status) => status.startsWith('2')),
      place,
    );
    for (const [status, response] of Object.entries(responses)) {
      assert.match(status, /^[1-5]\d\d$/, place);
      onlyHas(response, ['description', 'headers', 'content'], `${place} ${status}`);
      assert.ok(response.description, `${place} ${status}`);
    }
  }
});

test('what is sent and answered as JSON below /v1 has a name, by which generated clients call it', () => {
  const ofV1 = operations.filter(({ path }) => path.startsWith('/v1/'));
  const unnamed = ofV1.flatMap(({ path, method, operation }) => {
    const messages = [operation.requestBody, ...Object.values(operation.responses as Node)];
    return (messages as ({ content?: Record<string, { schema: Node }> } | undefined)[])
      .map((message) => message?.content?.['application/json']?.schema)
      .filter((schema) => schema !== undefined && schema.$ref === undefined)
      .map(() => `${method} ${path}`);
  });
  assert.deepEqual(unnamed, []);
});

test('the parameters of a path are those in its braces, and none is described twice', () => {
  const names = ['name', 'in', 'required', 'description', 'style', 'explode', 'schema'];
  for (const { path, method, operation } of operations) {
    const place = `${method} ${path}`;
    const parameters = (operation.parameters ?? []).map(follow);
    for (const one of parameters) onlyHas(one, names, `${place} ${one.name}`);
    const inPath = parameters.filter((one) => one.in === 'path');
    assert.deepEqual(
      inPath.map(({ name }) => name).toSorted(),
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted(),
      place,
    );
    assert.ok(
      inPath.every(({ required }) => required === true),
      place,
    );
    const keys = parameters.map((one) => `${one.in} ${one.name}`);
    assert.equal(new Set(keys).size, keys.length, place);
    if (method === 'get') assert.equal(operation.requestBody, undefined, place);
  }
});

test('no two paths differ in the names of their parameters alone', () => {
  const forms = Object.keys(document.paths as Node).map((path) => path.replace(/\{\w+\}/g, '{}'));
  assert.equal(new Set(forms).size, forms.length);
});

test('credentials that operations ask for are described', () => {
  const asked = [document, ...operations.map(({ operation }) => operation)].flatMap(
    ({ security = [] }) => (security as Node[]).flatMap(Object.keys),
  );
  for (const name of asked) assert.ok(name in components.securitySchemes!, name);
});
