import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  type SpanStatus,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api';

export type RecordedSpan = {
  name: string;
  readonly spanContext: SpanContext;
  readonly parent: SpanContext | undefined;
  readonly kind: number | undefined;
  readonly links: readonly Link[];
  readonly attributes: Attributes;
  status: SpanStatus | undefined;
  isEnded: boolean;
};

/**
 * What an SDK registers, as little of it as there can be: it keeps every span. Written against the API alone, so that
 * the tests need no SDK. `restore` takes it away.
 */
export function recordSpans(): { readonly spans: RecordedSpan[]; restore(): void } {
  const spans: RecordedSpan[] = [];
  const tracer: Tracer = {
    startSpan(name, options = {}, parent = context.active()) {
      const recorded = record(spans.length + 1, name, options, trace.getSpanContext(parent));
      spans.push(recorded);
      return spanOf(recorded);
    },
    startActiveSpan() {
      throw new Error('not used');
    },
  };
  context.setGlobalContextManager(contextManager());
  propagation.setGlobalPropagator(traceparent);
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  return {
    spans,
    restore() {
      trace.disable();
      propagation.disable();
      context.disable();
    },
  };
}

function record(
  number: number,
  name: string,
  { kind, links = [], attributes = {} }: SpanOptions,
  parent: SpanContext | undefined,
): RecordedSpan {
  const hex = (length: number) => number.toString(16).padStart(length, '0');
  const traceId = parent?.traceId ?? hex(32);
  return {
    name,
    spanContext: { traceId, spanId: hex(16), traceFlags: 1 },
    parent,
    kind,
    links,
    attributes: { ...attributes },
    status: undefined,
    isEnded: false,
  };
}

function spanOf(recorded: RecordedSpan): Span {
  const span: Span = {
    spanContext: () => recorded.spanContext,
    setAttribute(key, value) {
      recorded.attributes[key] = value;
      return span;
    },
    setAttributes(attributes) {
      Object.assign(recorded.attributes, attributes);
      return span;
    },
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    setStatus(status) {
      recorded.status = status;
      return span;
    },
    updateName(name) {
      recorded.name = name;
      return span;
    },
    end() {
      recorded.isEnded = true;
    },
    isRecording: () => !recorded.isEnded,
    recordException() {
      throw new Error('an exception may contain values of a row');
    },
  };
  return span;
}

function contextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...args) => storage.run(active, () => work.call(self!, ...args)),
    bind: (_active, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

/** The header of the W3C, as much of it as a test sends. */
const traceparent: TextMapPropagator = {
  inject() {},
  extract(active, carrier: Readonly<Record<string, unknown>>) {
    const parts = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(String(carrier.traceparent ?? ''));
    if (!parts) return active;
    const [, traceId, spanId] = parts as unknown as [string, string, string];
    return trace.setSpanContext(active, { traceId, spanId, traceFlags: 1, isRemote: true });
  },
  fields: () => ['traceparent'],
};
