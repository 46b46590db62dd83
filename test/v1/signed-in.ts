import assert from 'node:assert/strict';
import { makeLink } from '../../src/parties/sign-in/link.ts';
import { antiForgeryOf } from '../../src/parties/sign-in/session.ts';
import type { Role } from '../../src/parties/users/roles.ts';
import type { Caller } from '../fixture.ts';
import type { Headed, V1 } from './serve.ts';

/** A person who accepted the invitation of a business, as its browser calls. */
export async function signIn(v1: V1, as: Caller, role: Role, name: string = role): Promise<Headed> {
  const email = `${role}-of-${as.business.id}@example.com`;
  const invited = await v1.call('POST', '/v1/users', { body: { email, name, role }, as });
  assert.equal(invited.status, 201, invited.text);
  const world = await v1.open();
  const userId = BigInt(invited.body.id);
  const link = { kind: 'invitation', email, businessId: as.business.id, userId } as const;
  const token = await makeLink(world.db, world, world.uuid(), link);
  const body = { token, password: 'a long enough secret' };
  const signed = await v1.call('POST', '/v1/session/link', { body, as: { headers: {} } });
  assert.equal(signed.status, 201, signed.text);
  const cookie = signed.headers.get('set-cookie')!.split(';')[0]!;
  const secret = cookie.slice(cookie.indexOf('=') + 1);
  return { headers: { Cookie: cookie, 'X-Anti-Forgery': antiForgeryOf(secret) } };
}
