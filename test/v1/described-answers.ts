import { openApi } from '../../src/api/http/openapi.ts';
import type { Described } from '../../src/api/v1/endpoint.ts';
import { flawsOf } from '../protocol/answer-schema.ts';
import type { Told } from './serve.ts';

export const document = JSON.parse(JSON.stringify(openApi({ publicUrl: '' })));

/** Where an answer is not what the document says of this endpoint. */
export function flawsIn(
  { path, method }: Pick<Described, 'path' | 'method'>,
  { status, headers, text, body }: Told,
): string[] {
  // Of HTTP itself.
  if (status === 414 || status === 501) return [];
  const described = document.paths[path][method.toLowerCase()].responses[status];
  // What is not the path of this endpoint is another's, or nobody's.
  if (status === 404 && body?.code === 'unknown_operation') return [];
  if (status === 405) return [];
  if (!described) return [`${status} is not described: ${text.slice(0, 300)}`];
  if (body?.code === 'internal') return ['internal'];
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  if (text === '') return described.content && status !== 304 ? ['has no body'] : [];
  const schema = described.content?.[type]?.schema;
  if (!schema) return [`${type} is not described for ${status}`];
  if (body === undefined) return [];
  if (type === 'application/problem+json') {
    const codes: string[] = described['x-codes'];
    if (!codes.includes(body.code)) return [`${body.code} is not described for ${status}`];
  }
  return flawsOf(body, schema, document);
}

type Schema = {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
};

/** The columns of a list as CSV, told from the schema of its rows: a column for each value, objects by dots. */
export function columnsOf(
  { path }: Pick<Described, 'path'>,
  expanded: readonly string[],
): string[] {
  const answer = document.paths[path].get.responses[200].content['application/json'].schema;
  const row = resolved(resolved(answer).properties!.data!.items!);
  const { required = [], properties = {} } = row;
  const shown = Object.entries(properties).filter(
    ([name]) => required.includes(name) || expanded.includes(name),
  );
  return shown.flatMap(([name, schema]) => columnsIn(name, schema));
}

function columnsIn(name: string, schema: Schema): string[] {
  const { properties, required = [] } = resolved(schema);
  if (!properties) return [name];
  return Object.entries(properties)
    .filter(([below]) => required.includes(below))
    .flatMap(([below, one]) => columnsIn(`${name}.${below}`, one));
}

/** What stands behind a reference, or beside null. */
function resolved(schema: Schema): Schema {
  if (schema.anyOf) return resolved(schema.anyOf[0]!);
  if (schema.$ref === undefined) return schema;
  const steps = schema.$ref.slice(2).split('/');
  return resolved(steps.reduce((node, step) => node[step], document));
}
