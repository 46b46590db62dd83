import { type RefusalCode, refusals } from '../../kernel/refusal.ts';
import {
  comparesVersions,
  type Described,
  type OpenNeeds,
  onlyReads,
  resourceOf,
  rightsFor,
} from './endpoint.ts';
import { answerOf, bodyOf } from './messages.ts';
import { problemShape, statusOfRefusal } from './problem.ts';
import { replayHeaders, replayHeadersOf } from './replay-headers.ts';
import { type Json, type Shape, schemaOf } from './shape.ts';

/** Refusals of every call. */
const always: readonly RefusalCode[] = [
  'wrong_fields',
  'not_authenticated',
  'right_missing',
  'unknown_business',
  'business_suspended',
  'rate_limited',
  'too_many_bad_credentials',
  'internal',
  'busy',
];
/** Refusals of requests with a body. */
const ofBodies = ['unreadable', 'too_large', 'unsupported_media_type'] as const;
/** Refusals of endpoints that may change something. */
const ofWrites = ['idempotency_key_reused', 'request_in_progress'] as const;

/** The refusals of an endpoint, with those of every call. */
function refusalsOf(endpoint: Described): readonly RefusalCode[] {
  if (endpoint.needs) return [...new Set(openRefusalsOf(endpoint, endpoint.needs))];
  const { refuses, needsPayments, needsServices, forOperator, inSandboxOnly } = endpoint;
  const writes = !onlyReads(endpoint);
  return [
    ...new Set<RefusalCode>([
      ...always,
      ...(endpoint.method === 'GET' ? [] : ofBodies),
      ...(writes ? ofWrites : []),
      ...(comparesVersions(endpoint) ? (['changed_meanwhile'] as const) : []),
      ...(endpoint.showsSecret ? (['shown_once'] as const) : []),
      ...(needsPayments ? (['payments_not_active'] as const) : []),
      ...(needsServices ? (['service_not_included'] as const) : []),
      ...(forOperator ? (['operator_only'] as const) : []),
      ...(inSandboxOnly ? (['sandbox_only'] as const) : []),
      ...refuses,
    ]),
  ];
}

/** The refusals of an endpoint for people, by its needs. */
function openRefusalsOf(endpoint: Described, needs: OpenNeeds): readonly RefusalCode[] {
  const { refuses, params } = endpoint;
  return [
    ...(['wrong_fields', 'foreign_page', 'internal', 'busy'] as const),
    ...(onlyReads(endpoint) ? [] : ofBodies),
    // An id of another form, too.
    ...(Object.keys(params).length === 0 ? [] : (['not_found'] as const)),
    ...(needs === 'nothing' ? [] : (['not_authenticated'] as const)),
    ...(needs === 'whole' || needs === 'proof' ? (['code_required'] as const) : []),
    ...(needs === 'proof' ? (['proof_required'] as const) : []),
    ...refuses,
  ];
}

/** The paths of `/v1` in OpenAPI 3.1. */
export function v1Paths(endpoints: readonly Described[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {};
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operationOf(endpoint);
  }
  return paths;
}

function operationOf(endpoint: Described): Json {
  const { id, doc, params, query, body, needs } = endpoint;
  const writes = !onlyReads(endpoint);
  const [summary = doc] = doc.split(/(?<=\.)\s/, 1);
  return {
    operationId: id,
    tags: [resourceOf(endpoint)],
    summary,
    ...(summary !== doc && { description: doc }),
    ...(needs ? { security: needs === 'nothing' ? [] : [{ session: [] }] } : ofPrograms(endpoint)),
    parameters: [
      ...Object.entries(params).map(([name, shape]) => parameter('path', name, shape)),
      ...Object.entries(query).map(([name, shape]) => parameter('query', name, shape)),
      ...(needs ? ofPeople(needs, writes) : ofCalls(writes)),
      ...(comparesVersions(endpoint) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
      ...(endpoint.isLive ? [{ $ref: '#/components/parameters/LastEventId' }] : []),
      ...(endpoint.isVersioned && !writes ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ],
    ...(body && {
      requestBody: {
        required: Object.values(body.properties ?? {}).some(({ isOptional }) => !isOptional),
        content: { 'application/json': { schema: schemaOf(bodyOf(endpoint)!) } },
      },
    }),
    responses: responsesOf(endpoint),
  };
}

function ofPrograms(endpoint: Described): Json {
  const right = rightsFor(endpoint).join(' or ');
  return { 'x-right': right, security: [{ apiKey: [] }, { credentials: [] }] };
}

function ofCalls(writes: boolean): readonly Json[] {
  return [
    { $ref: '#/components/parameters/QuittanceBusiness' },
    ...(writes ? [{ $ref: '#/components/parameters/IdempotencyKeyOfV1' }] : []),
  ];
}

function ofPeople(needs: OpenNeeds, writes: boolean): readonly Json[] {
  return writes && needs !== 'nothing' ? [{ $ref: '#/components/parameters/AntiForgery' }] : [];
}

function parameter(place: 'path' | 'query', name: string, shape: Shape<unknown>): Json {
  const isRequired = place === 'path' || !shape.isOptional;
  return {
    name,
    in: place,
    required: isRequired,
    description: shape.doc ?? '',
    ...(shape.schema.type === 'array' && { style: 'form', explode: false }),
    schema: shape.schema,
  };
}

function responsesOf(endpoint: Described): Json {
  const { answer, answers = {}, status = answer ? 200 : 204, files = [], isVersioned } = endpoint;
  const responses: Record<string, Json> = {};
  const own = new Map<number, string>(
    Object.entries(answers).map(([code, text]) => [Number(code), text]),
  );
  if (!own.has(status)) own.set(status, answer ? 'Done.' : 'Done: there is nothing to say.');
  if (isVersioned && onlyReads(endpoint))
    own.set(304, 'It is what the caller has (If-None-Match).');
  for (const [code, description] of own) {
    const hasBody = answer !== undefined && code !== 304;
    const content = {
      ...(hasBody && { 'application/json': { schema: schemaOf(answerOf(endpoint)!) } }),
      ...Object.fromEntries(files.map((type) => [type, { schema: { type: 'string' } }])),
    };
    responses[code] = {
      description,
      headers: {
        ...headersOf(code),
        ...replayHeadersOf(endpoint),
        ...(isVersioned && answer && { ETag: { $ref: '#/components/headers/ETag' } }),
      },
      ...(Object.keys(content).length > 0 && { content }),
    };
  }
  const codes = refusalsOf(endpoint);
  for (const [code, texts] of byStatus(codes)) {
    const problem = {
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    };
    const before = responses[code] as { description: string; content?: Json } | undefined;
    responses[code] = {
      description: [before?.description, ...texts].filter(Boolean).join(' '),
      headers: headersOf(code),
      content: { ...before?.content, ...problem },
      'x-codes': codes.filter((one) => statusOfRefusal(one) === code),
    };
  }
  return responses;
}

function byStatus(codes: readonly RefusalCode[]): [number, string[]][] {
  const found = new Map<number, string[]>();
  for (const code of codes) {
    const status = statusOfRefusal(code);
    found.set(status, [...(found.get(status) ?? []), refusals[code].message]);
  }
  return [...found].sort(([one], [other]) => one - other);
}

function headersOf(status: number): Json {
  const names = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
  if (status === 401) names.push('WWW-Authenticate');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Every shape with a name, found from the endpoints. */
export function v1Schemas(endpoints: readonly Described[]): Record<string, Json> {
  const found = new Map<string, Shape<unknown>>();
  const visit = (shape: Shape<unknown> | undefined): void => {
    if (!shape) return;
    const { name, inner, properties = {} } = shape;
    if (name !== undefined) {
      if (found.has(name)) {
        if (found.get(name)!.schema !== shape.schema)
          throw new Error(`two shapes are called ${name}`);
        return;
      }
      found.set(name, shape);
    }
    visit(inner);
    for (const one of Object.values(properties)) visit(one);
  };
  visit(problemShape);
  for (const { body, answer } of endpoints) {
    visit(body);
    visit(answer);
  }
  return Object.fromEntries(
    [...found]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { schema, doc }]) => [name, doc ? { ...schema, description: doc } : schema]),
  );
}

/** The components that the endpoints refer to by name. */
export function v1Components(endpoints: readonly Described[]) {
  const isUsed = endpoints.some(({ isVersioned }) => isVersioned);
  const { IfMatch, IfNoneMatch, LastEventId, ...rest } = parameters;
  const hasLive = endpoints.some(({ isLive }) => isLive);
  return {
    parameters: {
      ...rest,
      ...(hasLive && { LastEventId }),
      ...(isUsed && { IfMatch, IfNoneMatch }),
    },
    headers: { ...limitHeaders, ...replayHeaders, ...(isUsed && versionHeaders) },
  };
}

const parameters = {
  QuittanceBusiness: {
    name: 'Quittance-Business',
    in: 'header',
    required: false,
    description: 'The business that the call is for: one below that of the key.',
    schema: { type: 'string', pattern: '^[1-9][0-9]{0,17}$' },
  },
  IdempotencyKeyOfV1: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Identifies the request. The same request with the same key gets the first answer again; another one with it is ' +
      'refused. Kept for 30 days.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  AntiForgery: {
    name: 'X-Anti-Forgery',
    in: 'header',
    required: true,
    description: 'A word that only pages of this service can read: antiForgery of the session.',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The last event that the listener knows; browsers send it by themselves.',
    schema: { type: 'string', format: 'uuid' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag of what the caller saw: the change is refused if it is no longer that.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'ETags of what the caller has: the answer is 304 if it is still one of these.',
    schema: { type: 'string' },
  },
};

const limitHeaders = {
  'RateLimit-Policy': {
    description:
      'The limit that RateLimit reports on: q requests at once, which come anew within w seconds.',
    required: false,
    schema: { type: 'string' },
  },
};

const versionHeaders = {
  ETag: {
    description: 'Stands for this very representation.',
    required: true,
    schema: { type: 'string' },
  },
};
