import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../kernel/secret.ts';
import type { Text, TextProgress } from './carrier.ts';
import { international, national, sidIn } from './twilio-api.ts';
import { progressFor, wordFor } from './twilio-codes.ts';

export const callbackPaths = {
  status: '/carriers/twilio/status',
  inbound: '/carriers/twilio/inbound',
  voice: '/carriers/twilio/voice',
} as const;

/** Names our text, so that its outcome is known even if the answer to the request was lost. */
export function statusAddress(publicUrl: string, { reference }: Text): string {
  const query = new URLSearchParams({ message: reference });
  return `${publicUrl}${callbackPaths.status}?${query}`;
}

export type StatusNews = {
  readonly reference: string;
  readonly carrierId: string;
  readonly progress: TextProgress;
  /** The reason. */
  readonly code: string | undefined;
};

/** Undefined: nothing that we need to know. */
export function readStatus(query: URLSearchParams, form: Form): StatusNews | undefined {
  const reference = query.get('message');
  const carrierId = sidIn(fieldIn(form, 'MessageSid'));
  const progress = progressFor(fieldIn(form, 'MessageStatus'));
  if (!reference || !carrierId || !progress) return undefined;
  return { reference, carrierId, progress, code: wordFor(fieldIn(form, 'ErrorCode')) };
}

export type InboundText = {
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly mediaCount: number;
  readonly carrierId: string;
  /** A keyword such as STOP that Twilio recognized, acted on and answered itself. */
  readonly handledAs: 'stop' | 'start' | 'help' | undefined;
};

const optOuts: ReadonlyMap<string, InboundText['handledAs']> = new Map([
  ['STOP', 'stop'],
  ['START', 'start'],
  ['HELP', 'help'],
]);

/** Undefined: from a short code or from abroad, to which no answer can be sent. */
export function readInbound(form: Form): InboundText | undefined {
  const to = national(fieldIn(form, 'To'));
  const from = national(fieldIn(form, 'From'));
  const carrierId = sidIn(fieldIn(form, 'MessageSid'));
  if (!to || !from || !carrierId) return undefined;
  const mediaCount = Number(/^\d{1,2}$/.exec(fieldIn(form, 'NumMedia'))?.[0] ?? 0);
  const handledAs = optOuts.get(fieldIn(form, 'OptOutType'));
  return { to, from, body: fieldIn(form, 'Body'), mediaCount, carrierId, handledAs };
}

/** Our number that is called. */
export function readCalled(form: Form): string | undefined {
  return national(fieldIn(form, 'To'));
}

/** The instructions for a call: https://www.twilio.com/docs/voice/twiml. */
export const callVerbs = {
  // The caller hears ringing, and pays nothing before somebody answers.
  forward: (to: string) => `<Dial answerOnBridge="true">${international(to)}</Dial>`,
  busy: '<Reject reason="busy"/>',
  notInService: '<Reject reason="rejected"/>',
} as const;

function fieldIn(form: Form, name: string): string {
  return form.get(name)?.[0] ?? '';
}

type Signed = {
  /** The whole public URL that was called, with its query. */
  readonly url: string;
  readonly form: Form;
};

/** The fields of a form: each name with all its values. */
export type Form = ReadonlyMap<string, readonly string[]>;

/**
 * True if the account with this token sent it: an HMAC over URL and form, see
 * https://www.twilio.com/docs/usage/security. The signed URL may contain the port or not.
 */
export function isSignedByTwilio(token: Secret, { url, form }: Signed, signature: string): boolean {
  const given = Buffer.from(signature);
  const fields = [...form.keys()]
    .sort()
    .flatMap((name) => [...new Set(form.get(name))].sort().map((value) => name + value))
    .join('');
  const rights = spellings(url).map((one) => {
    const whole = createHmac('sha1', token.reveal()).update(one + fields);
    return Buffer.from(whole.digest('base64'));
  });
  return rights.some((right) => right.length === given.length && timingSafeEqual(right, given));
}

/** The URL with and without its port. */
function spellings(url: string): string[] {
  const [, scheme, host, port, rest] =
    /^(https?):\/\/((?:\[[^\]]*\]|[^/:?]+))(?::(\d+))?(.*)$/s.exec(url) ?? [];
  if (scheme === undefined) return [url];
  if (port !== undefined) return [url, `${scheme}://${host}${rest}`];
  return [url, `${scheme}://${host}:${scheme === 'https' ? 443 : 80}${rest}`];
}
