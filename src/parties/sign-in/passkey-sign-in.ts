import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import type { World } from '../../world.ts';
import {
  countUse,
  deletePasskeys,
  insertPasskey,
  type Passkey,
  readPasskey,
  readPasskeys,
} from './passkey.ts';
import { challengeMs, makeChallenge, type Occasion, takeChallenge } from './passkey-challenge.ts';
import { type Person, readPeople } from './person.ts';
import { recordPersonAct } from './person-act.ts';
import { makeRecoveryCodes } from './second-factor.ts';
import { type Held, whileOpen } from './while-open.ts';

/*
 * Passkeys (WebAuthn). The browser carries the answers of an authenticator, and their content is untrusted until the
 * library has verified it.
 */

/**
 * Loaded when the first passkey comes: it is large, and warns at once that it tries a feature that Node.js calls
 * experimental.
 */
const library = async () => await import('@simplewebauthn/server');

/** Ed25519, ECDSA and RSA: the algorithms of authenticators. */
const algorithms = [-8, -7, -257];

type Office = Pick<World, 'db' | 'now' | 'randomBytes' | 'uuid' | 'log'>;

/** The service as browsers name it: its passkeys are good on pages of this origin alone. */
type RelyingParty = { readonly id: string; readonly origin: string };

const needsName =
  'A passkey belongs to a host name: open this page by its name, such as localhost, and not by an IP address.';

function relyingPartyAt(address: string): RelyingParty {
  const { hostname, origin } = new URL(address);
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  if (isAddress) throw new Refusal('wrong_state', { message: needsName });
  return { id: hostname, origin };
}

/** The options with which the browser asks an authenticator for a new passkey. */
export async function beginPasskey(
  world: Office,
  person: Person,
  sessionId: string,
  address: string,
) {
  const { id: rpID } = relyingPartyAt(address);
  const known = await readPasskeys(world.db, person.id);
  // Before the authenticator makes one that is good for nothing.
  refuseMany(known);
  const { generateRegistrationOptions } = await library();
  return await generateRegistrationOptions({
    rpName: 'Quittance',
    rpID,
    userName: person.email,
    userID: handleOf(person.id),
    challenge: bytesOf(await makeChallenge(world, { purpose: 'register', sessionId })),
    timeout: challengeMs,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(described),
    // It replaces password and code: the authenticator finds the person and verifies it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

const mostPasskeys = 20;
const hasMany = `A person has at most ${mostPasskeys} passkeys: remove one first.`;

function refuseMany(known: readonly Passkey[]): void {
  if (known.length >= mostPasskeys) throw new Refusal('wrong_state', { message: hasMany });
}

type NewPasskey = {
  readonly name: string;
  /** As the browser received it from the authenticator. */
  readonly credential: unknown;
  readonly sessionId: string;
  readonly address: string;
};

/** A further passkey of a person. With its first second factor it gets recovery codes, which are shown once. */
export async function addPasskey(
  world: Office,
  person: Person,
  { name, credential, sessionId, address }: NewPasskey,
): Promise<{ readonly passkey: Passkey; readonly recoveryCodes: readonly string[] }> {
  const { db, now } = world;
  const verified = await verifiedNew(world, credential, { sessionId, address });
  if (!verified) throw wrongCredential();
  const { id, publicKey, counter, transports = [] } = verified;
  const passkey: Passkey = {
    ...{ personId: person.id, id: world.uuid(), name },
    ...{ credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey) },
    ...{ signCount: BigInt(counter), transports: transports.join(' ').slice(0, 100) },
    ...{ createdAt: now(), usedAt: undefined },
  };
  await recordPersonAct(world, person, 'person.passkey_added', { name });
  const session = { id: sessionId, personId: person.id };
  const isNew = await whileOpen(db, session, async (tx) => {
    // Checked again with the person locked: two may have been requested at once.
    refuseMany(await readPasskeys(tx, person.id));
    return await insertPasskey(tx, passkey);
  });
  if (!isNew) throw wrongCredential();
  const recoveryCodes =
    person.recoveryHashes === '' ? await makeRecoveryCodes(world, person, session) : ([] as const);
  return { passkey, recoveryCodes };
}

/** Doing it again changes nothing. Sessions that began with it go on. The last way to sign in stays. */
export async function removePasskey(
  world: Office,
  person: Person,
  session: Held,
  id: string,
): Promise<void> {
  const known = await readPasskeys(world.db, person.id);
  const passkey = known.find((one) => one.id === id);
  if (!passkey) return;
  refuseLast(person, known);
  await recordPersonAct(world, person, 'person.passkey_removed', { name: passkey.name });
  await whileOpen(world.db, session, async (tx, current) => {
    // Once more, with the person locked: two may be removed at once.
    const left = await readPasskeys(tx, person.id);
    if (!left.some((one) => one.id === id)) return;
    refuseLast(current, left);
    await deletePasskeys(tx, person.id, id);
  });
}

function refuseLast({ passwordHash }: Person, known: readonly Passkey[]): void {
  if (passwordHash !== undefined || known.length > 1) return;
  throw new Refusal('wrong_state', { message: 'Choose a password or add a passkey first.' });
}

const isNoAnswer = {
  code: 'malformed',
  rule: 'is no answer to what an authenticator was just asked for this session',
};

function wrongCredential(): Refusal {
  return new Refusal('wrong_fields', { details: [fieldFault('credential', isNoAnswer)] });
}

type Asked = {
  readonly occasion: Occasion;
  readonly address: string;
  /** The person who is signed in. */
  readonly expected?: Person;
};

/**
 * The options with which the browser asks an authenticator to sign. Without a person the authenticator says who it is.
 */
export async function beginPasskeyProof(world: Office, { occasion, address, expected }: Asked) {
  const { id: rpID } = relyingPartyAt(address);
  const known = expected ? await readPasskeys(world.db, expected.id) : [];
  const { generateAuthenticationOptions } = await library();
  return await generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(await makeChallenge(world, occasion)),
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: known.map(described),
  });
}

/**
 * The person whose passkey answered. Undefined: the passkey is nobody's, or not that of `expected`, or the answer is to
 * another challenge.
 */
export async function personBehind(
  world: Office,
  credential: unknown,
  { occasion, address, expected }: Asked,
): Promise<Person | undefined> {
  const { db, now } = world;
  const party = relyingPartyAt(address);
  const response = credential as AuthenticationResponseJSON;
  const expectedChallenge = await challengeIn(world, response, occasion);
  if (expectedChallenge === undefined || typeof response.id !== 'string') return undefined;
  const person = expected ?? (await readNamed(world, response));
  const passkey =
    person && (await readPasskey(db, person.id, Buffer.from(response.id, 'base64url')));
  if (!passkey) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: bytesOf(passkey.publicKey),
      counter: Number(passkey.signCount),
    },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const signCount = BigInt(verified.authenticationInfo.newCounter);
  return (await countUse(db, passkey, { signCount, at: now() })) ? person : undefined;
}

async function verifiedNew(
  world: Office,
  credential: unknown,
  { sessionId, address }: Pick<NewPasskey, 'sessionId' | 'address'>,
) {
  const party = relyingPartyAt(address);
  const response = credential as RegistrationResponseJSON;
  const occasion = { purpose: 'register', sessionId } as const;
  const expectedChallenge = await challengeIn(world, response, occasion);
  if (expectedChallenge === undefined) return undefined;
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  return verified?.registrationInfo?.credential;
}

type Signed = AuthenticationResponseJSON | RegistrationResponseJSON;

/**
 * The challenge that an answer claims to have signed, if it was issued for this occasion. No other answer to it is
 * accepted.
 */
async function challengeIn(
  { db, now }: Office,
  credential: Signed,
  occasion: Occasion,
): Promise<string | undefined> {
  const signed = signedIn(credential);
  if (typeof signed?.challenge !== 'string') return undefined;
  const challenge = Buffer.from(signed.challenge, 'base64url');
  const isOurs = await takeChallenge(db, challenge, occasion, now());
  return isOurs ? signed.challenge : undefined;
}

function signedIn(
  credential: Partial<Signed> | null,
): { readonly challenge?: unknown } | undefined {
  try {
    const text = Buffer.from(credential!.response!.clientDataJSON, 'base64url').toString();
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The person that the authenticator claims: nothing is believed before the passkey of that person is verified. */
async function readNamed(
  { db }: Office,
  { response: { userHandle } }: AuthenticationResponseJSON,
): Promise<Person | undefined> {
  if (typeof userHandle !== 'string') return undefined;
  const digits = Buffer.from(userHandle, 'base64url').toString('hex');
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(digits);
  if (!parts) return undefined;
  const [person] = await readPeople(db, [parts.slice(1).join('-')]);
  return person;
}

/** The id of a person as authenticators store it. */
function handleOf(personId: string): Uint8Array<ArrayBuffer> {
  return bytesOf(Buffer.from(personId.replaceAll('-', ''), 'hex'));
}

function described({ credentialId, transports }: Passkey) {
  const id = credentialId.toString('base64url');
  return transports === '' ? { id } : { id, transports: transports.split(' ') };
}

function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer);
}
