type Schema = {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly additionalProperties?: boolean | Schema;
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
};

/** What of a JSON Schema the answers need; a property that is not described is a flaw too. */
export function flawsOf(value: unknown, schema: Schema, root: unknown, at = '$'): string[] {
  if (schema.$ref !== undefined) return flawsOf(value, resolve(schema.$ref, root), root, at);
  if (schema.anyOf) {
    const each = schema.anyOf.map((one) => flawsOf(value, one, root, at));
    return each.some((flaws) => flaws.length === 0) ? [] : each.flat();
  }
  if ('const' in schema) return value === schema.const ? [] : [`${at} is not ${schema.const}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is none of its words`];
  const types = [schema.type ?? []].flat();
  // Any JSON.
  if (types.length === 0 && !schema.enum) return [];
  if (!types.includes(typeOf(value))) return [`${at} is not ${types.join(' or ')}`];
  const { pattern } = schema;
  if (typeof value === 'string' && pattern !== undefined && !new RegExp(pattern, 'u').test(value)) {
    return [`${at} has another form`];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, i) => flawsOf(item, schema.items!, root, `${at}[${i}]`));
  }
  if (typeof value !== 'object' || value === null) return [];

  const { properties = {}, required = [], additionalProperties: others } = schema;
  return [
    ...required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const property = properties[name];
      if (!property && typeof others === 'object') {
        return flawsOf(member, others, root, `${at}.${name}`);
      }
      if (!property) return [`${at}.${name} is not described`];
      return flawsOf(member, property, root, `${at}.${name}`);
    }),
  ];
}

function resolve(ref: string, root: unknown): Schema {
  const steps = ref.slice(2).split('/');
  return steps.reduce((node, step) => (node as Record<string, unknown>)[step], root) as Schema;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Number.isInteger(value)) return 'integer';
  return Array.isArray(value) ? 'array' : typeof value;
}
