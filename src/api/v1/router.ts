import type { Endpoint, Method } from './endpoint.ts';

type Routed = Pick<Endpoint, 'id' | 'path' | 'method'>;
type Node<E> = {
  readonly words: Map<string, Node<E>>;
  value: Node<E> | undefined;
  readonly endpoints: Map<Method, E>;
};
export type Found<E> = {
  readonly endpoints: ReadonlyMap<Method, E>;
  /** The values in the path, in order. */
  readonly values: readonly string[];
};

/** Finds endpoints by the parts of a path: a word goes before a parameter. */
export function routerOf<E extends Routed>(
  endpoints: readonly E[],
): (path: string) => Found<E> | undefined {
  const root = node<E>();
  for (const endpoint of endpoints) {
    let at = root;
    for (const part of partsOf(endpoint.path)) {
      if (part.startsWith('{')) {
        at.value ??= node();
        at = at.value;
      } else {
        const next: Node<E> = at.words.get(part) ?? node();
        at.words.set(part, next);
        at = next;
      }
    }
    if (at.endpoints.has(endpoint.method)) throw new Error(`${endpoint.id} is described twice`);
    at.endpoints.set(endpoint.method, endpoint);
  }
  return (path) => {
    const values: string[] = [];
    let at = root;
    for (const part of partsOf(path)) {
      const next = at.words.get(part);
      if (next) at = next;
      else if (at.value && part !== '') {
        values.push(part);
        at = at.value;
      } else return undefined;
    }
    return at.endpoints.size > 0 ? { endpoints: at.endpoints, values } : undefined;
  };
}

export function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

function partsOf(path: string): string[] {
  return path.split('/').slice(1);
}

function node<E>(): Node<E> {
  return { words: new Map(), value: undefined, endpoints: new Map() };
}
