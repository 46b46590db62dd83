import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApi } from '../../src/api/http/openapi.ts';
import { endpoints } from '../../src/api/v1/endpoints.ts';
import { describeInterfaces } from '../../src/api/v1/reference/described.ts';
import { ownExamples } from '../../src/api/v1/reference/examples.ts';
import { problemHelp } from '../../src/api/v1/reference/problem-help.ts';
import { declines } from '../../src/ports/processors/declines.ts';
import { flawsOf } from '../protocol/answer-schema.ts';
import { serveV1, type V1 } from './serve.ts';

const resources = describeInterfaces();

test('every resource has a page with every endpoint, and every link of these pages leads somewhere', async (t) => {
  const v1 = await serveV1(t);
  const pages = new Map<string, string>();
  const queue = ['/reference'];
  const links: [from: string, to: string][] = [];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (pages.has(path)) continue;
    const text = await read(v1, path);
    pages.set(path, text);
    for (const [, href] of text.matchAll(/href="([^"]+)"/g)) {
      links.push([path, href!.startsWith('#') ? path + href : href!]);
      const [place] = href!.split(/[?#]/);
      if (/^\/(reference|problems|declines)/.test(place!)) queue.push(place!);
    }
  }
  for (const { name, endpoints: own } of resources) {
    for (const { id } of own)
      assert.ok(pages.get(`/reference/${name}`)?.includes(`id="${id}"`), id);
  }
  for (const code of Object.keys(problemHelp)) assert.ok(pages.has(`/problems/${code}`), code);
  for (const code of Object.keys(declines)) assert.ok(pages.get('/declines')!.includes(code), code);
  for (const [from, to] of links) {
    const [place, fragment] = to.split('#');
    if (fragment === undefined) continue;
    assert.ok(pages.get(place!)?.includes(`id="${fragment}"`), `${from}: ${to}`);
  }
});

test('ids of a page are its own, and what a label or a hint names is there', async (t) => {
  const v1 = await serveV1(t);
  for (const { name } of resources) {
    const text = await read(v1, `/reference/${name}`);
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, name);
    const named = [...text.matchAll(/\s(?:for|aria-labelledby)="([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(
      named.filter((id) => !ids.includes(id)),
      [],
    );
  }
});

test('the type of a problem leads to its page, which names what answers so', async (t) => {
  const v1 = await serveV1(t);
  const { body } = await v1.call('GET', '/v1/payments/999999');
  const text = await read(v1, body.type);
  assert.ok(text.includes('<h1>not_found</h1>'));
  assert.ok(text.includes('/reference/payments#payments.retrieve'));
  assert.ok(!text.includes('#payments.create"'));
  assert.equal((await fetch(`${v1.baseUrl}/problems/nonsense`)).status, 404);
});

test('the pages load nothing from elsewhere and may ask this service alone', async (t) => {
  const v1 = await serveV1(t);
  const answer = await fetch(`${v1.baseUrl}/reference/payments`);
  const policy = answer.headers.get('content-security-policy')!;
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /connect-src 'self'/);
  const text = await answer.text();
  assert.doesNotMatch(text, /(?:src|href|action)="(?:https?:)?\/\//);
  for (const [, path] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
    const { status } = await fetch(new URL(path!, v1.baseUrl));
    assert.equal(status, 200, `${path} is not there`);
  }
});

test('the manual and its table of contents name every endpoint and every code', async (t) => {
  const v1 = await serveV1(t);
  const [manual, llms] = [await read(v1, '/manual.md'), await read(v1, '/llms.txt')];
  for (const { id, method, path } of endpoints) {
    assert.ok(manual.includes(`### ${id}: ${method} ${path}\n`), id);
    assert.match(llms, new RegExp(`[ ,]${id.replace('.', '\\.')}(?:,|$)`, 'm'));
  }
  for (const code of Object.keys(problemHelp)) assert.ok(manual.includes(`- \`${code}\` (`), code);
  // A type that is the name of an object has a part of its own.
  for (const [, name] of manual.matchAll(/^Answer: (\w+)$/gm)) {
    assert.ok(manual.includes(`\n### ${name}\n`), `${name} has no part`);
  }
});

test('every example is a body that its endpoint takes', () => {
  const document = JSON.parse(JSON.stringify(openApi({ publicUrl: '' })));
  const known = resources.flatMap((one) => one.endpoints);
  for (const id of Object.keys(ownExamples))
    assert.ok(
      known.some((one) => one.id === id),
      id,
    );
  for (const { id, method, path, example } of known) {
    if (example === undefined) continue;
    const { requestBody } = document.paths[path][method.toLowerCase()];
    const { schema } = requestBody.content['application/json'];
    assert.deepEqual(flawsOf(example, schema, document), [], id);
  }
});

test('the samples of payments are carried out as they stand', async (t) => {
  const v1 = await serveV1(t);
  const example = (id: string) => ownExamples[id];
  const made = await v1.call('POST', '/v1/payments', { body: example('payments.create') });
  assert.equal(made.status, 201);
  assert.equal(made.body.status, 'captured');
  for (const id of ['customers.create', 'tokens.create', 'plans.create']) {
    const { path } = endpoints.find((one) => one.id === id)!;
    const { status, text } = await v1.call('POST', path, { body: example(id) });
    assert.equal(status, 201, `${id}: ${text}`);
  }
});

async function read({ baseUrl }: V1, path: string): Promise<string> {
  const answer = await fetch(new URL(path, baseUrl));
  assert.equal(answer.status, 200, path);
  return await answer.text();
}
