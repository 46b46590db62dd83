import { type Described, resourceOf } from './endpoint.ts';
import type { Json } from './shape.ts';

/** The resources, each with where its endpoints are. */
export function v1Tags(endpoints: readonly Described[]): readonly Json[] {
  return [...Map.groupBy(endpoints, resourceOf)].map(([name, own]) => ({
    name,
    description: `Endpoints at and below ${sharedPath(own.map(({ path }) => path))}.`,
  }));
}

/** The parts with which all of them begin. */
function sharedPath(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/'));
  const end = first.findIndex((part, i) => others.some((other) => other[i] !== part));
  return first.slice(0, end === -1 ? undefined : end).join('/');
}
