import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Endpoint, onlyReads } from '../../src/api/v1/endpoint.ts';
import { describedEndpoints, endpoints } from '../../src/api/v1/endpoints.ts';
import { sessionEndpoints } from '../../src/api/v1/session/session-endpoints.ts';
import { atOnce } from './at-once.ts';
import { cellOf, readCsvRows } from './csv-rows.ts';
import { columnsOf, document, flawsIn } from './described-answers.ts';
import { makeEverything } from './everything.ts';
import { expansionsOf, goodRequest, type Request } from './good-requests.ts';
import { oddRequests, type Sent } from './odd-requests.ts';
import { sampleOf } from './samples.ts';
import { serveV1, type Told } from './serve.ts';
import { signIn } from './signed-in.ts';

/*
 * Every endpoint is called for a business that has an object of every resource, with good, near-good and hostile
 * requests. A good one succeeds, nothing is an internal error, and every answer is one that the document describes.
 */
const v1 = await serveV1({ after });
const root = v1.caller;
const owner = await v1.addBusiness({ ancestors: [root.business.id] });
const [everything] = await makeEverything({ after }, v1, [owner]);
const { made } = everything!;

function good(endpoint: Endpoint): Request {
  const request = goodRequest(endpoint, made);
  assert.ok(request, `good-requests.ts has none for ${endpoint.id}`);
  return request;
}

async function send({ method }: Endpoint, { by, below }: Request, { headers, ...asked }: Sent) {
  const named = below === undefined ? {} : { 'Quittance-Business': below };
  const { path, ...rest } = asked;
  const as = { owner, root }[by];
  return await v1.call(method, path, { ...rest, as, headers: { ...named, ...headers } });
}

function errorsSince(count: number): string[] {
  return v1.logged
    .slice(count)
    .filter((line) => line.includes('"request.failed"'))
    .slice(0, 5);
}

const lists = endpoints.filter(({ answer, files }) => answer && files?.includes('text/csv'));

test('the document has the paths of the table, and no other below /v1', () => {
  const paths = Object.entries<object>(document.paths).filter(([path]) => path.startsWith('/v1'));
  const described = paths.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const called = describedEndpoints.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(described.sort(), called.sort());
});

test('each list as CSV has the columns of its rows, and the rows of its JSON', async () => {
  assert.ok(lists.length > 25);
  const flaws = await atOnce(lists, async (endpoint) => {
    const names = expansionsOf(endpoint);
    const found: string[] = [];
    for (const expanded of names.length > 0 ? [[], names] : [[]])
      found.push(...(await csvFlaws(endpoint, expanded)));
    return found;
  });
  assert.deepEqual(flaws.flat(), []);
});

async function csvFlaws(endpoint: Endpoint, expanded: readonly string[]): Promise<string[]> {
  const request = good(endpoint);
  const query = expanded.length > 0 ? `expand=${expanded.join(',')}&` : '';
  const rows: unknown[] = [];
  for (let after = ''; ; ) {
    const path = `${request.path}?${query}limit=100${after}`;
    const { body } = await send(endpoint, request, { path });
    rows.push(...body.data);
    if (body.next === null) break;
    after = `&after=${body.next}`;
  }
  const headers = { Accept: 'text/csv' };
  const told = await send(endpoint, request, { path: `${request.path}?${query}`, headers });
  const [header, ...cells] = readCsvRows(told.text);
  const columns = columnsOf(endpoint, expanded);
  assert.deepEqual(header, columns, endpoint.id);
  assert.deepEqual(
    cells,
    rows.map((row) => columns.map((column) => cellOf(row, column))),
    endpoint.id,
  );
  return rows.length === 0 ? [`${endpoint.id} lists nothing`] : flawsIn(endpoint, told);
}

test('what reads is answered with each of its objects whole, and is what the document says', async () => {
  const reads = endpoints.filter((endpoint) => onlyReads(endpoint));
  const flaws = await atOnce(reads, async (endpoint) => {
    const request = good(endpoint);
    const names = expansionsOf(endpoint);
    const queries = ['', ...names.map((name) => `?expand=${name}`), `?expand=${names.join(',')}`];
    const found: string[] = [];
    for (const query of names.length > 0 ? new Set(queries) : ['']) {
      const path = request.path + query;
      found.push(
        ...flawsOfGood(endpoint, path, await send(endpoint, request, { ...request, path })),
      );
    }
    return found;
  });
  assert.deepEqual(flaws.flat(), []);
});

test('what changes something succeeds with a good request, and is what the document says', async () => {
  const before = v1.logged.length;
  const flaws: string[] = [];
  for (const endpoint of endpoints) {
    if (onlyReads(endpoint)) continue;
    const request = good(endpoint);
    flaws.push(...flawsOfGood(endpoint, request.path, await send(endpoint, request, request)));
  }
  assert.deepEqual(flaws, []);
  assert.deepEqual(errorsSince(before), []);
});

function flawsOfGood(endpoint: Endpoint, path: string, told: Told): string[] {
  const { status, text } = told;
  const isGood = status >= 200 && status < 300;
  const flaws = isGood ? flawsIn(endpoint, told) : [`${status} ${text}`];
  return flaws.map((flaw) => `${endpoint.method} ${path}: ${flaw}`);
}

for (const endpoint of endpoints) {
  test(`${endpoint.id} answers whatever is sent as its document says`, async () => {
    const before = v1.logged.length;
    const request = good(endpoint);
    const flaws = await atOnce([...oddRequests(endpoint, request)], async (sent) => {
      const told = await send(endpoint, request, sent);
      return flawsIn(endpoint, told).map(
        (flaw) =>
          `${endpoint.method} ${sent.path} ${JSON.stringify(sent.body)?.slice(0, 300)}: ${flaw}`,
      );
    });
    assert.deepEqual(flaws.flat(), []);
    assert.deepEqual(errorsSince(before), []);
  });
}

for (const endpoint of sessionEndpoints) {
  test(`${endpoint.id} answers whatever is sent as its document says`, async () => {
    const before = v1.logged.length;
    const { method, path, params, body } = endpoint;
    const names = Object.keys(params);
    const named = names.reduce((at, name) => at.replace(`{${name}}`, '1'), path);
    const sent = { path: named, ...(body && { body: sampleOf(body, true) }) };
    const good = { ...sent, method, by: 'owner', grants: false } as const;
    // Until what was guessed wrongly before counts no more.
    v1.clock.pass(3_600_000);
    const shop = await v1.addBusiness();
    const person = await signIn(v1, shop, 'administrator');
    const flaws: string[] = [];
    // One after the other: some end the session of all that follow.
    for (const odd of [sent as Sent, ...oddRequests(endpoint, good)]) {
      for (const as of [person, { headers: {} }]) {
        const { headers = {}, ...asked } = odd;
        const told = await v1.call(method, asked.path, { ...asked, headers, as });
        const said = `${method} ${asked.path} ${JSON.stringify(asked.body)?.slice(0, 200)}`;
        flaws.push(...flawsIn(endpoint, told).map((flaw) => `${said}: ${told.status}: ${flaw}`));
      }
    }
    assert.deepEqual(flaws, []);
    assert.deepEqual(errorsSince(before), []);
  });
}
