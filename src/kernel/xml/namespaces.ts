/** A namespace as one declaration names it. */
type Space = { readonly uri: string; id: number | undefined };

/** The namespaces of the prefixes at the reader's place; '' is the default. */
export type Scope = {
  readonly bindings: Map<string, Space>;
  /** Bindings that a declaration covers; the end of its element restores them. */
  readonly covered: { readonly prefix: string; readonly space: Space | undefined }[];
  readonly ids: Map<string, number>;
};

const xml = 'http://www.w3.org/XML/1998/namespace';
const xmlns = 'http://www.w3.org/2000/xmlns/';

export function outermostScope(): Scope {
  const bindings = new Map([
    ['', spaceCalled('')],
    ['xml', spaceCalled(xml)],
  ]);
  return { bindings, covered: [], ids: new Map() };
}

function spaceCalled(uri: string): Space {
  return { uri, id: undefined };
}

/** Returns the flaw of the declaration, if there is one. */
export function declare(scope: Scope, prefix: string, uri: string): string | undefined {
  if (prefix === 'xmlns' || uri === xmlns) {
    return 'The prefix xmlns and its namespace are not to be declared.';
  }
  if ((prefix === 'xml') !== (uri === xml)) {
    return 'The prefix xml and its namespace belong together.';
  }
  if (prefix !== '' && uri === '') return 'A prefix cannot be bound to no namespace.';

  scope.covered.push({ prefix, space: scope.bindings.get(prefix) });
  scope.bindings.set(prefix, spaceCalled(uri));
  return undefined;
}

/** Leaves an element: its declarations end. */
export function leave({ bindings, covered }: Scope, mark: number): void {
  while (covered.length > mark) {
    const { prefix, space } = covered.pop()!;
    if (space === undefined) bindings.delete(prefix);
    else bindings.set(prefix, space);
  }
}

export function spaceOf({ bindings }: Scope, prefix: string): Space | undefined {
  return bindings.get(prefix);
}

/** The same for the same namespace. Kept, since a namespace can be as long as half the document. */
export function idOf({ ids }: Scope, space: Space): number {
  if (space.id === undefined) {
    space.id = ids.get(space.uri) ?? ids.size;
    ids.set(space.uri, space.id);
  }
  return space.id;
}
