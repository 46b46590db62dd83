import { createHmac, timingSafeEqual } from 'node:crypto';
import { Secret } from '../../kernel/secret.ts';

/** The signed content, by the rules of Standard Webhooks. */
export type Signed = {
  readonly id: string;
  /** Seconds. */
  readonly timestamp: string;
  readonly body: string;
};

const prefix = 'whsec_';

/** In the form in which libraries of Standard Webhooks accept it. */
export function makeWebhookSecret(randomBytes: (count: number) => Buffer): Secret {
  return new Secret(prefix + randomBytes(32).toString('base64'));
}

/** One signature for each secret, so that a receiver may still use the former one. */
export function signatureOf(secrets: readonly Secret[], signed: Signed): string {
  return secrets.map((secret) => `v1,${sign(secret, signed).toString('base64')}`).join(' ');
}

/** True if one of these signatures was made with one of these secrets. */
export function isSignedBy(
  secrets: readonly Secret[],
  signed: Signed,
  signatures: string,
): boolean {
  const given = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'));
  return secrets.some((secret) => {
    const right = sign(secret, signed);
    return given.some((one) => one.length === right.length && timingSafeEqual(one, right));
  });
}

function sign(secret: Secret, { id, timestamp, body }: Signed): Buffer {
  const key = Buffer.from(secret.reveal().slice(prefix.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
}

/** HTTP Basic. */
export function basicCredentials({
  username,
  password,
}: {
  readonly username: string;
  readonly password: Secret;
}): string {
  return `Basic ${Buffer.from(`${username}:${password.reveal()}`).toString('base64')}`;
}
