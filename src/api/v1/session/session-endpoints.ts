import { flaw } from '../../../kernel/parsed.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { Secret } from '../../../kernel/secret.ts';
import { readBusinesses } from '../../../parties/businesses/store.ts';
import { lookAtLink } from '../../../parties/sign-in/accept-link.ts';
import { beginSecondFactor, confirmSecondFactor } from '../../../parties/sign-in/second-factor.ts';
import { endSessions, isProvedAt, readSessionsOf } from '../../../parties/sign-in/session.ts';
import type { SignedIn } from '../../../parties/sign-in/sign-in.ts';
import type { World } from '../../../world.ts';
import { bool, list, maybe, moment, object, type Shape, text, word } from '../shape.ts';
import { cookieOf, endedCookie } from './cookie.ts';
import { type OpenCall, type OpenEndpoint, openEndpoint } from './open-endpoint.ts';
import type { Visitor } from './session-caller.ts';
import { sessionShape, sessionView } from './session-view.ts';

const password = text('The password.', { maxLength: 200, writeOnly: true });
const fewest = 12;
const tooShort = flaw('too_short', `must have at least ${fewest} characters`);
const tooSimple = flaw('too_simple', 'must have at least 6 different characters');

/** A password to come. That of now may be older than the rules. */
const newPassword: Shape<string> = {
  ...password,
  read(value, at, reading) {
    const sent = password.read(value, at, reading);
    if (sent === undefined) return undefined;
    if (sent.length < fewest) return reading.note(at, tooShort);
    return new Set(sent).size < 6 ? reading.note(at, tooSimple) : sent;
  },
};
const code = text('Six digits of the app, or a recovery code.', { maxLength: 30 });
const email = text('The mail address.', { maxLength: 254 });
const token = text('The part of the link behind the #.', { maxLength: 100 });

/** The visitor of an endpoint that needs one. */
function visitorIn({ visitor }: Pick<OpenCall, 'visitor'>): Visitor {
  if (!visitor) throw new Refusal('not_authenticated');
  return visitor;
}

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
  body: object({ password }),
  answer: sessionShape,
  async handle(world, call) {
    const visitor = visitorIn(call);
    const shown = new Secret(call.body.password);
    await call.signIn.proveByPassword(visitor.session, visitor.person, shown, call.browser);
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
  body: object({ token }),
  answer: object({
    kind: word('What it is for.', ['invitation', 'reset', 'login']),
    email: text('Whom it signs in.'),
    business: text('The name of the business that it is from.'),
    needs: word('What to send with it.', ['newPassword', 'password', 'nothing']),
  }),
  async handle(world, { body, signIn: door, browser }) {
    const { link, needs } = await door.lookLimited(browser, () => lookAtLink(world, body.token));
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
  body: object({ email }),
  answer: object({ sent: bool('True, whether or not there is such a person.') }),
  status: 202,
  async handle(_world, call) {
    await call.signIn.forgot(call.body.email, call.browser);
    return { body: { sent: true } };
  },
});

const beginFactor = openEndpoint({
  id: 'session.beginSecondFactor',
  method: 'POST',
  path: '/v1/session/second-factor',
  doc: 'A secret for an app that shows codes. It counts once a code of it is confirmed.',
  needs: 'proof',
  answer: object({
    secret: text('To type into the app.'),
    address: text('The same as an address, for a QR code.'),
  }),
  status: 201,
  async handle(world, call) {
    const { person } = visitorIn(call);
    return { body: await beginSecondFactor(world, person) };
  },
});

const confirmFactor = openEndpoint({
  id: 'session.confirmSecondFactor',
  method: 'POST',
  path: '/v1/session/second-factor/confirm',
  doc: 'From now on codes of this app are asked for.',
  needs: 'proof',
  body: object({ code }),
  answer: object({
    recoveryCodes: list(text('Good once.'), 'For whoever loses the app; shown once.'),
  }),
  async handle(world, call) {
    const { person } = visitorIn(call);
    const recoveryCodes = await confirmSecondFactor(world, person, call.body.code);
    return { body: { recoveryCodes } };
  },
});

const setPassword = openEndpoint({
  id: 'session.setPassword',
  method: 'POST',
  path: '/v1/session/password',
  doc: 'Chooses another password, and ends all other sessions.',
  needs: 'proof',
  body: object({ password: newPassword }),
  answer: sessionShape,
  async handle(world, call) {
    const visitor = visitorIn(call);
    await call.signIn.changePassword(
      visitor.session,
      visitor.person,
      new Secret(call.body.password),
    );
    const person = { ...visitor.person, passwordHash: Buffer.alloc(0) };
    return { body: await sessionView(world, { ...visitor, person }) };
  },
});

const listThem = openEndpoint({
  id: 'session.list',
  method: 'GET',
  path: '/v1/session/all',
  doc: 'The browsers in which this person is signed in.',
  needs: 'whole',
  answer: object({
    data: list(
      object({
        id: text('The session.'),
        isThis: bool('Whether it is the one that asks.'),
        browser: text('As it calls itself.'),
        address: text('The network address that it signed in from.'),
        createdAt: moment('When it signed in.'),
        seenAt: moment('Its last request, to the minute.'),
      }),
      'The newest first.',
    ),
  }),
  async handle(world, call) {
    const { person, session } = visitorIn(call);
    const open = await readSessionsOf(world.db, person.id, world.now());
    const data = open.map(({ id, browser, address, createdAt, seenAt }) => {
      const moments = { createdAt: createdAt.toISOString(), seenAt: seenAt.toISOString() };
      return { id, isThis: id === session.id, browser, address, ...moments };
    });
    return { body: { data } };
  },
});

const endOthers = openEndpoint({
  id: 'session.endOthers',
  method: 'DELETE',
  path: '/v1/session/all',
  doc: 'Ends all other sessions of this person.',
  needs: 'whole',
  answer: object({ ended: bool('True.') }),
  async handle(world, call) {
    const { person, session } = visitorIn(call);
    await endSessions(world.db, person.id, { but: session.id, at: world.now() });
    return { body: { ended: true } };
  },
});

/** For the portal alone: they are no part of the promise of `/v1`. */
export const sessionEndpoints: readonly OpenEndpoint[] = [
  ...[signIn, sendCode, prove, retrieve, end, look, useLink, forgot],
  ...[beginFactor, confirmFactor, setPassword, listThem, endOthers],
];

export function needsProof(world: World, { session, person }: Visitor): boolean {
  // Who just signed in by a link without a password has nothing to prove with.
  const canProve = person.secondFactor || person.passwordHash !== undefined;
  return canProve && !isProvedAt(session, world.now());
}
