/** The parts of `DATABASE_URL`. */
export type PostgresAddress = {
  /** One address for each server, in their order. */
  readonly servers: readonly string[];
  /** True if servers that accept no writes are skipped. */
  readonly mustWrite: boolean;
};

const shape = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^/?#]*)((?:\/[^?#]*)?)(?:\?([^#]*))?$/;

/**
 * Parses it as libpq does: several hosts separated by commas, and `target_session_attrs`. Undefined: not an address of
 * a server, or it asks for a server that accepts no writes.
 */
export function parsePostgresAddress(text: string): PostgresAddress | undefined {
  const [, scheme, user, hosts = '', database = '', query = ''] = shape.exec(text) ?? [];
  if (scheme === undefined || /\s/.test(text)) return undefined;
  const names = hosts.split(',');
  if (names.length > 1 && names.includes('')) return undefined;
  const parameters = query.split('&').filter((one) => one !== '');
  const wanted = parameters.filter((one) => one.startsWith(attribute)).at(-1);
  // A server that accepts no writes is useless here, so several hosts mean the one that does.
  const attributes = wanted?.slice(attribute.length) ?? (names.length > 1 ? 'read-write' : 'any');
  if (!Object.hasOwn(mustWrite, attributes)) return undefined;
  const rest = parameters.filter((one) => !one.startsWith(attribute)).join('&');
  const behind = database + (rest && `?${rest}`);
  return {
    servers: names.map((name) => scheme + user + name + behind),
    mustWrite: mustWrite[attributes as keyof typeof mustWrite],
  };
}

const attribute = 'target_session_attrs=';
const mustWrite = { any: false, 'read-write': true, primary: true } as const;
