import { type Described, onlyReads } from './endpoint.ts';
import type { Json } from './shape.ts';

/** Response headers about earlier requests (docs/decisions/0109-an-answer-says-whose-payment-it-is.md). */
const texts = {
  'Idempotent-Replayed':
    'There, as true, if the request with this Idempotency-Key was answered before: this is its answer again.',
  'Order-Replayed':
    'There, as true, if this is the payment of an earlier request for the same order, which had another ' +
    'Idempotency-Key or none: this request charged nothing.',
} as const;
export type ReplayHeader = keyof typeof texts;

/** In the components of the OpenAPI document. */
export const replayHeaders: Json = Object.fromEntries(
  Object.entries(texts).map(([name, description]) => [
    name,
    { description, required: false, schema: { type: 'string', enum: ['true'] } },
  ]),
);

/** The headers of an endpoint's answers, by reference. */
export function replayHeadersOf(endpoint: Described): Json {
  return Object.fromEntries(
    namesOf(endpoint).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

function namesOf(endpoint: Described): readonly ReplayHeader[] {
  if (onlyReads(endpoint) || endpoint.needs || endpoint.showsSecret) return [];
  return endpoint.replayHeaders ?? ['Idempotent-Replayed'];
}
