import { Secret } from '../../../kernel/secret.ts';
import { readBusinesses } from '../../../parties/businesses/store.ts';
import { previewLink } from '../../../parties/sign-in/accept-link.ts';
import { endSessions } from '../../../parties/sign-in/session.ts';
import type { SignedIn } from '../../../parties/sign-in/sign-in.ts';
import type { World } from '../../../world.ts';
import { anything, bool, maybe, object, text, word } from '../shape.ts';
import { accountEndpoints } from './account-endpoints.ts';
import { cookieOf, endedCookie } from './cookie.ts';
import { type OpenCall, type OpenEndpoint, openEndpoint } from './open-endpoint.ts';
import { passkeyEndpoints } from './passkey-endpoints.ts';
import type { Visitor } from './session-caller.ts';
import {
  code,
  credential,
  email,
  newPassword,
  password,
  token,
  visitorIn,
} from './session-fields.ts';
import { sessionShape, sessionView } from './session-view.ts';

async function begun(world: World, signed: SignedIn, { isSecure }: Pick<OpenCall, 'isSecure'>) {
  const headers = { 'Set-Cookie': cookieOf(signed.token, isSecure) };
  return { body: await sessionView(world, signed), headers };
}

/** Reads the session anew: a proof or a code changed it. */
async function current(world: World, { session, person, token }: Visitor) {
  const at = world.now();
  const proved = { ...session, stage: 'whole', provedAt: at } as const;
  return { body: await sessionView(world, { session: proved, person, token }) };
}

const signIn = openEndpoint({
  id: 'session.create',
  method: 'POST',
  path: '/v1/session',
  doc: 'Signs in by mail address and password. Who has a second factor sends a code next.',
  needs: 'nothing',
  refuses: ['wrong_sign_in', 'too_many_bad_credentials'],
  body: object({ email, password }),
  answer: sessionShape,
  status: 201,
  async handle(world, call) {
    const shown = new Secret(call.body.password);
    const signed = await call.signIn.byPassword(call.body.email, shown, call.browser);
    return await begun(world, signed, call);
  },
});

const sendCode = openEndpoint({
  id: 'session.sendCode',
  method: 'POST',
  path: '/v1/session/code',
  doc: 'Proves by a code: the second factor of a sign-in, or before money leaves.',
  needs: 'session',
  refuses: ['wrong_sign_in', 'too_many_bad_credentials'],
  body: object({ code }),
  answer: sessionShape,
  async handle(world, call) {
    const visitor = visitorIn(call);
    await call.signIn.byCode(visitor.session, visitor.person, call.body.code, call.browser);
    return await current(world, visitor);
  },
});

const prove = openEndpoint({
  id: 'session.prove',
  method: 'POST',
  path: '/v1/session/proof',
  doc: 'Proves by the password, for whoever has no second factor.',
  needs: 'session',
  refuses: ['wrong_sign_in', 'too_many_bad_credentials', 'code_required'],
  body: object({ password }),
  answer: sessionShape,
  async handle(world, call) {
    const visitor = visitorIn(call);
    const shown = new Secret(call.body.password);
    await call.signIn.proveByPassword(visitor.session, visitor.person, shown, call.browser);
    return await current(world, visitor);
  },
});

const options = anything(
  'For navigator.credentials.get, as PublicKeyCredential.parseRequestOptionsFromJSON takes them.',
);

const beginByPasskey = openEndpoint({
  id: 'session.beginPasskeySignIn',
  method: 'POST',
  path: '/v1/session/passkey/begin',
  doc: 'What a passkey is asked to sign to sign somebody in. It is good for five minutes and one answer.',
  needs: 'nothing',
  refuses: ['wrong_state', 'rate_limited'],
  answer: object({ options }),
  async handle(_world, { signIn: door, address, browser }) {
    return { body: { options: await door.beginByPasskey(address, browser) } };
  },
});

const byPasskey = openEndpoint({
  id: 'session.createByPasskey',
  method: 'POST',
  path: '/v1/session/passkey',
  doc: 'Signs in by a passkey, in the place of password and code.',
  needs: 'nothing',
  refuses: ['wrong_sign_in', 'too_many_bad_credentials', 'wrong_state'],
  body: object({ credential }),
  answer: sessionShape,
  status: 201,
  async handle(world, call) {
    const shown = { ...call.body, address: call.address };
    return await begun(world, await call.signIn.byPasskey(shown, call.browser), call);
  },
});

const beginProof = openEndpoint({
  id: 'session.beginPasskeyProof',
  method: 'POST',
  path: '/v1/session/proof/passkey/begin',
  doc: 'What one of the passkeys of this person is asked to sign for a proof.',
  needs: 'session',
  refuses: ['wrong_state', 'rate_limited'],
  answer: object({ options }),
  async handle(_world, call) {
    const { session, person } = visitorIn(call);
    const asked = await call.signIn.beginProofByPasskey(session, person, call.address);
    return { body: { options: asked } };
  },
});

const proveByPasskey = openEndpoint({
  id: 'session.proveByPasskey',
  method: 'POST',
  path: '/v1/session/proof/passkey',
  doc: 'Proves by a passkey: the second factor of a sign-in, or before money leaves.',
  needs: 'session',
  refuses: ['wrong_sign_in', 'too_many_bad_credentials', 'wrong_state'],
  body: object({ credential }),
  answer: sessionShape,
  async handle(world, call) {
    const visitor = visitorIn(call);
    const shown = { ...call.body, address: call.address };
    await call.signIn.proveByPasskey(visitor.session, visitor.person, shown, call.browser);
    return await current(world, visitor);
  },
});

const proveByLink = openEndpoint({
  id: 'session.proveByLink',
  method: 'POST',
  path: '/v1/session/proof/link',
  doc: 'Proves by a login link, which is used up: for whoever has neither password nor passkey.',
  needs: 'session',
  refuses: ['link_not_valid', 'wrong_sign_in', 'too_many_bad_credentials'],
  body: object({ token }),
  answer: sessionShape,
  async handle(world, call) {
    const visitor = visitorIn(call);
    await call.signIn.proveByLink(visitor.session, visitor.person, call.body.token, call.browser);
    return await current(world, visitor);
  },
});

const retrieve = openEndpoint({
  id: 'session.retrieve',
  method: 'GET',
  path: '/v1/session',
  doc: 'Who is signed in, and what it may do.',
  needs: 'session',
  answer: sessionShape,
  handle: async (world, call) => ({ body: await sessionView(world, visitorIn(call)) }),
});

const end = openEndpoint({
  id: 'session.end',
  method: 'DELETE',
  path: '/v1/session',
  doc: 'Signs out.',
  needs: 'session',
  answer: object({ ended: bool('True.') }),
  async handle(world, call) {
    const { person, session } = visitorIn(call);
    await endSessions(world.db, person.id, { only: session.id, at: world.now() });
    return { body: { ended: true }, headers: { 'Set-Cookie': endedCookie(call.isSecure) } };
  },
});

const look = openEndpoint({
  id: 'session.lookAtLink',
  method: 'POST',
  path: '/v1/session/link/look',
  doc: 'What a link is for. It is not used up.',
  needs: 'nothing',
  refuses: ['link_not_valid', 'too_many_bad_credentials'],
  body: object({ token }),
  answer: object({
    kind: word('What it is for.', ['invitation', 'reset', 'login']),
    email: text('Whom it signs in.'),
    business: text('The name of the business that it is from.'),
    needs: word('What to send with it.', ['newPassword', 'password', 'nothing']),
  }),
  async handle(world, { body, signIn: door, browser }) {
    const { link, needs } = await door.lookLimited(browser, () => previewLink(world, body.token));
    const business = await world.gather(readBusinesses, link.businessId);
    const { kind, email: address } = link;
    return { body: { kind, email: address, business: business?.name ?? '', needs } };
  },
});

const useLink = openEndpoint({
  id: 'session.useLink',
  method: 'POST',
  path: '/v1/session/link',
  doc: 'Uses a link, once.',
  needs: 'nothing',
  refuses: ['link_not_valid', 'wrong_sign_in', 'too_many_bad_credentials'],
  body: object({ token, password: maybe(newPassword) }),
  answer: sessionShape,
  status: 201,
  async handle(world, call) {
    const shown = call.body.password === undefined ? undefined : new Secret(call.body.password);
    const signed = await call.signIn.byLink(call.body.token, shown, call.browser);
    return await begun(world, signed, call);
  },
});

const forgot = openEndpoint({
  id: 'session.forgot',
  method: 'POST',
  path: '/v1/session/forgotten',
  doc: 'Mails a link for a new password, if there is such a person. The answer is always the same.',
  needs: 'nothing',
  refuses: ['rate_limited'],
  body: object({ email }),
  answer: object({ sent: bool('True, whether or not there is such a person.') }),
  status: 202,
  async handle(_world, call) {
    await call.signIn.forgot(call.body.email, call.browser);
    return { body: { sent: true } };
  },
});

/** For people who sign in; programs have keys. */
export const sessionEndpoints: readonly OpenEndpoint[] = [
  ...[signIn, sendCode, prove, beginByPasskey, byPasskey, beginProof, proveByPasskey],
  ...[proveByLink, retrieve, end, look, useLink, forgot, ...accountEndpoints, ...passkeyEndpoints],
];
