import type { Endpoint } from '../../src/api/v1/endpoint.ts';
import { endpoints } from '../../src/api/v1/endpoints.ts';
import { atOnce } from './at-once.ts';
import type { Made, Populated } from './everything.ts';
import { goodRequest, nobodys, type Request } from './good-requests.ts';
import type { Asked, Told, V1 } from './serve.ts';

type Call = V1['call'];

/** A caller whose objects are none of those that it names. */
export type Party = {
  readonly who: string;
  readonly as: Asked['as'] & object;
  /** True for one above the owner. */
  readonly isAbove: boolean;
  /** Lists in which it has something of its own. */
  readonly sees?: readonly string[];
  /** True for those that differ in their role alone. */
  readonly isOneOfRoles?: true;
};

/** The requests of this endpoint that name an object: that of a business, and one that is nobody's. */
export type Probe = {
  readonly endpoint: Endpoint;
  readonly foreign: Request;
  readonly nobodys: Request;
  /** Where it is named; nowhere, if only the header names the business that it is of. */
  readonly isInPath: boolean;
  readonly isInBody: boolean;
};

/** For every endpoint that names an object, a request that its owner would get an answer to. */
export function probesAt(made: Made): Probe[] {
  const nobody = nobodys(made);
  return endpoints.flatMap((endpoint) => {
    const foreign = goodRequest(endpoint, made);
    const unknown = goodRequest(endpoint, nobody);
    if (!foreign || !unknown) return [];
    const isInPath = foreign.path !== unknown.path;
    const isInBody = JSON.stringify(foreign.body) !== JSON.stringify(unknown.body);
    const isNamed = isInPath || isInBody || foreign.below !== undefined;
    return isNamed ? [{ endpoint, foreign, nobodys: unknown, isInPath, isInBody }] : [];
  });
}

/** Sends the requests of an owner as others; says what was not refused as if the object were nobody's. */
export async function leaksByNames(
  call: Call,
  { word }: Populated,
  parties: readonly Party[],
  probes: readonly Probe[],
): Promise<string[]> {
  const named = probes.filter(({ isInPath, isInBody }) => isInPath || isInBody);
  const unknown = await atOnce(named, (probe) => send(call, probe.nobodys, { as: parties[0]!.as }));
  const asked = parties.flatMap((party) => named.map((probe, i) => ({ party, probe, i })));
  const leaks = await atOnce(asked, async ({ party: { who, as, isAbove }, probe, i }) => {
    const { endpoint, foreign, isInPath } = probe;
    // What a business above may do with those below it.
    if (isAbove && endpoint.path.startsWith('/v1/businesses')) return [];
    const told = await send(call, foreign, { as });
    const flaw = flawIn(told, unknown[i]!, isInPath, word);
    return flaw ? [`${who}, ${endpoint.id}: ${flaw}`] : [];
  });
  return leaks.flat();
}

/** The same with the header that names the business of the object. */
export async function leaksByHeader(
  call: Call,
  { owner, word }: Populated,
  parties: readonly Party[],
  probes: readonly Probe[],
): Promise<string[]> {
  const others = parties.filter(({ isAbove }) => !isAbove);
  const asked = others.flatMap((party) => probes.map((probe) => ({ party, probe })));
  const leaks = await atOnce(
    asked,
    async ({ party: { who, as }, probe: { endpoint, foreign } }) => {
      const headers = { 'Quittance-Business': foreign.below ?? String(owner.business.id) };
      const { status, text } = await send(call, foreign, { as, headers });
      const isRefused = (status === 404 || status === 403) && !text.includes(word);
      return isRefused ? [] : [`${who}, ${endpoint.id} by header: ${status} ${text}`];
    },
  );
  return leaks.flat();
}

export async function send(call: Call, { method, path, body }: Request, asked: Asked) {
  return await call(method, path, { ...(body !== undefined && { body }), ...asked });
}

function flawIn(told: Told, unknown: Told, isInPath: boolean, word: string): string | undefined {
  const { status, text } = told;
  const says = `${status} ${text.slice(0, 300)}`;
  const isSame = gist(told) === gist(unknown);
  // Of many rows in one body each is refused by itself.
  const isRefused = isInPath ? status === 404 || status === 403 : isSame || isBarred(told);
  if (!isRefused || text.includes(word)) return says;
  return isSame || isBarred(told)
    ? undefined
    : `${says}; but of nobody's: ${unknown.status} ${unknown.text}`;
}

/** Only the operator may, or only who has another right: nothing was looked up. */
function isBarred({ status, body }: Told): boolean {
  return status === 403 && ['operator_only', 'right_missing'].includes(body.code);
}

function gist({ status, body }: Told): string {
  return JSON.stringify([status, { ...body, requestId: '' }]);
}

const lists = endpoints.filter(
  ({ query, path }) => Object.hasOwn(query, 'limit') && !path.includes('{'),
);

/** What a business sees of itself before it did anything. */
const neverEmpty = new Set(['/v1/api-keys', '/v1/businesses', '/v1/roles']);
/** Lists of the businesses below, too. */
const ofTree = new Set(['/v1/businesses', '/v1/applications']);

/**
 * Reads every list: whole, as CSV, by each filter that names an object of the owner, and by what searches for its objects;
 * nothing may be in it.
 */
export async function leaksInLists(
  call: Call,
  { word, made }: Populated,
  parties: readonly Party[],
  isTried: (endpoint: Endpoint) => boolean,
): Promise<string[]> {
  const named: Readonly<Record<string, string>> = made;
  const queries = lists.filter(isTried).flatMap(({ path, query }) => {
    const filters = Object.keys(query).filter((name) => named[name] !== undefined);
    const asked = filters.map((name) => [name, named[name]!] as const);
    if (Object.hasOwn(query, 'q')) asked.push(...searchesIn(path, named, word));
    const sent = asked.map(([name, value]) => `?${name}=${encodeURIComponent(value)}`);
    return [
      ...['', ...sent].map((one) => ({ path, sent: one, accept: 'application/json' })),
      { path, sent: '', accept: 'text/csv' },
    ];
  });
  const asked = parties.flatMap((party) => queries.map((query) => ({ party, ...query })));
  const leaks = await atOnce(asked, async ({ party, path, sent, accept }) => {
    const { who, as, isAbove, sees = [] } = party;
    if (isAbove && ofTree.has(path)) return [];
    const told = await call('GET', path + sent, { as, headers: { Accept: accept } });
    if (isBarred(told)) return [];
    const { status, text } = told;
    const hasOwn = sent === '' && (neverEmpty.has(path) || sees.includes(path));
    if (status === 200 && (hasOwn || isEmpty(told)) && !text.includes(word)) return [];
    return [`${who}, ${path}${sent} as ${accept}: ${status} ${text.slice(0, 300)}`];
  });
  return leaks.flat();
}

/** By the word that marks what the owner has, and by the number of an object that stands in this list. */
function searchesIn(path: string, named: Readonly<Record<string, string>>, word: string) {
  const below = new RegExp(`^${path}/\\{(\\w+)\\}$`);
  const names = endpoints.flatMap((one) => below.exec(one.path)?.[1] ?? []);
  const found = names.map((name) => named[name]).filter((value) => value !== undefined);
  return [...new Set([word, ...found])].map((value) => ['q', value] as const);
}

/** A page without rows, or the line of a CSV that names its columns. */
function isEmpty({ body, text }: Told): boolean {
  return body === undefined ? text.trimEnd().split('\r\n').length === 1 : body.data?.length === 0;
}
