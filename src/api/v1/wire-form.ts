import { flaw } from '../../kernel/parsed.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { decoderOf } from '../http/decode.ts';
import type { DefaultOperation, Parameter, Parameters } from '../operations/operation.ts';
import type { V1Call } from './endpoint.ts';
import { maybe, type ObjectShape, object, type Properties, type Shape } from './shape.ts';

/*
 * Long forms that other interfaces have too: their fields under names in camelCase, all of them texts, with the rules of
 * the operation that they belong to.
 */

const mustBeText = flaw('malformed', 'must be a text');

function textOf(parameter: Parameter): Shape<string> {
  const { default: _, ...schema } = parameter.schema;
  return {
    schema: {
      ...schema,
      type: 'string',
      ...(parameter.isSecret && { writeOnly: true, format: 'password' }),
    },
    doc: parameter.doc,
    read(value, at, reading) {
      if (typeof value !== 'string') return reading.note(at, mustBeText);
      reading.heard(parameter, value.trim(), at);
      return value;
    },
  };
}

/** `ExternalID` is `externalId`, `URL` is `url`. */
export function camelCased(name: string): string {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z][a-z0-9]*|[a-z0-9]+/g) ?? [name];
  return words
    .map((word) => word.toLowerCase())
    .map((word, i) => (i === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join('');
}

export function formShape(parameters: Parameters): ObjectShape<Properties> {
  return object(
    Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => {
        const shape = textOf(parameter);
        return [camelCased(name), parameter.isRequired ? shape : maybe(shape)];
      }),
    ),
  );
}

/** Reads a form by the rules of an operation; faults name the fields as they were sent. */
export function readForm(
  operation: DefaultOperation,
  { business, today }: Pick<V1Call, 'business' | 'today'>,
  sent: Readonly<Record<string, unknown>>,
): unknown {
  const raw = new Map<string, string>();
  for (const name of Object.keys(operation.parameters)) {
    const value = sent[camelCased(name)];
    if (typeof value === 'string') raw.set(name, value);
  }
  const { ask, faults } = decoderOf(operation)(raw, { business, today });
  if (faults.length === 0) return ask;
  throw inCamelCase(new Refusal('wrong_fields', { details: faults }));
}

/** The same refusal with the names that were sent. */
export function inCamelCase(refusal: Refusal): Refusal {
  const details = refusal.details.map(({ field, code, message }) => {
    const name = camelCased(field);
    return { field: name, code, message: message.replace(field, name) };
  });
  return new Refusal(refusal.code, { details });
}
