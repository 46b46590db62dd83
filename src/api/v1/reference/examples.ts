import { operationExamples } from '../../operations/examples.ts';
import type { Json } from '../shape.ts';

const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2039, cvv: '123' };
const customer = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Park' };
/** Example bodies for endpoints whose required fields alone do not show the use. */
export const ownExamples: Readonly<Record<string, unknown>> = {
  'payments.create': { amount: 1250, currency: 'USD', source: { card }, customer },
  'payments.capture': { amount: 1250 },
  'payments.refund': { amount: 250 },
  'customers.create': { email: 'grace@example.com', firstName: 'Grace', externalId: 'C-17' },
  'customers.update': { phone: '2125550123' },
  'tokens.create': { source: { card }, customer },
  'apiKeys.create': { name: 'Web shop', rights: ['read', 'charge'] },
  'users.create': { email: 'ada@example.com', name: 'Ada Park', role: 'viewer' },
  'plans.create': { code: 'monthly', amount: 900, interval: 'monthly' },
  'subscriptions.create': { token: 'card_of_a_customer', planCode: 'monthly' },
  'subscriptions.changeSource': { token: 'card_of_a_customer' },
  'webhookEndpoints.create': { kind: 'payments', url: 'https://example.com/hook' },
  'cases.propose': { decision: 'release', note: 'Checked with the payer.' },
  'cases.reject': { note: 'Not our customer.' },
  'messages.create': { phone: '2125550123', body: 'Your order is ready.' },
  'payLinks.create': { amount: 1250, customer },
  ...operationExamples,
};

/** A body for samples and forms: its own if one is written, otherwise the required fields. */
export function exampleOf(id: string, schema: Json, look: (schema: Json) => Json): unknown {
  return ownExamples[id] ?? sampleOf(schema, look);
}

function sampleOf(schema: Json, look: (schema: Json) => Json): unknown {
  const one = look(schema);
  if (Array.isArray(one.examples)) return one.examples[0];
  if (Array.isArray(one.enum)) return one.enum[0];
  if (Array.isArray(one.anyOf)) return sampleOf(one.anyOf[0] as Json, look);
  const [type] = [one.type].flat();
  if (type === 'object') {
    const properties = (one.properties ?? {}) as Record<string, Json>;
    const names = (one.required ?? []) as string[];
    return Object.fromEntries(names.map((name) => [name, sampleOf(properties[name]!, look)]));
  }
  if (type === 'array') return [sampleOf((one.items ?? {}) as Json, look)];
  if (type === 'integer') return Math.max(Number(one.minimum ?? 1), 1);
  if (type === 'boolean') return true;
  return textFor(one);
}

function textFor({ format, pattern, maxLength }: Json): string {
  if (format === 'email') return 'ada@example.com';
  if (format === 'date-time') return '2030-01-31T12:00:00Z';
  if (format === 'date') return '2030-01-31';
  if (format === 'uri') return 'https://example.com/';
  const counts = [...String(pattern).matchAll(/\[0-9\]\{(\d+)/g)].map(([, count]) => Number(count));
  const digits = counts.reduce((sum, count) => sum + count, 0);
  if (counts.length > 0) return '1'.repeat(Math.max(digits, 1));
  return 'text'.slice(0, Number(maxLength ?? 4));
}
