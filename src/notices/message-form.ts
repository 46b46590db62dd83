import type { MessageFacts } from '../conversations/message.ts';
import type { Told } from '../payments/untold-events.ts';
import { type Form, sidOf } from './form.ts';

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
