import assert from 'node:assert/strict';
import { makeLink } from '../../src/parties/sign-in/link.ts';
import { makeAuthenticator } from './made-authenticator.ts';
import type { Told, V1 } from './serve.ts';

/* People who use a browser of their own. */

export const password = 'a long enough secret';

export type Sent = {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A browser: it keeps its cookie, and shows the word against forged requests. Passkeys need the name of a host. */
export function browserAt(v1: Pick<V1, 'call' | 'baseUrl'>) {
  const at = v1.baseUrl.replace('127.0.0.1', 'localhost');
  let cookie = '';
  let antiForgery = '';
  const browser = {
    origin: at,
    async call(method: string, path: string, { body, headers }: Sent = {}): Promise<Told> {
      const shown = {
        Host: new URL(at).host,
        ...(cookie !== '' && { Cookie: cookie }),
        ...(antiForgery !== '' && { 'X-Anti-Forgery': antiForgery }),
        ...headers,
      };
      const told = await v1.call(method, path, {
        body,
        at: v1.baseUrl,
        as: { headers: shown },
      });
      const set = told.headers.get('set-cookie');
      if (set) cookie = set.split(';')[0]!;
      if (told.body?.antiForgery) antiForgery = told.body.antiForgery;
      return told;
    },
    async signIn(email: string): Promise<Told> {
      return await browser.call('POST', '/v1/session', { body: { email, password } });
    },
  };
  return browser;
}
export type Browser = ReturnType<typeof browserAt>;

/** Somebody who was invited, and accepted by the mailed link in this browser. */
export async function join(v1: V1, role: string, email: string): Promise<Browser> {
  const { id } = (await v1.call('POST', '/v1/users', { body: { email, name: 'Ann', role } })).body;
  const world = await v1.open();
  const businessId = v1.caller.business.id;
  const link = { kind: 'invitation', email, businessId, userId: BigInt(id) } as const;
  const token = await makeLink(world.db, world, world.uuid(), link);
  const browser = browserAt(v1);
  const body = { token, password };
  const signed = await browser.call('POST', '/v1/session/link', { body });
  assert.equal(signed.status, 201, signed.text);
  return browser;
}

/** Somebody who is in by a link that was shown at the machine: it has no password yet. */
export async function comeByLink(v1: V1, email: string): Promise<Browser> {
  const user = { email, name: 'Ann', role: 'manager' };
  const { id } = (await v1.call('POST', '/v1/users', { body: user })).body;
  const world = await v1.open();
  const link = {
    kind: 'login',
    email,
    businessId: v1.caller.business.id,
    userId: BigInt(id),
  } as const;
  const token = await makeLink(world.db, world, world.uuid(), link);
  const browser = browserAt(v1);
  const signed = await browser.call('POST', '/v1/session/link', { body: { token } });
  assert.equal(signed.body.hasPassword, false, signed.text);
  return browser;
}

/** A passkey that was added in this browser, with what the service answered. */
export async function addPasskey(browser: Browser, name = 'Laptop') {
  const authenticator = makeAuthenticator(browser.origin);
  const begun = await browser.call('POST', '/v1/session/passkeys/begin');
  assert.equal(begun.status, 200, begun.text);
  const body = { name, credential: authenticator.create(begun.body.options) };
  const added = await browser.call('POST', '/v1/session/passkeys', { body });
  assert.equal(added.status, 201, added.text);
  return { authenticator, added: added.body };
}
