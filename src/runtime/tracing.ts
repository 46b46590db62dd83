import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  type ProxyTracerProvider,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { version } from './version.ts';

/**
 * Spans of OpenTelemetry, where the operator loaded an SDK before this program. They have names of operations,
 * statements and processors, counts and outcomes; never a body, an address that was called, or an error's message.
 */
export type Tracing = {
  /** False if no SDK was loaded: nothing is made then. */
  readonly isOn: boolean;
  /** The span that a part of the work belongs to; undefined when off. */
  origin(): Origin | undefined;
  /** Names the payment that the current span is about, and every later one below it. Traces are searched by that. */
  tagPayment(payment: { readonly businessId: bigint; readonly id: bigint }): void;
  run<T>(part: Part, work: (span: SpanNotes) => Promise<T>): Promise<T>;
  /** A trace of its own, for work that no request waits for. */
  begin<T>(name: string, about: Subject, work: (span: SpanNotes) => Promise<T>): Promise<T>;
};

export type Subject = { readonly businessId: bigint; readonly paymentId?: bigint };

export type Origin = Context;

export type Part = {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes: Attributes;
  /** The causes: one is the parent, several are linked. Undefined: the current span is the parent. */
  readonly origins?: readonly (Origin | undefined)[];
  /** Headers of a request, which may name the span of its caller. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
};

/** Attributes and a name that only the end of the work shows. */
export type SpanNotes = { note(attributes: Attributes): void; rename(name: string): void };

const nothing: SpanNotes = { note() {}, rename() {} };
const off: Tracing = {
  isOn: false,
  origin: () => undefined,
  tagPayment() {},
  run: (_part, work) => work(nothing),
  begin: (_name, _about, work) => work(nothing),
};

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
const mostLinks = 128;

/**
 * The subject of a trace's spans. It becomes known after some of them have begun. `isMixed`: several payments, so that
 * later spans name none.
 */
type Noted = { attributes: Attributes; isMixed: boolean };
const paymentIdKey = 'quittance.payment_id';
const notedKey = createContextKey('quittance.subject');
const notedIn = (active: Context) => active.getValue(notedKey) as Noted | undefined;

export function createTracing(): Tracing {
  return isLoaded() ? tracingWith(trace.getTracer('quittance', version)) : off;
}

/** Without an SDK the API gives out tracers that do nothing; here that is decided once, at the start. */
function isLoaded(): boolean {
  const provider = trace.getTracerProvider();
  return !('getDelegateTracer' in provider) || isGiven(provider as ProxyTracerProvider);
}

function isGiven(provider: ProxyTracerProvider): boolean {
  return provider.getDelegateTracer('quittance') !== undefined;
}

function tracingWith(tracer: Tracer): Tracing {
  const tracing: Tracing = {
    isOn: true,
    origin: () => context.active(),
    tagPayment({ businessId, id }) {
      const attributes = attributesOf({ businessId, paymentId: id });
      const noted = notedIn(context.active());
      if (noted) note(noted, attributes);
      trace.getActiveSpan()?.setAttributes(attributes);
    },
    async run({ name, kind, attributes, origins, headers }, work) {
      const parent = parentOf(origins, headers);
      const links = (origins ?? []).length > 1 ? linksTo(origins!) : [];
      const noted = notedIn(parent) ?? { attributes: {}, isMixed: false };
      const about = { ...noted.attributes, ...attributes };
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: about, links }, parent);
      const inside = trace.setSpan(parent, span).setValue(notedKey, noted);
      try {
        return await context.with(inside, () => work(notesOn(span)));
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        const { name: type, code } = error as Error & { code?: unknown };
        span.setAttribute('error.type', typeof code === 'string' ? code : String(type));
        throw error;
      } finally {
        span.end();
      }
    },
    async begin(name, about, work) {
      const attributes = attributesOf(about);
      return await tracing.run({ name, kind: 'internal', attributes, origins: [] }, (span) => {
        note(notedIn(context.active())!, attributes);
        return work(span);
      });
    },
  };
  return tracing;
}

function note(noted: Noted, attributes: Attributes): void {
  const before = noted.attributes[paymentIdKey];
  noted.isMixed ||= before !== undefined && before !== attributes[paymentIdKey];
  const { [paymentIdKey]: _, ...business } = attributes;
  noted.attributes = noted.isMixed ? business : attributes;
}

function attributesOf({ businessId, paymentId }: Subject): Attributes {
  return {
    'quittance.business_id': String(businessId),
    ...(paymentId !== undefined && { [paymentIdKey]: String(paymentId) }),
  };
}

function parentOf(origins: Part['origins'], headers: Part['headers']): Context {
  if (headers) {
    const { traceparent, tracestate } = headers;
    return propagation.extract(ROOT_CONTEXT, { traceparent, tracestate });
  }
  if (!origins) return context.active();
  return (origins.length === 1 ? origins[0] : undefined) ?? ROOT_CONTEXT;
}

function linksTo(origins: readonly (Origin | undefined)[]) {
  const contexts = origins.map((origin) => origin && trace.getSpanContext(origin));
  return contexts
    .filter((found) => found !== undefined)
    .slice(0, mostLinks)
    .map((found) => ({ context: found }));
}

function notesOn(span: Span): SpanNotes {
  return {
    note: (attributes) => span.setAttributes(attributes),
    rename: (name) => span.updateName(name),
  };
}
