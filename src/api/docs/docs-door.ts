import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { html } from '../../kernel/html.ts';
import type { Door } from '../http/http.ts';
import { pathOf } from '../http/paths.ts';
import type { Request } from '../http/request.ts';
import { type StoredFile, sentFile } from '../http/stored-file.ts';
import { securityHeaders } from '../pages/layout.ts';
import type { Page } from '../pages/page.ts';
import { type Group, searchIndexPath, sitePage } from '../pages/site-frame.ts';
import { describeInterfaces } from '../v1/reference/described.ts';
import { serviceResource } from '../v1/reference/soap-resource.ts';
import { type Entry, openLibrary } from './library.ts';
import { decisions } from './outline.ts';
import { searchIndex } from './search-index.ts';

/*
 * The documentation: every page of docs/ at its place below /docs, as Markdown if `.md` is requested, its pictures, and
 * the index of the search. All of it is made from files of the repository, each at its first request.
 */

const library = openLibrary();
const byAddress = new Map(library.entries.map((entry) => [entry.at, entry]));
const files = new Map<string, StoredFile>();

export const docsDoor: Door = {
  below: ['/docs/'],
  async answer(request) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodRefused();
    const path = pathOf(request.url!);
    const file = files.get(path) ?? (await make(path));
    if (!file) return missingPage();
    files.set(path, file);
    return await sendIfChanged(file, request);
  },
};

async function make(path: string): Promise<StoredFile | undefined> {
  if (path === searchIndexPath) {
    // Page by page, so that payments are answered in between.
    for (const entry of library.entries) {
      library.pageOf(entry);
      await setImmediate();
    }
    const index = searchIndex(library, [...describeInterfaces(), serviceResource]);
    return fileOf(JSON.stringify(index), 'application/json; charset=utf-8');
  }
  if (path.startsWith('/docs/pictures/')) return picture(path);
  const entry = byAddress.get(path);
  if (entry) return fileOf(String(pageFor(entry).body), 'text/html; charset=utf-8');
  const source = path.endsWith('.md') && byAddress.get(path.slice(0, -'.md'.length));
  return source ? fileOf(library.textOf(source), 'text/markdown; charset=utf-8') : undefined;
}

function fileOf(content: string | Buffer, type: string): StoredFile {
  return { content: Buffer.from(content), type, small: undefined };
}

const pictureTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

function picture(path: string): StoredFile | undefined {
  const type = pictureTypes[extname(path)];
  if (!type || !/^\/docs\/pictures\/[\w-]+\.\w+$/.test(path)) return undefined;
  try {
    return fileOf(readFileSync(join(import.meta.dirname, '../../..', path)), type);
  } catch {
    return undefined;
  }
}

function pageFor(entry: Entry): Page {
  const { title, body, parts } = library.pageOf(entry);
  const at = library.entries.indexOf(entry);
  return sitePage({
    part: 'Documentation',
    title,
    at: entry.at,
    groups: groupsFor(entry),
    body,
    contents: parts.map(({ heading }) => heading),
    before: linkTo(library.entries[at - 1]),
    next: linkTo(library.entries[at + 1]),
  });
}

/** The groups of the navigation. Decisions show only the page that lists them, and the one that is open. */
function groupsFor(open: Entry | undefined): readonly Group[] {
  const sections = Map.groupBy(library.entries, ({ section }) => section);
  return [...sections].map(([title, entries]) => ({
    title,
    links: entries
      .filter(
        (one) => !one.file.startsWith(decisions) || one.file.endsWith('README.md') || one === open,
      )
      .map((one) => linkTo(one)!),
  }));
}

function linkTo(entry: Entry | undefined) {
  if (!entry) return undefined;
  const title = /^#\s+(.+)$/m.exec(library.textOf(entry))?.[1] ?? entry.at;
  return { at: entry.at, title: title.replaceAll('`', '') };
}

/** Browsers ask each time, and learn if their copy is current. */
async function sendIfChanged(file: StoredFile, request: Request): Promise<Page> {
  const tag = `"${hash('sha256', file.content, 'hex').slice(0, 16)}"`;
  const headers = {
    ...securityHeaders,
    'Content-Security-Policy': policyOf(file),
    'Cache-Control': 'no-cache',
    etag: tag,
  };
  if (request.headers['if-none-match'] === tag) return { status: 304, headers, body: '' };
  return await sentFile(file, request, headers);
}

function policyOf({ type }: StoredFile): string {
  return type.startsWith('text/html') ? pagePolicy : "default-src 'none'";
}
const pagePolicy = missingPage().headers['Content-Security-Policy']!;

function missingPage(): Page {
  return messagePage(404, 'This page is not there', 'The search above finds the others.');
}

function methodRefused(): Page {
  const page = messagePage(405, 'Pages are only read', 'Send GET or HEAD.');
  return { ...page, headers: { ...page.headers, allow: 'GET, HEAD' } };
}

function messagePage(status: number, title: string, sentence: string): Page {
  const body = html`<h1>${title}</h1>\n<p>${sentence}</p>`;
  return sitePage({
    status,
    part: 'Documentation',
    title,
    at: undefined,
    groups: groupsFor(undefined),
    body,
    contents: [],
  });
}
