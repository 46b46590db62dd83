import type { RecordedSpan } from './span-recorder.ts';

/** Of every charge, but under way when it likes. */
const aside = new Set(['statement recordKeyUses']);
const shown = ['quittance.processor', 'quittance.outcome', 'http.response.status_code'];

/** The traces that a search for a payment finds, as a tree of their spans, in the order of their begin. */
export function drawTraces(spans: readonly RecordedSpan[], paymentId: string): string {
  const traces = new Set(
    spans
      .filter(({ attributes }) => attributes['quittance.payment_id'] === paymentId)
      .map(({ spanContext }) => spanContext.traceId),
  );
  const drawn = [...traces].map((traceId) => {
    const own = spans.filter(
      ({ spanContext, name }) => spanContext.traceId === traceId && !aside.has(name),
    );
    const [first] = own;
    return [labelOf(first!), ...branches(own, first!, '')].join('\n');
  });
  return drawn.join('\n\n');
}

function branches(spans: readonly RecordedSpan[], of: RecordedSpan, indent: string): string[] {
  const children = spans.filter(({ parent }) => parent?.spanId === of.spanContext.spanId);
  return children.flatMap((child, at) => {
    const isLast = at === children.length - 1;
    const below = branches(spans, child, `${indent}${isLast ? '   ' : '│  '}`);
    return [`${indent}${isLast ? '└─ ' : '├─ '}${labelOf(child)}`, ...below];
  });
}

function labelOf({ name, attributes }: RecordedSpan): string {
  const values = shown.flatMap((key) => attributes[key] ?? []);
  return values.length > 0 ? `${name} (${values.join(', ')})` : name;
}
