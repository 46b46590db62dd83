/** An element of an answer in JSON. A missing field has neither text nor elements. */
export type Element = {
  /** Numbers and booleans come as they are written. */
  text(name: string): string;
  child(name: string): Element;
  /** Undefined where there is no list. */
  list(name: string): readonly Element[] | undefined;
  has(name: string): boolean;
  /** All texts among its fields, or among the items of `list` if it is given. */
  texts(list?: string): readonly string[];
};

/**
 * A body that is not JSON gives an element without fields. Some answers begin with a byte order mark, which is not
 * JSON.
 */
export function readJson(body: string): Element {
  return elementOf(parse(body));
}

/** Undefined if the body is not a JSON list. */
export function readJsonList(body: string): readonly Element[] | undefined {
  const list = parse(body);
  return Array.isArray(list) ? list.map(elementOf) : undefined;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\uFEFF/, ''), asWritten);
  } catch {
    return undefined;
  }
}

/** Keeps numbers as text: an amount never becomes a floating-point number. */
function asWritten(_: string, value: unknown, context?: { readonly source: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

function elementOf(value: unknown): Element {
  const isElement = typeof value === 'object' && value !== null && !Array.isArray(value);
  const fields = (isElement ? value : {}) as Record<string, unknown>;
  const field = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  return {
    text: (name) => textOf(field(name)),
    child: (name) => elementOf(field(name)),
    list(name) {
      const list = field(name);
      return Array.isArray(list) ? list.map(elementOf) : undefined;
    },
    has: (name) => field(name) !== undefined,
    texts(list) {
      const all = list === undefined ? Object.values(fields) : field(list);
      return Array.isArray(all) ? all.filter((one) => typeof one === 'string') : [];
    },
  };
}

function textOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
