import type { Told } from './bodies.ts';
import { type Form, sidOf } from './form.ts';

/** A message that came in or went out, as its event has it. */
export type MessageFacts = {
  readonly customerId?: string;
  readonly externalId?: string;
  readonly direction: 'in' | 'out';
  /** Ten digits each. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly mediaCount?: number;
};

const longestText = 600;

export function messageForm({ businessId, kind, objectId, data }: Told): Form | undefined {
  if (kind !== 'message.created') return undefined;
  const { customerId, externalId, direction, from, to, text, mediaCount }: MessageFacts = data;
  return [
    ['MessageSid', sidOf(`message ${businessId}/${objectId}`, '')],
    ['IndividualID', customerId],
    ['ExternalID', externalId],
    ['DirectionID', direction === 'in' ? '1' : '2'],
    ['From', `+1${from}`],
    ['To', `+1${to}`],
    // Whole characters: half of one is nothing that could be sent.
    ['Body', [...text].slice(0, longestText).join('')],
    ['NumMedia', String(mediaCount ?? 0)],
  ];
}
