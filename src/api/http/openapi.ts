import type { Config } from '../../config.ts';
import { lengths } from '../../kernel/lengths.ts';
import { keyLifetimeDays } from '../../runtime/idempotency.ts';
import { defaultOperations } from '../operations/index.ts';
import type { DefaultOperation, Parameter } from '../operations/operation.ts';
import { describedEndpoints } from '../v1/endpoints.ts';
import { v1Messages } from '../v1/messages.ts';
import { v1Components, v1Paths, v1Schemas } from '../v1/openapi.ts';
import { v1Tags } from '../v1/tags.ts';
import { answersOf, envelopeSchema, failureSchemas, headers } from './openapi-answers.ts';

type Json = Readonly<Record<string, unknown>>;

/** OpenAPI 3.1 of both JSON interfaces: everything in it comes from the tables of operations and endpoints. */
export function openApi(config: Pick<Config, 'publicUrl'>): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quittance: the JSON interfaces',
      version: '1',
      summary:
        'The endpoints below /v1 and the operations below /api/Default. The WSDL describes those of Service.asmx.',
      description:
        'Below /v1: JSON in camelCase, amounts in the smallest unit of their currency, moments with their zone, problem ' +
        'details (RFC 9457). Unknown fields are refused. Within version 1 endpoints, optional fields, words of answers and ' +
        'codes may be added; nothing is removed or changes its meaning. ' +
        'Below /api/Default: every call is a POST with one JSON object. Values are documented as texts; numbers and booleans ' +
        'are accepted, too. A blank text and null count as not sent. Unknown fields are ignored. Paths, ' +
        'field names and enumerated words match in any letter case. An error lists every wrong field.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: config.publicUrl || '/' }],
    security: [{ credentials: [] }],
    tags: [
      ...v1Tags(describedEndpoints),
      { name: defaultTag, description: 'Operations below /api/Default.' },
    ],
    paths: {
      ...v1Paths(describedEndpoints),
      ...Object.fromEntries(
        defaultOperations.map((operation) => [
          `/api/Default/${operation.name}`,
          pathItem(operation),
        ]),
      ),
    },
    components: {
      schemas: {
        ...Object.assign({}, ...defaultOperations.map(schemasOf)),
        ...failureSchemas,
        NotSent: notSent,
        ...v1Schemas(describedEndpoints),
        ...v1Messages(describedEndpoints),
      },
      parameters: {
        IdempotencyKey: idempotencyKey,
        ...v1Components(describedEndpoints).parameters,
      },
      headers: { ...headers, ...v1Components(describedEndpoints).headers },
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key by itself, for /v1.' },
        credentials: {
          type: 'http',
          scheme: 'basic',
          description: 'Username and APIKey of the business.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-quittance',
          description: 'A person who signed in at this service; quittance over http.',
        },
      },
    },
  };
}

/** The tag of the operations under /api/Default. */
export const defaultTag = 'default';

function pathItem(operation: DefaultOperation): Json {
  const { name, doc } = operation;
  return {
    post: {
      operationId: name,
      tags: [defaultTag],
      summary: doc,
      parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { $ref: `#/components/schemas/${name}Request` } },
        },
      },
      responses: answersOf(operation),
    },
  };
}

function schemasOf(operation: DefaultOperation): Json {
  const { name, data } = operation;
  return {
    [`${name}Request`]: requestSchema(operation),
    [`${name}Answer`]: envelopeSchema(operation),
    [`${name}Data`]: data,
  };
}

function requestSchema({ parameters }: DefaultOperation): Json {
  const entries = Object.entries(parameters);
  return {
    type: 'object',
    required: entries.filter(([, field]) => isAlwaysRequired(field)).map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, field]) => [name, property(field)])),
  };
}

/** True if it is required whatever else is sent. */
function isAlwaysRequired({ isRequired, isOptionalBeside }: Parameter): boolean {
  return isRequired && isOptionalBeside === undefined;
}

function property(field: Parameter): Json {
  const { doc, schema, isSecret, aka } = field;
  return {
    ...(isAlwaysRequired(field) ? schema : orNotSent(schema)),
    description: aka.length > 0 ? `${doc} Also written ${aka.join(' or ')}.` : doc,
    ...(isSecret && { format: 'password', writeOnly: true }),
  };
}

/** Many callers send every field, blank if it has no value. */
function orNotSent({ default: otherwise, ...schema }: Parameter['schema']): Json {
  const takesBlanks =
    schema.type === 'string' && Object.keys(schema).every((key) => textKeys.has(key));
  return {
    ...(takesBlanks
      ? { ...schema, type: ['string', 'null'] }
      : { anyOf: [schema, { $ref: '#/components/schemas/NotSent' }] }),
    ...(otherwise !== undefined && { default: otherwise }),
  };
}

const textKeys: ReadonlySet<string> = new Set(['type', 'maxLength']);

const notSent = {
  type: ['string', 'null'],
  pattern: '^\\s*$',
  description: 'A blank text or null counts as not sent.',
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Identifies the request. The same request with the same key replays the first answer; another ' +
    `request with it is refused. Kept for ${keyLifetimeDays} days.`,
  schema: { type: 'string', minLength: 1, maxLength: lengths.idempotencyKey },
};
