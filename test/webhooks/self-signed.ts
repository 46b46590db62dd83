import { generateKeyPairSync, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate of a name or an address of IPv4 that vouches for itself, with its key: X.509 as far as TLS needs it. */
export function selfSigned(name: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302')); // ECDSA with SHA-256
  const who = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
  const subject = isIP(name)
    ? der(0x87, Buffer.from(name.split('.').map(Number)))
    : der(0x82, Buffer.from(name));
  const always = sequence(
    der(0x18, Buffer.from('20200101000000Z')),
    der(0x18, Buffer.from('20990101000000Z')),
  );
  const names = der(0x04, sequence(subject));
  const isAuthority = der(0x04, sequence(der(0x01, Buffer.from([0xff]))));
  const extensions = sequence(
    sequence(oid('551d11'), names),
    sequence(oid('551d13'), der(0x01, Buffer.from([0xff])), isAuthority),
  );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    who,
    always,
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = sequence(
    content,
    algorithm,
    der(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  const lines = whole.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
