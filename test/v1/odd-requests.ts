import { type Endpoint, onlyReads } from '../../src/api/v1/endpoint.ts';
import type { Request } from './good-requests.ts';
import { nearOf, oddValues, sampleOf } from './samples.ts';

export type Sent = {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

type Described = Omit<Endpoint, 'handle'>;

const oddIds = ['1', '999999', '0', '-1', 'abc', '%00', '%ff', "'", '9'.repeat(30)];
const oddBodies = ['{', '[]', 'null', '"a"', '{"a":1}', '[[[[[', '{"__proto__":1}'];

/** Requests about a real object that are near to a good one, and hostile ones. */
export function* oddRequests(endpoint: Described, good: Request): Iterable<Sent> {
  const { path, body } = good;
  const sent = body === undefined ? {} : { body };
  if (endpoint.path.includes('{')) {
    for (const id of oddIds) yield { path: endpoint.path.replace(/\{\w+\}/g, id), ...sent };
  }
  yield* oddQueries(endpoint, good);
  yield { path, headers: { 'Quittance-Business': '1; drop' }, ...sent };
  for (const tags of ['"x"', 'W/"x", *', '*']) {
    for (const name of ['If-Match', 'If-None-Match'])
      yield { path, headers: { [name]: tags }, ...sent };
  }
  if (onlyReads(endpoint)) return;
  for (const key of ['a', 'a', 'x'.repeat(300)]) {
    yield { path, headers: { 'Idempotency-Key': key }, ...sent };
  }
  for (const text of oddBodies) yield { path, body: text };
  if (!endpoint.body) return;
  const most = sampleOf(endpoint.body, true) as object;
  yield { path, body: most };
  for (const near of nearBodies(most, body as object)) yield { path, body: near };
}

/** The good body with one field more, less or different at a time, so that what reads it is reached. */
function* nearBodies(most: object, good: object): Iterable<unknown> {
  for (const [at, [name, sample]] of Object.entries({ ...most, ...good }).entries()) {
    const { [name]: before, ...rest } = good as Record<string, unknown>;
    if (before === undefined) yield { ...rest, [name]: sample };
    else yield rest;
    // Each field meets some of the odd values, all of them together meet all.
    for (let i = 0; i < 3; i += 1) {
      yield { ...rest, [name]: oddValues[(at * 3 + i) % oddValues.length] };
    }
    for (const changed of nearOf(sample)) yield { ...rest, [name]: changed };
    // What may stand in the place of what is sent, such as a card for a token.
    const whole = (most as Record<string, unknown>)[name];
    if (before === undefined || whole === sample) continue;
    for (const changed of nearOf(whole)) yield { ...rest, [name]: changed };
  }
}

function* oddQueries({ query }: Described, { path, body }: Request): Iterable<Sent> {
  const sent = body === undefined ? {} : { body };
  yield { path: `${path}?nonsense=1`, ...sent };
  for (const [name, shape] of Object.entries(query)) {
    const good = [sampleOf(shape, true)].flat().join(',');
    yield { path: `${path}?${name}=${encodeURIComponent(good)}`, ...sent };
    for (const odd of oddValues) {
      if (typeof odd !== 'string' || odd.length > 5000) continue;
      yield { path: `${path}?${name}=${encodeURIComponent(odd.toWellFormed())}`, ...sent };
    }
  }
  yield { path, headers: { Accept: 'text/csv' }, ...sent };
}
