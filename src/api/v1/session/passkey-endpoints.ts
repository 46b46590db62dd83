import { Refusal } from '../../../kernel/refusal.ts';
import { type Passkey, readPasskeys, renamePasskey } from '../../../parties/sign-in/passkey.ts';
import { addPasskey, removePasskey } from '../../../parties/sign-in/passkey-sign-in.ts';
import { freeText } from '../../operations/fields.ts';
import {
  anything,
  bool,
  field,
  list,
  moment,
  object,
  orNull,
  type TypeOf,
  text,
} from '../shape.ts';
import { type OpenEndpoint, openEndpoint } from './open-endpoint.ts';
import { credential, recoveryCodes, uuid, visitorIn } from './session-fields.ts';

const passkeyShape = object(
  {
    id: text('The passkey.'),
    name: text('What its owner calls it.'),
    createdAt: moment('When it was added.'),
    lastUsedAt: orNull(moment('When it last signed in or proved something.')),
  },
  { name: 'Passkey' },
);

function passkeyWire({ id, name, createdAt, usedAt }: Passkey): TypeOf<typeof passkeyShape> {
  const lastUsedAt = usedAt?.toISOString() ?? null;
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt };
}

const name = field(freeText('What you call it.', 'name'));
const params = { passkeyId: uuid('The passkey.') };

const listThem = openEndpoint({
  id: 'session.listPasskeys',
  method: 'GET',
  path: '/v1/session/passkeys',
  doc: 'The passkeys of this person, the oldest first.',
  needs: 'whole',
  answer: object({ data: list(passkeyShape, 'At most twenty.') }),
  async handle(world, call) {
    const found = await readPasskeys(world.db, visitorIn(call).person.id);
    return { body: { data: found.map(passkeyWire) } };
  },
});

const beginAdding = openEndpoint({
  id: 'session.beginPasskey',
  method: 'POST',
  path: '/v1/session/passkeys/begin',
  doc: 'What an authenticator is asked for a new passkey with. It is good for five minutes and one answer.',
  needs: 'proof',
  refuses: ['wrong_state', 'rate_limited'],
  answer: object({
    options: anything(
      'For navigator.credentials.create, as PublicKeyCredential.parseCreationOptionsFromJSON takes them.',
    ),
  }),
  async handle(_world, call) {
    const { person, session } = visitorIn(call);
    const options = await call.signIn.beginNewPasskey(session, person, call.address);
    return { body: { options } };
  },
});

const addOne = openEndpoint({
  id: 'session.addPasskey',
  method: 'POST',
  path: '/v1/session/passkeys',
  doc: 'Adds a passkey: from now on it signs in by itself, and a password alone does not.',
  needs: 'proof',
  refuses: ['wrong_state'],
  body: object({ name, credential }),
  answer: object({ passkey: passkeyShape, recoveryCodes }),
  status: 201,
  async handle(world, call) {
    const { person, session } = visitorIn(call);
    const fresh = { ...call.body, sessionId: session.id, address: call.address };
    const added = await addPasskey(world, person, fresh);
    return { body: { ...added, passkey: passkeyWire(added.passkey) } };
  },
});

const renameOne = openEndpoint({
  id: 'session.renamePasskey',
  method: 'PATCH',
  path: '/v1/session/passkeys/{passkeyId}',
  doc: 'Calls a passkey otherwise.',
  needs: 'whole',
  refuses: ['not_found'],
  params,
  body: object({ name }),
  answer: object({ renamed: bool('True.') }),
  async handle(world, call) {
    const { id } = visitorIn(call).person;
    const { passkeyId } = call.params;
    const isThere = await renamePasskey(world.db, id, passkeyId, call.body.name);
    if (!isThere) throw new Refusal('not_found');
    return { body: { renamed: true } };
  },
});

const removeOne = openEndpoint({
  id: 'session.removePasskey',
  method: 'DELETE',
  path: '/v1/session/passkeys/{passkeyId}',
  doc:
    'Removes a passkey, which signs in no more. Sessions that began with it go on. With the last second factor recovery ' +
    'codes end, too. Whoever has no password keeps the last one.',
  needs: 'proof',
  refuses: ['wrong_state'],
  params,
  answer: object({ removed: bool('True.') }),
  async handle(world, call) {
    const { person, session } = visitorIn(call);
    await removePasskey(world, person, session, call.params.passkeyId);
    return { body: { removed: true } };
  },
});

/** The passkeys of a person who is signed in. */
export const passkeyEndpoints: readonly OpenEndpoint[] = [
  ...[listThem, beginAdding, addOne, renameOne, removeOne],
];
