import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { addressOf, decisions, outline } from './outline.ts';
import { type Rendered, render } from './render.ts';

export type Entry = {
  /** From the top of the repository. */
  readonly file: string;
  readonly at: string;
  readonly section: string;
  readonly isBackground: boolean;
};
export type Library = {
  /** Every page, in the order in which they are read. */
  readonly entries: readonly Entry[];
  textOf(entry: Entry): string;
  pageOf(entry: Entry): Rendered;
};

const root = join(import.meta.dirname, '../../..');

/** Files that another part of this service serves. */
const elsewhere: Readonly<Record<string, string>> = {
  'docs/interface/openapi.json': '/openapi.json',
};

/** The files of `docs/` as pages. Each is read and rendered when it is asked for first. */
export function openLibrary(): Library {
  const entries = entriesThere();
  const places = new Map(entries.map(({ file, at }) => [file, at]));
  const texts = new Map<Entry, string>();
  const pages = new Map<Entry, Rendered>();

  const textOf: Library['textOf'] = (entry) => {
    const text = texts.get(entry) ?? readFileSync(join(root, entry.file), 'utf8');
    texts.set(entry, text);
    return text;
  };
  return {
    entries,
    textOf,
    pageOf(entry) {
      const page =
        pages.get(entry) ?? render(textOf(entry), (href) => placeOf(places, entry, href));
      pages.set(entry, page);
      return page;
    },
  };
}

function entriesThere(): readonly Entry[] {
  const listed = outline.flatMap(({ title, files, isBackground = false }) =>
    files.map((file) => ({ file, at: addressOf(file), section: title, isBackground })),
  );
  const records = readdirSync(join(root, decisions))
    .filter((name) => name.endsWith('.md'))
    .sort((one, other) =>
      one === 'README.md' ? -1 : other === 'README.md' ? 1 : one < other ? -1 : 1,
    )
    .map((name) => {
      const file = `${decisions}/${name}`;
      return { file, at: addressOf(file), section: 'Decisions', isBackground: true };
    });
  return [...listed, ...records].filter(({ file }) => existsSync(join(root, file)));
}

function placeOf(places: ReadonlyMap<string, string>, { file }: Entry, href: string) {
  if (/^(?:https?:|mailto:|#|\/)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const goal = posix.join(posix.dirname(file), path).replace(/\/$/, '');
  const at =
    places.get(goal) ?? places.get(`${goal}/README.md`) ?? elsewhere[goal] ?? pictureOf(goal);
  return at !== undefined && fragment !== undefined ? `${at}#${fragment}` : at;
}

/** Pictures lie beside the pages; other files of the repository are not served. */
function pictureOf(goal: string): string | undefined {
  return /^docs\/pictures\/[\w-]+\.(?:svg|png)$/.test(goal) ? `/${goal}` : undefined;
}
