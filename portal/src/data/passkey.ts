/*
 * Passkeys, by the browser's own interface. Options and answers are JSON on the way; browsers that do not translate them
 * yet get help here.
 */

/** A passkey belongs to a host name: a page that was opened by an IP address has none. */
export const hasPasskeys =
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);

/** The person was not asked, did not answer in time, or said no. */
export class NoPasskey extends Error {}

/** The answer of an authenticator, as JSON. */
type Answer = { readonly [name: string]: unknown };
type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

/** Makes a passkey at the authenticator that the person chooses. */
export async function createPasskey(options: unknown): Promise<Answer> {
  const publicKey = creationOf(options as CreationOptions);
  return await answered(navigator.credentials.create({ publicKey }));
}

/** Lets a passkey sign. */
export async function askPasskey(options: unknown): Promise<Answer> {
  const publicKey = requestOf(options as RequestOptions);
  return await answered(navigator.credentials.get({ publicKey }));
}

async function answered(asked: Promise<Credential | null>): Promise<Answer> {
  const credential = await asked.catch((error: unknown) => {
    throw new NoPasskey('', { cause: error });
  });
  if (!(credential instanceof PublicKeyCredential)) throw new NoPasskey();
  return 'toJSON' in credential ? { ...credential.toJSON() } : jsonOf(credential);
}

function creationOf(options: CreationOptions): PublicKeyCredentialCreationOptions {
  if ('parseCreationOptionsFromJSON' in PublicKeyCredential) {
    return PublicKeyCredential.parseCreationOptionsFromJSON(options);
  }
  const { challenge, user, excludeCredentials = [] } = options;
  return {
    ...options,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: excludeCredentials.map(described),
  } as unknown as PublicKeyCredentialCreationOptions;
}

function requestOf(options: RequestOptions): PublicKeyCredentialRequestOptions {
  if ('parseRequestOptionsFromJSON' in PublicKeyCredential) {
    return PublicKeyCredential.parseRequestOptionsFromJSON(options);
  }
  const { challenge, allowCredentials = [] } = options;
  return {
    ...options,
    challenge: bytesOf(challenge),
    allowCredentials: allowCredentials.map(described),
  } as unknown as PublicKeyCredentialRequestOptions;
}

function described({ id, ...rest }: PublicKeyCredentialDescriptorJSON) {
  return { ...rest, id: bytesOf(id) };
}

/** As `toJSON` of newer browsers. */
function jsonOf({ id, type, response }: PublicKeyCredential): Answer {
  const names = [
    'clientDataJSON',
    'attestationObject',
    'authenticatorData',
    'signature',
    'userHandle',
  ];
  const parts = response as unknown as Readonly<Record<string, ArrayBuffer | null | undefined>>;
  const written = names.flatMap((name) => (parts[name] ? [[name, textOf(parts[name])]] : []));
  return { id, rawId: id, type, response: Object.fromEntries(written), clientExtensionResults: {} };
}

function bytesOf(text: string): ArrayBuffer {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0)).buffer;
}

function textOf(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
