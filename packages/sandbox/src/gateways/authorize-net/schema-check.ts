import { type Field, type Simple, sequences } from './schema.ts';

/**
 * Says in words where a request does not fit the schema; undefined: it fits. A name that is no request does not fit.
 */
export function faultIn(name: string, content: unknown): string | undefined {
  return faultOfSequence(name, name, content);
}

function faultOfSequence(path: string, name: string, content: unknown): string | undefined {
  const fields = sequences[name];
  if (!fields) return `${path} is no element of the schema`;
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return `${path} holds no elements`;
  const sent = Object.entries(content);
  const order = faultOfOrder(path, fields, Object.keys(content));
  if (order) return order;
  const missing = missingIn(fields, new Set(Object.keys(content)));
  if (missing) return `${path} has no ${missing}`;
  for (const [key, inner] of sent) {
    const fault = faultOfField(`${path}.${key}`, fields.find((one) => one.name === key)!, inner);
    if (fault) return fault;
  }
  return undefined;
}

/** The gateway makes XML of the request, in which the elements have an order. */
function faultOfOrder(
  path: string,
  fields: readonly Field[],
  keys: readonly string[],
): string | undefined {
  let last = -1;
  for (const key of keys) {
    const place = fields.findIndex(({ name }) => name === key);
    if (place === -1) return `${path} has an unknown ${key}`;
    if (place < last) return `${path} has ${key} too late`;
    last = place;
  }
  return undefined;
}

function missingIn(fields: readonly Field[], sent: ReadonlySet<string>): string | undefined {
  const required = fields.find(({ name, isRequired }) => isRequired && !sent.has(name));
  if (required) return required.name;
  const choices = Map.groupBy(fields, ({ choice }) => choice);
  choices.delete(undefined);
  for (const [choice, all] of choices)
    if (all.filter(({ name }) => sent.has(name)).length !== 1) return `single ${choice}`;
  return undefined;
}

function faultOfField(path: string, field: Field, content: unknown): string | undefined {
  const { holds, isList } = field;
  if (isList && Array.isArray(content)) {
    const faults = content.map((one) => faultOfField(path, { ...field, isList: false }, one));
    return faults.find((fault) => fault !== undefined);
  }
  if (holds === 'unread') return undefined;
  return typeof holds === 'string'
    ? faultOfSequence(path, holds, content)
    : faultOfText(path, holds, content);
}

function faultOfText(path: string, simple: Simple, content: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof content)) return `${path} is no text`;
  const { pattern, least = 0, most = Number.POSITIVE_INFINITY, values } = simple;
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = simple;
  const text = String(content);
  if (!text.isWellFormed()) return `${path} is no text`;
  if (text.length < least || text.length > most) return `${path} has a wrong length`;
  if (pattern && !pattern.test(text)) return `${path} has a wrong form`;
  if (values && !values.includes(text)) return `${path} has a value that is in no list`;
  const isNumber = simple.from !== undefined;
  return isNumber && (Number(text) < from || Number(text) > to)
    ? `${path} is out of bounds`
    : undefined;
}
