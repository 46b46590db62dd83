import { flaw } from '../../../kernel/parsed.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { anything, list, type Shape, text } from '../shape.ts';
import type { OpenCall } from './open-endpoint.ts';
import type { Visitor } from './session-caller.ts';

/* Fields that several endpoints of people who sign in share. */

export const password = text('The password.', { maxLength: 200, writeOnly: true });
const fewest = 12;
const tooShort = flaw('too_short', `must have at least ${fewest} characters`);
const tooSimple = flaw('too_simple', 'must have at least 6 different characters');

/** A new password. The present one may be older than the rules. */
export const newPassword: Shape<string> = {
  ...password,
  read(value, at, reading) {
    const sent = password.read(value, at, reading);
    if (sent === undefined) return undefined;
    if (sent.length < fewest) return reading.note(at, tooShort);
    return new Set(sent).size < 6 ? reading.note(at, tooSimple) : sent;
  },
};
export const code = text('Six digits of the app, or a recovery code.', { maxLength: 30 });
export const email = text('The mail address.', { maxLength: 254 });
export const token = text('The part of the link behind the #.', { maxLength: 100 });
const mustBeObject = flaw('malformed', 'must be an object');
const credentialJson = anything(
  'The answer of the authenticator, as PublicKeyCredential.toJSON() gives it.',
);

/** Only its form is read here. */
export const credential: Shape<object> = {
  ...credentialJson,
  schema: { type: 'object' },
  read(value, at, reading) {
    const sent = credentialJson.read(value, at, reading);
    const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
    return isObject ? sent : reading.note(at, mustBeObject);
  },
};
export const recoveryCodes = list(
  text('Good once.'),
  'Each signs in once whoever lost the app or the passkey; shown once.',
);

const notAnId = flaw('malformed', 'must be an id: 32 hexadecimal digits in five groups');
const uuids = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The id of a session or passkey. */
export function uuid(doc: string): Shape<string> {
  const plain = text(doc, { format: 'uuid', maxLength: 36 });
  return {
    ...plain,
    read(value, at, reading) {
      const sent = plain.read(value, at, reading);
      return sent === undefined || uuids.test(sent) ? sent : reading.note(at, notAnId);
    },
  };
}

/** The visitor of an endpoint that needs one. */
export function visitorIn({ visitor }: Pick<OpenCall, 'visitor'>): Visitor {
  if (!visitor) throw new Refusal('not_authenticated');
  return visitor;
}
