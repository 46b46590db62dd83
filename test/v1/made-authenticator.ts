import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/*
 * An authenticator made of node:crypto: it holds passkeys of the kind ES256 and answers as a browser would pass it on.
 * What it lies about is chosen by the caller.
 */

type Creation = {
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
  readonly challenge: string;
};
type Request = { readonly rpId: string; readonly challenge: string };

export type Lie = {
  readonly origin?: string;
  readonly challenge?: string;
  readonly rpId?: string;
  readonly count?: number;
  /** False: it saw somebody and did not verify who it is. */
  readonly isVerified?: boolean;
  readonly userHandle?: string;
};

export function makeAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let count = 0;
  let userHandle = '';

  return {
    id: id.toString('base64url'),

    create({ rp, user, challenge }: Creation, lie: Lie = {}) {
      userHandle = user.id;
      const { x, y } = publicKey.export({ format: 'jwk' });
      const cose = map([
        [integer(1), integer(2)],
        [integer(3), integer(-7)],
        [integer(-1), integer(1)],
        [integer(-2), bytes(Buffer.from(x!, 'base64url'))],
        [integer(-3), bytes(Buffer.from(y!, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      const data = Buffer.concat([authenticatorData(rp.id, 0x40, lie), credential]);
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(data)],
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, lie),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },

    get({ rpId, challenge }: Request, lie: Lie = {}) {
      const clientDataJSON = clientData('webauthn.get', challenge, lie);
      const data = authenticatorData(rpId, 0, lie);
      const hashed = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
      return answer({
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, hashed]), privateKey).toString('base64url'),
        userHandle: lie.userHandle ?? userHandle,
      });
    },
  };

  function answer(response: object) {
    const named = id.toString('base64url');
    return { id: named, rawId: named, type: 'public-key', response, clientExtensionResults: {} };
  }

  function clientData(type: string, challenge: string, lie: Lie): string {
    const said = {
      type,
      challenge: lie.challenge ?? challenge,
      origin: lie.origin ?? origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(said)).toString('base64url');
  }

  function authenticatorData(rpId: string, flags: number, lie: Lie): Buffer {
    count = lie.count ?? count + 1;
    const head = createHash('sha256')
      .update(lie.rpId ?? rpId)
      .digest();
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags | ((lie.isVerified ?? true) ? 0x05 : 0x01));
    tail.writeUInt32BE(count, 1);
    return Buffer.concat([head, tail]);
  }
}
export type Authenticator = ReturnType<typeof makeAuthenticator>;

/* As much of CBOR as an authenticator writes. */

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function integer(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, value.length), Buffer.from(value)]);
}

function map(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat()]);
}
