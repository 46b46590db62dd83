import { lengths } from '../base/lengths.ts';
import type { Config } from '../config.ts';
import { defaultOperations } from '../operations/index.ts';
import type { DefaultOperation, Parameter } from '../operations/operation.ts';
import { answersOf, failureSchemas, headers, successSchema } from './openapi-answers.ts';

type Json = Readonly<Record<string, unknown>>;

/** OpenAPI 3.1 of the JSON interface: everything in it comes from the table of operations. */
export function openApi(config: Pick<Config, 'publicUrl'>): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quittance',
      version: '1',
      summary: 'Payments, tokens and businesses.',
      description:
        'Every call is a POST with one JSON object. Texts are documented, and numbers and booleans ' +
        'are taken as well; a blank text and null count as not sent; fields that are not named here are ' +
        'ignored. Paths, field names and enumerated words match in any letter case. What is wrong ' +
        'with a call is told for all fields at once.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: config.publicUrl || '/' }],
    security: [{ credentials: [] }],
    paths: Object.fromEntries(
      defaultOperations.map((operation) => [`/api/Default/${operation.name}`, pathItem(operation)]),
    ),
    components: {
      schemas: {
        ...Object.assign({}, ...defaultOperations.map(schemasOf)),
        ...failureSchemas,
        NotSent: notSent,
      },
      parameters: { IdempotencyKey: idempotencyKey },
      headers,
      securitySchemes: {
        credentials: {
          type: 'http',
          scheme: 'basic',
          description: 'Username and APIKey, as a business was given them.',
        },
      },
    },
  };
}

function pathItem(operation: DefaultOperation): Json {
  const { name, doc } = operation;
  return {
    post: {
      operationId: name,
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
    [`${name}Answer`]: successSchema(operation),
    [`${name}Data`]: data,
  };
}

function requestSchema({ parameters }: DefaultOperation): Json {
  const entries = Object.entries(parameters);
  return {
    type: 'object',
    required: entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, field]) => [name, property(field)])),
  };
}

function property({ doc, schema, isRequired, isSecret, aka }: Parameter): Json {
  return {
    ...(isRequired ? schema : orNotSent(schema)),
    description: aka.length > 0 ? `${doc} Also written ${aka.join(' or ')}.` : doc,
    ...(isSecret && { format: 'password', writeOnly: true }),
  };
}

/** Many callers send every name that they know, and leave blank what they have no value for. */
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
  description: 'A blank text or null: counts as not sent.',
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of your own. The same request under the same key gives back the first result and does ' +
    'nothing again; another request under it is refused. Kept for 30 days.',
  schema: { type: 'string', minLength: 1, maxLength: lengths.idempotencyKey },
};
