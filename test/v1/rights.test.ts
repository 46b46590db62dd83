import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Endpoint, onlyReads, rightsFor } from '../../src/api/v1/endpoint.ts';
import { endpoints } from '../../src/api/v1/endpoints.ts';
import { type Right, rights } from '../../src/parties/businesses/rights.ts';
import { roleNames, roles } from '../../src/parties/users/roles.ts';
import { atOnce } from './at-once.ts';
import { endpointRights, roleRights } from './golden-rights.ts';
import { sampleOf } from './samples.ts';
import { type Asked, serveV1 } from './serve.ts';
import { signIn } from './signed-in.ts';

const v1 = await serveV1({ after });

test('each endpoint needs the right, and each role has the rights, that are written down', () => {
  const stated = endpoints.map((endpoint) => {
    const { id, forOperator, inSandboxOnly } = endpoint;
    const right = rightsFor(endpoint).join(' or ');
    const needs = [right, forOperator && 'at the root', inSandboxOnly && 'in a sandbox'];
    return [id, needs.filter(Boolean).join(' ')];
  });
  assert.deepEqual(Object.fromEntries(stated), endpointRights, 'see test/v1/golden-rights.ts');
  const given = roleNames.map((name) => [name, roles[name].rights.join(' ')]);
  assert.deepEqual(Object.fromEntries(given), roleRights, 'see test/v1/golden-rights.ts');
});

type Holder = {
  readonly who: string;
  readonly has: readonly Right[];
  caller(): Promise<Asked['as'] & object>;
};
const holders: readonly Holder[] = [
  { who: 'a key for everything', has: rights, caller: () => keyFor(null) },
  ...rights.map((right) => {
    return { who: `a key for ${right} alone`, has: [right], caller: () => keyFor([right]) };
  }),
  ...roleNames.flatMap((role) => {
    const { rights: has } = roles[role];
    const caller = () => signIn(v1, v1.caller, role);
    return [
      { who: `a key with the rights of the role ${role}`, has, caller: () => keyFor(has) },
      { who: `a signed-in user with the role ${role}`, has, caller },
    ];
  }),
];

for (const { who, has, caller } of holders) {
  test(`${who} is admitted exactly where the table says`, async () => {
    const as = await caller();
    const wrong = await atOnce(endpoints, async (endpoint) => {
      const { status, code, said } = await askOddly(endpoint, as);
      const wasAdmitted = faultsOfRequest.includes(`${status} ${code}`);
      // People read it too: it speaks of no key.
      const wasRefused = status === 403 && code === 'right_missing' && !/\bkey\b/.test(said);
      const enough = rightsFor(endpoint);
      const isGood = enough.some((right) => has.includes(right)) ? wasAdmitted : wasRefused;
      return isGood ? [] : [`${endpoint.id} needs ${enough.join(' or ')}: ${status} ${code}`];
    });
    assert.deepEqual(wrong.flat(), []);
  });
}

async function keyFor(has: readonly Right[] | null) {
  const made = await v1.call('POST', '/v1/api-keys', { body: { name: 'k', rights: has } });
  assert.equal(made.status, 201, made.text);
  return { apiKey: made.body.secret as string };
}

/** Whoever is admitted is told what is wrong with the request, and nothing is done. */
const faultsOfRequest = ['400 wrong_fields', '400 unreadable', '404 not_found'];

async function askOddly(endpoint: Endpoint, as: Asked['as'] & object) {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(sampleOf(endpoint.params[name]!, true)),
  );
  const { status, body } = onlyReads(endpoint)
    ? await v1.call(endpoint.method, `${path}?nonsense=1`, { as })
    : await v1.call(endpoint.method, path, { as, body: { nonsense: 1 } });
  return { status, code: body.code, said: `${body.title} ${body.detail}` };
}
