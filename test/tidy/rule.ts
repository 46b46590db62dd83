import { lineOf, type Source } from './source.ts';

/**
 * A rule of the project. What it finds is told in one sentence: where, what, and behind the colon what to do
 * instead.
 */
export type Rule = {
  readonly name: string;
  check(source: Source, tree: Tree): Iterable<Finding>;
};

/** What a rule may know beside the one file. */
export type Tree = {
  /** Of all files and folders. */
  readonly paths: ReadonlySet<string>;
  /** The names in the table of operations. */
  readonly operations: readonly string[];
  /** The names of their parameters and of what answers hold. */
  readonly wireNames: ReadonlySet<string>;
};

/** `what` reads on after the path, and says what to do instead. */
export type Finding = { readonly at: number; readonly what: string };

export function findings(rule: Rule, sources: readonly Source[], tree: Tree): string[] {
  return sources.flatMap((source) =>
    [...rule.check(source, tree)].map(
      ({ at, what }) => `${source.path}:${lineOf(source, at)} ${what}`,
    ),
  );
}

/** Where one thing is allowed that is not allowed elsewhere. A folder ends in a slash. */
export type Exceptions = Readonly<Record<string, string>>;

export function isExcepted(path: string, exceptions: Exceptions): boolean {
  return Object.keys(exceptions).some((place) =>
    place.endsWith('/') ? path.startsWith(place) : path === place,
  );
}
