import type { Log } from '../../kernel/log.ts';
import { loudnessOf } from '../../ports/carriers/given-up.ts';
import {
  bytea,
  int2,
  int4,
  int8,
  oneOf,
  optional,
  text,
  timestamptz,
  uuid,
} from '../../runtime/column.ts';
import { type NewRowOf, type RowOf, table } from '../../runtime/table.ts';

export const messageKinds = ['chat', 'pay_link', 'receipt', 'notice', 'answer'] as const;
export const messageStates = [
  'received',
  'queued',
  'scheduled',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'canceled',
  'blocked',
] as const;

/** A text, in or out. */
export const messages = table('messages', {
  businessId: int8,
  id: int8,
  conversationId: int8,
  direction: oneOf(['in', 'out']),
  kind: oneOf(messageKinds),
  state: oneOf(messageStates),
  body: text,
  linkId: optional(int8),
  /** The page of a subscription that its body leads to. */
  pageId: optional(int8),
  /** The event of which it notifies a person. */
  eventId: optional(uuid),
  mediaCount: int2,
  idempotencyKey: optional(text),
  requestFingerprint: optional(bytea),
  carrier: optional(text),
  /** Its id at the carrier. */
  carrierId: optional(text),
  segments: int2,
  /** While it is `sending`: when the lease ends. */
  dueAt: optional(timestamptz),
  tries: int2,
  /** Fencing token: raised by every owner. */
  epoch: int4,
  errorCode: optional(text),
  /** Its author, as the audit log names them. */
  actor: optional(text),
  createdAt: timestamptz,
  sentAt: optional(timestamptz),
  finishedAt: optional(timestamptz),
});

type Message = RowOf<typeof messages>;
export type MessageKind = Message['kind'];
export type MessageState = Message['state'];
export type MessageKey = Pick<Message, 'businessId' | 'id'>;

/** Our name for a text at its carrier; callbacks repeat it. */
export function referenceOf({ businessId, id }: MessageKey): string {
  return `${businessId}/${id}`;
}

export function readReference(reference: string): MessageKey | undefined {
  const [, businessId, id] = /^(\d{1,18})\/(\d{1,18})$/.exec(reference) ?? [];
  return businessId && id ? { businessId: BigInt(businessId), id: BigInt(id) } : undefined;
}

type Failed = Pick<NewRowOf<typeof messages>, 'businessId' | 'id' | 'errorCode' | 'carrier'>;

/** Logs that a text will never arrive, without its number and body. */
export function logFailed({ log }: { readonly log: Log }, text: Failed): void {
  const { businessId, errorCode, carrier } = text;
  const code = errorCode ?? 'failed';
  const loudness = loudnessOf({ code, carrier: carrier ?? undefined });
  log[loudness]('text.failed', { businessId, reference: referenceOf(text), code });
}
