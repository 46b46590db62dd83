/** A text, in or out, as `messages` has it. */
export type MessageKind = 'chat' | 'pay_link' | 'receipt' | 'notice' | 'answer';

export type MessageState =
  | 'received'
  | 'queued'
  | 'scheduled'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'undelivered'
  | 'failed'
  | 'canceled'
  | 'blocked';

/** A message that came in or went out, as its event has it. */
export type MessageFacts = {
  readonly customerId?: string | undefined;
  readonly externalId?: string | undefined;
  readonly direction: 'in' | 'out';
  /** Ten digits each. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly mediaCount?: number | undefined;
};

export type MessageKey = { readonly businessId: bigint; readonly id: bigint };

/** What we call a text at its carrier; callbacks name it. */
export function referenceOf({ businessId, id }: MessageKey): string {
  return `${businessId}/${id}`;
}

export function readReference(reference: string): MessageKey | undefined {
  const [, businessId, id] = /^(\d{1,18})\/(\d{1,18})$/.exec(reference) ?? [];
  return businessId && id ? { businessId: BigInt(businessId), id: BigInt(id) } : undefined;
}
