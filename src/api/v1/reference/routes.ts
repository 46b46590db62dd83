import { securityHeaders } from '../../pages/layout.ts';
import type { Page } from '../../pages/page.ts';
import { declinesPage } from './declines-page.ts';
import { describeInterfaces, resourceNames } from './described.ts';
import { llmsText, manual } from './manual.ts';
import { problemCodes, problemIndex, problemPage } from './problem-pages.ts';
import { referenceIndex, resourcePage } from './reference-pages.ts';
import { serviceResource } from './soap-resource.ts';

/** The pages for people who write programs, by path. Each is made when it is asked for first. */
export function referenceRoutes(): ReadonlyMap<string, () => Page> {
  const json = once(describeInterfaces);
  const resources = once(() => [...json(), serviceResource]);
  const pages: [string, () => Page][] = [
    ['/reference', () => referenceIndex(resources())],
    ...[...resourceNames, serviceResource.name].map((name): [string, () => Page] => [
      `/reference/${name}`,
      () => resourcePage(resources().find((one) => one.name === name)!),
    ]),
    ['/problems', problemIndex],
    ['/declines', declinesPage],
    ...problemCodes.map((code): [string, () => Page] => [
      `/problems/${code}`,
      () => problemPage(code, resources()),
    ]),
    ['/llms.txt', () => textPage('text/plain', llmsText(json()))],
    ['/manual.md', () => textPage('text/markdown', manual(json()))],
  ];
  return new Map(pages.map(([path, make]) => [path, once(make)]));
}

function textPage(type: string, body: string): Page {
  return {
    status: 200,
    headers: { ...securityHeaders, 'Content-Type': `${type}; charset=utf-8` },
    body,
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
