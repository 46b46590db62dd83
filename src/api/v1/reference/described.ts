import type { RefusalCode } from '../../../kernel/refusal.ts';
import { defaultTag, openApi } from '../../http/openapi.ts';
import { defaultOperations } from '../../operations/index.ts';
import { resourceOf } from '../endpoint.ts';
import { describedEndpoints } from '../endpoints.ts';
import type { Json } from '../shape.ts';
import { exampleOf } from './examples.ts';

/** A field as readers see it, with the fields of the object in it. */
export type FieldDoc = {
  readonly name: string;
  /** `text`, `integer`, `list of objects`, and so on. */
  readonly type: string;
  readonly doc: string;
  readonly isRequired: boolean;
  readonly words: readonly string[];
  /** The document's name of the object in it, if it has one. */
  readonly object: string | undefined;
  readonly inner: readonly FieldDoc[];
};
export type ParameterDoc = FieldDoc & { readonly place: 'path' | 'query' | 'header' };
export type EndpointDoc = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly doc: string;
  /** Undefined: every key may call it. */
  readonly right: string | undefined;
  /** The API key alone, username and key in the header, both among the fields, or the cookie of a person. */
  readonly credentials: 'key' | 'username and key' | 'fields' | 'session';
  readonly parameters: readonly ParameterDoc[];
  readonly body: readonly FieldDoc[];
  readonly example: unknown;
  readonly answer: readonly FieldDoc[];
  readonly answerObject: string | undefined;
  /** Media types of answers that are no JSON. */
  readonly files: readonly string[];
  readonly answers: readonly { readonly status: string; readonly doc: string }[];
  readonly codes: readonly RefusalCode[];
};
export type ResourceDoc = {
  /** Its part of the address. */
  readonly name: string;
  readonly title: string;
  readonly endpoints: readonly EndpointDoc[];
};

type Operation = {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description?: string;
  readonly 'x-right'?: string;
  readonly security?: readonly Json[];
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Json }>> };
  readonly responses: Readonly<Record<string, Json>>;
};

/** The JSON interfaces as their OpenAPI document describes them, by resource. */
export function describeInterfaces(): readonly ResourceDoc[] {
  const document = JSON.parse(JSON.stringify(openApi({ publicUrl: '' }))) as Json;
  const look = lookIn(document);
  const found = new Map<string, EndpointDoc[]>();
  const paths = document.paths as Record<string, Record<string, Operation>>;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = kebab(operation.tags[0]);
      found.set(name, [...(found.get(name) ?? []), endpointDoc(look, path, method, operation)]);
    }
  }
  return [...found].map(([name, own]) => ({ name, title: titleOf(name), endpoints: own }));
}

/** The resource of the operations under /api/Default. */
export const legacy = defaultTag;

/** The parts of addresses, in order, known without the document. */
export const resourceNames: readonly string[] = [
  ...new Set([...describedEndpoints.map((one) => kebab(resourceOf(one))), legacy]),
];

export function titleOf(name: string): string {
  if (name === legacy) return 'Operations under /api/Default';
  const words = name.replaceAll('-', ' ').replace(/^(ach|api)\b/, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

type Look = (schema: Json) => Json;

/** Follows references within the document. */
function lookIn(document: Json): Look {
  return (node) => {
    if (typeof node.$ref !== 'string') return node;
    const steps = node.$ref.slice(2).split('/');
    return steps.reduce<unknown>((at, step) => (at as Json)[step], document) as Json;
  };
}

function endpointDoc(look: Look, path: string, method: string, operation: Operation): EndpointDoc {
  const { operationId: id, summary, description, requestBody, responses } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const isLegacy = defaultOperations.some(({ name }) => name === id);
  const contents = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content = {} }]) => content as Record<string, { schema: Json }>);
  const answer = contents.find((content) => content['application/json'])?.['application/json'];
  const told = answer && withoutFailure(answer.schema);
  return {
    id,
    method: method.toUpperCase(),
    path,
    doc: description ?? summary,
    right: operation['x-right'],
    credentials: isLegacy ? 'username and key' : isForPeople(operation) ? 'session' : 'key',
    parameters: (operation.parameters ?? []).map((one) => parameterDoc(look, look(one))),
    body: body ? fieldsOf(look, body) : [],
    example: body ? exampleOf(id, body, look) : undefined,
    answer: told ? fieldsOf(look, told) : [],
    answerObject: told && objectName(look, told),
    files: [...new Set(contents.flatMap(Object.keys))].filter((type) => !type.endsWith('json')),
    answers: Object.entries(responses).map(([status, one]) => ({
      status,
      doc: String(one.description),
    })),
    codes: Object.values(responses).flatMap((one) => (one['x-codes'] ?? []) as RefusalCode[]),
  };
}

function isForPeople({ security }: Operation): boolean {
  return security?.every((one) => 'session' in one) ?? false;
}

/** A status that is also a refusal's has two schemas: the answer's comes first. */
function withoutFailure(schema: Json): Json {
  const [first] = (schema.anyOf ?? []) as Json[];
  return first ?? schema;
}

function parameterDoc(look: Look, one: Json): ParameterDoc {
  return {
    ...fieldDoc(look, String(one.name), one.schema as Json, one.required === true),
    doc: String(one.description),
    place: one.in as ParameterDoc['place'],
  };
}

function fieldsOf(look: Look, schema: Json): readonly FieldDoc[] {
  const { properties = {}, required = [] } = objectIn(look, schema) ?? {};
  return Object.entries(properties as Record<string, Json>).map(([name, one]) =>
    fieldDoc(look, name, one, (required as string[]).includes(name)),
  );
}

/** The object behind references, lists and "or null". */
function objectIn(look: Look, schema: Json): Json | undefined {
  const one = look(schema);
  if (one.properties) return one;
  for (const part of nestedIn(one)) {
    const found = objectIn(look, part);
    if (found) return found;
  }
  return undefined;
}

function objectName(look: Look, schema: Json): string | undefined {
  const { $ref } = schema;
  const isObject = typeof $ref === 'string' && look(schema).properties !== undefined;
  if (isObject) return $ref.slice($ref.lastIndexOf('/') + 1);
  const nested = nestedIn(schema).map((part) => objectName(look, part));
  return nested.find((name) => name !== undefined);
}

/** The schemas inside a list or an "or null". */
function nestedIn({ anyOf = [], items }: Json): readonly Json[] {
  return [...(anyOf as Json[]), ...(items ? [items as Json] : [])];
}

function fieldDoc(look: Look, name: string, schema: Json, isRequired: boolean): FieldDoc {
  const target = look(schema);
  return {
    name,
    type: typeOf(look, schema),
    doc: String(schema.description ?? target.description ?? ''),
    isRequired,
    words: wordsOf(look, schema),
    object: objectName(look, schema),
    inner: fieldsOf(look, schema),
  };
}

function typeOf(look: Look, schema: Json): string {
  const one = look(schema);
  if (Array.isArray(one.anyOf)) {
    const parts = one.anyOf.map((part: Json) => typeOf(look, part));
    return [...new Set(parts)].join(' or ');
  }
  if (schema.$ref !== undefined && one.properties) return objectName(look, schema) ?? 'object';
  if ('const' in one) return JSON.stringify(one.const);
  const types = [one.type ?? 'any JSON'].flat().map(String);
  return types
    .map((type) => {
      if (type === 'array') return `list of ${typeOf(look, (one.items ?? {}) as Json)}`;
      if (type !== 'string') return type;
      return formats[String(one.format)] ?? 'text';
    })
    .join(' or ');
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'moment',
  date: 'day',
  password: 'secret text',
};

function wordsOf(look: Look, schema: Json): readonly string[] {
  const one = look(schema);
  if (Array.isArray(one.enum)) return one.enum.map(String);
  return nestedIn(one).flatMap((part) => wordsOf(look, part));
}
