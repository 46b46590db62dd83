import { Refusal } from '../../../kernel/refusal.ts';
import { Secret } from '../../../kernel/secret.ts';
import { hasSecondFactor } from '../../../parties/sign-in/person.ts';
import { qrCodeOf } from '../../../parties/sign-in/qr-code.ts';
import { renamePerson } from '../../../parties/sign-in/rename-person.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  makeRecoveryCodes,
  removeSecondFactor,
} from '../../../parties/sign-in/second-factor.ts';
import { endSessions, readSessionsOf } from '../../../parties/sign-in/session.ts';
import { freeText } from '../../operations/fields.ts';
import { bool, field, integer, list, moment, object, text } from '../shape.ts';
import { type OpenEndpoint, openEndpoint } from './open-endpoint.ts';
import { code, newPassword, recoveryCodes, uuid, visitorIn } from './session-fields.ts';
import { sessionShape, sessionView } from './session-view.ts';

const beginFactor = openEndpoint({
  id: 'session.beginSecondFactor',
  method: 'POST',
  path: '/v1/session/second-factor',
  doc:
    'A secret for an app that shows codes. It counts once a code of it is confirmed. Whoever has neither a password nor a ' +
    'passkey chooses one first.',
  needs: 'proof',
  refuses: ['wrong_state'],
  answer: object({
    secret: text('To type into the app.'),
    address: text('The same as an address.'),
    qrCode: object(
      {
        size: integer('How many squares a side has.'),
        path: text('The dark squares as a path of SVG, each one unit wide.'),
      },
      { doc: 'The address as a picture.' },
    ),
  }),
  status: 201,
  async handle(world, call) {
    const { person } = visitorIn(call);
    // A code is asked for only after another proof: nobody could sign in with it alone.
    if (!person.passwordHash && !person.hasPasskey) {
      throw new Refusal('wrong_state', { message: 'Choose a password or add a passkey first.' });
    }
    const shown = await beginSecondFactor(world, person);
    return { body: { ...shown, qrCode: qrCodeOf(shown.address) } };
  },
});

const confirmFactor = openEndpoint({
  id: 'session.confirmSecondFactor',
  method: 'POST',
  path: '/v1/session/second-factor/confirm',
  doc: 'From now on codes of this app are asked for.',
  needs: 'proof',
  refuses: ['wrong_state'],
  body: object({ code }),
  answer: object({ recoveryCodes }),
  async handle(world, call) {
    const { person, session } = visitorIn(call);
    const codes = await confirmSecondFactor(world, person, session, call.body.code);
    return { body: { recoveryCodes: codes } };
  },
});

const removeFactor = openEndpoint({
  id: 'session.removeSecondFactor',
  method: 'DELETE',
  path: '/v1/session/second-factor',
  doc: 'Codes of the app are not asked for any more. With the last second factor recovery codes end, too.',
  needs: 'proof',
  answer: object({ removed: bool('True.') }),
  async handle(world, call) {
    const { person, session } = visitorIn(call);
    await removeSecondFactor(world, person, session);
    return { body: { removed: true } };
  },
});

const newRecoveryCodes = openEndpoint({
  id: 'session.createRecoveryCodes',
  method: 'POST',
  path: '/v1/session/recovery-codes',
  doc: 'Codes for whoever loses the app or the passkey. The former ones end.',
  needs: 'proof',
  refuses: ['wrong_state'],
  answer: object({ recoveryCodes }),
  status: 201,
  async handle(world, call) {
    const { person, session } = visitorIn(call);
    if (!hasSecondFactor(person)) throw new Refusal('wrong_state');
    return { body: { recoveryCodes: await makeRecoveryCodes(world, person, session) } };
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

const endOne = openEndpoint({
  id: 'session.endOne',
  method: 'DELETE',
  path: '/v1/session/all/{sessionId}',
  doc: 'Ends a session of this person. Doing it again changes nothing.',
  needs: 'whole',
  params: { sessionId: uuid('The session.') },
  answer: object({ ended: bool('True.') }),
  async handle(world, call) {
    const { person } = visitorIn(call);
    await endSessions(world.db, person.id, { only: call.params.sessionId, at: world.now() });
    return { body: { ended: true } };
  },
});

const update = openEndpoint({
  id: 'session.update',
  method: 'PATCH',
  path: '/v1/session',
  doc: 'Changes how others see this person, in every business that it works for.',
  needs: 'whole',
  body: object({ name: field(freeText('As others see it.', 'name')) }),
  answer: sessionShape,
  async handle(world, call) {
    const visitor = visitorIn(call);
    await renamePerson(world, visitor.person, call.body.name);
    return { body: await sessionView(world, visitor) };
  },
});

/** Endpoints with which people manage their own sign-in. */
export const accountEndpoints: readonly OpenEndpoint[] = [
  ...[update, beginFactor, confirmFactor, removeFactor, newRecoveryCodes, setPassword],
  ...[listThem, endOthers, endOne],
];
