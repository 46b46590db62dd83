/** The path of a request in lower case, without the slash at its end. */
export function pathOf(target: string): string {
  const query = target.indexOf('?');
  const sent = (query === -1 ? target : target.slice(0, query)).toLowerCase();
  // Callers join a base URL that ends with a slash and a path that begins with one.
  const path = sent.replace(/^\/{2,}/, '/');
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Service.asmx: whatever is below this path, in any letter case, belongs to it. */
export const asmxPath = '/service.asmx';

/** Service.asmx itself or something in it, in any letter case. */
export function isBelowAsmx(path: string): boolean {
  const lower = path.toLowerCase();
  return lower === asmxPath || lower.startsWith(`${asmxPath}/`);
}

/** The modern interface. */
export function isBelowV1(path: string): boolean {
  return path.startsWith('/v1/');
}

/** The operations by JSON, at the addresses that clients have. */
export function isBelowDefault(path: string): boolean {
  return path.startsWith('/api/default/');
}
