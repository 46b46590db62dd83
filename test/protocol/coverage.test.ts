import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openApi } from '../../src/api/http/openapi.ts';
import { defaultOperations } from '../../src/api/operations/index.ts';
import { flawsOf } from './answer-schema.ts';
import { readExchanges } from './exchanges.ts';
import { hasTest, testsNamedIn } from './named-tests.ts';

const exchanges = readExchanges();

test('every parameter of every operation is taken by a sample and refused by another', () => {
  for (const operation of defaultOperations) {
    const calls = exchanges.filter((exchange) => exchange.operation === operation);
    const taken = new Set(calls.filter(({ status }) => status === 200).flatMap(namesSent));
    const refused = new Set(calls.filter(({ status }) => status >= 400).flatMap(namesRefused));
    for (const name of Object.keys(operation.parameters)) {
      assert.ok(taken.has(name.toLowerCase()), `${operation.name} is never answered with ${name}`);
      assert.ok(refused.has(name), `${operation.name} never refuses ${name}`);
    }
  }
});

test('every status of the interface occurs', () => {
  const seen = new Set(exchanges.map(({ status }) => status));
  const missing = [200, 202, 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503].filter(
    (status) => !seen.has(status),
  );
  assert.deepEqual(missing, []);
});

/** Of HTTP itself, and so of no operation. */
const unspecific = new Set([
  'Content-Type',
  'Content-Length',
  'Cache-Control',
  'Connection',
  'X-Content-Type-Options',
]);
const statusesOfHttp = new Set([408, 414, 431, 501, 505]);

test('every answer is one that the OpenAPI document describes', () => {
  const document = JSON.parse(JSON.stringify(openApi({ publicUrl: '' })));
  const flaws = exchanges.flatMap(({ place, operation, status, headers, body }) => {
    if (!operation || statusesOfHttp.has(status)) return [];
    const described = document.paths[`/api/Default/${operation.name}`].post.responses[status];
    if (!described) return [`${place}: ${status} is not described`];
    const schema = described.content['application/json'].schema;
    return [
      ...flawsOf(JSON.parse(body), schema, document),
      ...[...headers.keys()]
        .filter((name) => !unspecific.has(name) && !(name in described.headers))
        .map((name) => `${name} is not described`),
      ...['Retry-After', 'WWW-Authenticate', 'X-Request-Id']
        .filter((name) => name in described.headers && !headers.has(name))
        .map((name) => `${name} is missing`),
    ].map((flaw) => `${place}: ${flaw}`);
  });
  assert.deepEqual(flaws, []);
});

test('every rule of the interface pages names samples or tests that are there', () => {
  const folder = join(import.meta.dirname, '../../docs/interface');
  const rows = globSync('*.md', { cwd: folder }).flatMap((page) =>
    rulesOf(readFileSync(join(folder, page), 'utf8')),
  );
  assert.ok(rows.length > 180);
  for (const row of rows) {
    const samples = [...row.matchAll(/`(\w+__\w+)`/g)].map(([, name]) => name!);
    const tests = testsNamedIn(row);
    assert.ok(samples.length + tests.length > 0, `no sample and no test in: ${row}`);
    for (const name of samples)
      assert.ok(existsSync(join(import.meta.dirname, `${name}.http`)), name);
    for (const { file, sentence } of tests) {
      assert.ok(hasTest(file, sentence), `${file} has no test “${sentence}”`);
    }
  }
});

test('a test that is not there is missed', () => {
  const header = 'test/asmx/header-rules.test.ts';
  assert.ok(hasTest(header, 'a header behind the body is ignored'));
  assert.ok(hasTest(header, 'mustUnderstand="1" is refused, and nothing runs'));
  assert.ok(!hasTest(header, 'mustUnderstand="2" is refused, and nothing runs'));
  assert.ok(!hasTest(header, 'a header behind the body'));
  assert.ok(!hasTest('test/asmx/nothing.test.ts', 'a header behind the body is ignored'));
});

/** The rows of the tables of rules. A comment at the end of each names what holds it, unseen by who reads the page. */
function rulesOf(page: string): string[] {
  const tables = page.matchAll(/^\| Topic \| Behavior \|\n\|---\|---\|\n((?:\|.*\n)+)/gm);
  return [...tables].flatMap(([, rows]) => rows!.trimEnd().split('\n'));
}

function namesSent({ fields = {} }: { fields: Readonly<Record<string, unknown>> | undefined }) {
  const sent = Object.entries(fields).filter(([, value]) => String(value ?? '').trim() !== '');
  return sent.map(([name]) => name.toLowerCase());
}

function namesRefused({ body }: { body: string }): string[] {
  if (!body.startsWith('{')) return [];
  const { Errors: errors = [] }: { Errors?: { Field: string }[] } = JSON.parse(body);
  return errors.map(({ Field: field }) => field);
}
