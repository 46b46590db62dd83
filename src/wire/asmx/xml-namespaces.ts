/** A namespace that the document names: one object for each, so that two are compared at once. */
type Space = { readonly uri: string; readonly id: number };

/** What the prefixes mean where the reader stands; '' is the default. */
export type Scope = {
  readonly bindings: Map<string, Space>;
  readonly spaces: Map<string, Space>;
  /** What was covered by a declaration, to be put back at the end of its element. */
  readonly covered: { readonly prefix: string; readonly space: Space | undefined }[];
};

/** Where names without a prefix are, unless a default is declared. */
export const noSpace: Space = { uri: '', id: 0 };
const xml: Space = { uri: 'http://www.w3.org/XML/1998/namespace', id: 1 };
const xmlns: Space = { uri: 'http://www.w3.org/2000/xmlns/', id: 2 };

export function outermostScope(): Scope {
  return {
    bindings: new Map([
      ['', noSpace],
      ['xml', xml],
    ]),
    spaces: new Map([noSpace, xml, xmlns].map((space) => [space.uri, space])),
    covered: [],
  };
}

/** Gives back what is wrong with the declaration, if anything is. */
export function declare(scope: Scope, prefix: string, uri: string): string | undefined {
  const { bindings, spaces, covered } = scope;
  let space = spaces.get(uri);
  if (space === undefined) {
    space = { uri, id: spaces.size };
    spaces.set(uri, space);
  }
  if (prefix === 'xmlns' || space === xmlns)
    return 'The prefix xmlns and its namespace are not to be declared.';
  if ((prefix === 'xml') !== (space === xml)) {
    return 'The prefix xml and its namespace belong together.';
  }
  if (prefix !== '' && space === noSpace) return 'A prefix cannot be bound to no namespace.';

  covered.push({ prefix, space: bindings.get(prefix) });
  bindings.set(prefix, space);
  return undefined;
}

/** Leaves an element: what it declared is gone. */
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
