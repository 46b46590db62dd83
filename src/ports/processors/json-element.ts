/** An element of an answer in JSON: what is not there has neither text nor elements. */
export type Element = {
  /** Numbers and truth values as they are written. */
  text(name: string): string;
  child(name: string): Element;
  /** Undefined where there is no list. */
  list(name: string): readonly Element[] | undefined;
  has(name: string): boolean;
  /** Of all its fields that are texts; those of a list, where one is named. */
  texts(list?: string): readonly string[];
};

/** What is no JSON is an element without anything. Some answers begin with a byte order mark, which is no JSON. */
export function readJson(body: string): Element {
  return elementOf(parse(body));
}

/** Undefined for what is no list of JSON. */
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

/** An amount never becomes a floating-point number. */
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
