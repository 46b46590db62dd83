import type { Text, TextProgress } from './carrier.ts';
import { national, sidIn } from './twilio-api.ts';
import { progressFor, wordFor } from './twilio-codes.ts';
import type { Form } from './twilio-signature.ts';

export const callbackPaths = {
  status: '/carriers/twilio/status',
  inbound: '/carriers/twilio/inbound',
} as const;

/** Names our text, so that what became of it is known though the answer to the sending was lost. */
export function statusAddress(publicUrl: string, { reference }: Text): string {
  const query = new URLSearchParams({ message: reference });
  return `${publicUrl}${callbackPaths.status}?${query}`;
}

export type StatusNews = {
  readonly reference: string;
  readonly carrierId: string;
  readonly progress: TextProgress;
  /** Why not. */
  readonly code: string | undefined;
};

/** Undefined: nothing that we had to be told. */
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
  /** What Twilio took it for, by words that it was taught there; it has acted on it and answered it. */
  readonly obeyedAs: 'stop' | 'start' | 'help' | undefined;
};

const optOuts: ReadonlyMap<string, InboundText['obeyedAs']> = new Map([
  ['STOP', 'stop'],
  ['START', 'start'],
  ['HELP', 'help'],
]);

/** Undefined: from a short code or from abroad, which nobody can be answered at. */
export function readInbound(form: Form): InboundText | undefined {
  const to = national(fieldIn(form, 'To'));
  const from = national(fieldIn(form, 'From'));
  const carrierId = sidIn(fieldIn(form, 'MessageSid'));
  if (!to || !from || !carrierId) return undefined;
  const mediaCount = Number(/^\d{1,2}$/.exec(fieldIn(form, 'NumMedia'))?.[0] ?? 0);
  const obeyedAs = optOuts.get(fieldIn(form, 'OptOutType'));
  return { to, from, body: fieldIn(form, 'Body'), mediaCount, carrierId, obeyedAs };
}

function fieldIn(form: Form, name: string): string {
  return form.get(name)?.[0] ?? '';
}
