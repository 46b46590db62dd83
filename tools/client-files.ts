import { type Described, onlyReads, resourceOf } from '../src/api/v1/endpoint.ts';
import { describedEndpoints } from '../src/api/v1/endpoints.ts';
import { v1Schemas } from '../src/api/v1/openapi.ts';
import { type Json, type Shape, schemaOf } from '../src/api/v1/shape.ts';
import { refusals } from '../src/kernel/refusal.ts';

/* The derived files of clients/typescript: types, methods and codes of `/v1`, from the table of endpoints. */

const head =
  '/* Written by tools/client-files.ts from the table of /v1: change that, then `npm run generate`. */\n';

/** Every named schema, and an interface for the query of each endpoint that has one. */
export function clientTypes(table: readonly Described[] = describedEndpoints): string {
  const schemas = Object.entries(v1Schemas(table)).map(([name, schema]) =>
    declaration(name, schema),
  );
  const queries = table
    .filter(hasQuery)
    .map((one) => declaration(queryName(one), querySchema(one), `The query of \`${one.id}\`.`));
  return [head, ...schemas, ...queries].join('\n');
}

/** A class for each resource with a method for each endpoint, and all of them in one. */
export function clientResources(table: readonly Described[] = describedEndpoints): string {
  const resources = [...Map.groupBy(table, resourceOf)];
  const classes = resources.map(
    ([name, own]) =>
      `export class ${className(name)} extends Resource {\n${own.map(methodOf).join('\n\n')}\n}\n`,
  );
  const fields = resources.map(([name]) => `  readonly ${camel(name)}: ${className(name)};`);
  const values = resources.map(
    ([name]) => `    this.${camel(name)} = new ${className(name)}(connection);`,
  );
  return [
    head,
    `import { type CallOptions, type Connection, part, Resource, type WriteOptions } from '../connection.ts';
import type { LiveEvent, LiveOptions, LiveReset } from '../live.ts';
import type { Pages } from '../pages.ts';
import type * as t from './types.ts';
`,
    ...classes,
    `/** Every resource of \`/v1\`. */
export class Resources {
${fields.join('\n')}

  constructor(connection: Connection) {
${values.join('\n')}
  }
}
`,
  ].join('\n');
}

/** Every code with which the service refuses. */
export function clientCodes(): string {
  const codes = Object.keys(refusals).map((code) => `  | '${code}'`);
  return `${head}\n/** Why a call was refused. A later version of the service may have more codes. */
export type ErrorCode =\n${codes.join('\n')};\n`;
}

function methodOf(endpoint: Described): string {
  const { id, doc, path, params, body, method, isLive, answers = {} } = endpoint;
  const name = camel(id.slice(id.lastIndexOf('.') + 1));
  const takesQuery = hasQuery(endpoint);
  const parameters = Object.keys(params).map((one) => `${one}: string`);
  if (body) parameters.push(parameter('body', bodyType(body), hasRequired(schemaIn(body))));
  const isQueryRequired = takesQuery && hasRequired(querySchema(endpoint));
  if (takesQuery) parameters.push(parameter('query', `t.${queryName(endpoint)}`, isQueryRequired));
  const options = isLive ? 'LiveOptions' : onlyReads(endpoint) ? 'CallOptions' : 'WriteOptions';
  parameters.push(`options: ${options} = {}`);

  const outcomes = Object.keys(answers).filter((status) => Number(status) >= 300);
  const request = [
    `method: '${method}'`,
    `path: \`${path.replace(/\{(\w+)\}/g, (_, one) => `\${part(${one})}`)}\``,
    ...(body ? ['body'] : []),
    ...(takesQuery ? ['query'] : []),
    ...(outcomes.length > 0 ? [`outcomes: [${outcomes.join(', ')}]`] : []),
    'options',
  ];
  const [call, type] = answerOf(endpoint);
  return `${comment(doc, '  ')}  ${name}(${parameters.join(', ')}): ${type} {
    return this.connection.${call}({ ${request.join(', ')} });
  }`;
}

/** How the connection makes the call, and what the method returns. */
function answerOf(endpoint: Described): [call: string, type: string] {
  const { answer, isLive, files = [] } = endpoint;
  if (isLive) return ['live', 'AsyncGenerator<LiveEvent | LiveReset, void, undefined>'];
  if (isPaged(endpoint)) {
    const item = typeOf(schemaOf(answer!.properties!.data!.inner!), '  ', 't.');
    return [`list<${item}>`, `Pages<${item}>`];
  }
  if (answer) {
    const type = typeOf(schemaIn(answer), '  ', 't.');
    return [`call<${type}>`, `Promise<${type}>`];
  }
  return files.length > 0 ? ['file', 'Promise<Response>'] : ['call<void>', 'Promise<void>'];
}

function isPaged({ answer, query }: Described): boolean {
  const { data, next, previous } = answer?.properties ?? {};
  return Boolean(data?.inner && next && previous && query.after && query.before);
}

/** A shape without the sentence about it: where it stands, the method has one. */
function schemaIn(shape: Shape<unknown>): Json {
  return schemaOf({ ...shape, doc: '' });
}

function bodyType(body: Shape<unknown>): string {
  return typeOf(schemaIn(body), '  ', 't.');
}

function parameter(name: string, type: string, isRequired: boolean): string {
  return isRequired ? `${name}: ${type}` : `${name}: ${type} = {}`;
}

/** A reference is resolved: what matters is whether the object may be left out. */
function hasRequired(schema: Json): boolean {
  const named = nameIn(schema);
  const { required = [] } = (
    named === undefined ? schema : (v1Schemas(describedEndpoints)[named] ?? {})
  ) as {
    required?: readonly string[];
  };
  return required.length > 0;
}

function hasQuery({ query }: Described): boolean {
  return Object.keys(query).length > 0;
}

function queryName({ id }: Pick<Described, 'id'>): string {
  return `${pascal(id)}Query`;
}

function querySchema({ query }: Described): Json {
  const entries = Object.entries(query);
  return {
    type: 'object',
    required: entries.filter(([, { isOptional }]) => !isOptional).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, { schema, doc }]) => [name, { ...schema, description: doc ?? '' }]),
    ),
  };
}

function declaration(name: string, schema: Json, doc = String(schema.description ?? '')): string {
  const type = typeOf(schema, '');
  const what = type.startsWith('{') ? `interface ${name} ${type}` : `type ${name} = ${type};`;
  return `${comment(doc, '')}export ${what}\n`;
}

/** The type of what a schema describes. `before` leads to the named ones. */
function typeOf(schema: Json, indent: string, before = ''): string {
  const named = nameIn(schema);
  if (named !== undefined) return before + named;
  const { enum: words, anyOf, oneOf, items, properties, additionalProperties } = schema;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(words)) return words.map((word) => literal(word)).join(' | ');
  const some = anyOf ?? oneOf;
  if (Array.isArray(some)) return some.map((one) => typeOf(one, indent, before)).join(' | ');
  return [schema.type]
    .flat()
    .map((type) => {
      if (type === 'array')
        return `ReadonlyArray<${typeOf((items ?? {}) as Json, indent, before)}>`;
      if (type !== 'object') return plainTypes[String(type)] ?? 'unknown';
      if (properties) return objectType(schema, indent, before);
      const values = typeof additionalProperties === 'object' ? additionalProperties : {};
      return `{ readonly [name: string]: ${typeOf((values ?? {}) as Json, indent, before)} }`;
    })
    .join(' | ');
}

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function objectType({ properties, required }: Json, indent: string, before: string): string {
  const needed = (required ?? []) as readonly string[];
  const inner = `${indent}  `;
  const lines = Object.entries(properties as Record<string, Json>).map(([name, schema]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
    const type = typeOf(schema, inner, before);
    const end = needed.includes(name) ? `: ${type};` : `?: ${type} | undefined;`;
    return `${comment(String(schema.description ?? ''), inner)}${inner}readonly ${key}${end}\n`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
}

function nameIn({ $ref }: Json): string | undefined {
  return $ref === undefined ? undefined : String($ref).slice(String($ref).lastIndexOf('/') + 1);
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value);
}

function comment(doc: string, indent: string): string {
  return doc === '' ? '' : `${indent}/** ${doc.replaceAll('*/', '*\\/')} */\n`;
}

function camel(name: string): string {
  return name.replace(/[-.](\w)/g, (_, letter: string) => letter.toUpperCase());
}

function pascal(name: string): string {
  const inner = camel(name);
  return inner[0]!.toUpperCase() + inner.slice(1);
}

function className(resource: string): string {
  return `${pascal(resource)}Resource`;
}
