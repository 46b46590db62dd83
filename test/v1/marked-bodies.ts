import type { Endpoint } from '../../src/api/v1/endpoint.ts';
import type { Shape } from '../../src/api/v1/shape.ts';
import { sampleOf } from './samples.ts';
import type { Told } from './serve.ts';

/**
 * What somebody may write wherever they may write anything: a formula, markup that loads and runs, a template, and signs
 * that nobody sees or that turn the others round. The longest first; whatever a page made of it has the class `evil`.
 */
const element = '"><img src=//evil.example/1 class=evil onerror=evil()>';
const script = '<script class=evil src=//evil.example/2></script>';
const formula = '=HYPERLINK("https://evil.example/3")';
export const marks: readonly string[] = [
  `${formula}${element}${script}{{evil()}}\${evil()}'-evil()-'\u202e\u200b`,
  `${formula}${element}${script}{{evil()}}\${evil()}'-evil()-'`,
  `=1${element}`,
  '=1"><b class=evil>',
  '<b class=evil>',
  '=1"><b>',
];
const addresses = [
  'javascript:evil()//',
  'data:text/html,<script class=evil>evil()</script>',
  `https://shop.example.com/?${element}`,
  'https://shop.example.com/?%22%3E%3Cb%20class=evil%3E',
];
const mailboxes = [
  '"><img class=evil>"@example.com',
  "<b/class=evil>'{{evil()}}@example.com",
  "'{{evil}}@example.com",
];

type Body = Record<string, unknown>;
type Leaf = { readonly path: string; readonly marked: readonly string[] };
export type Marked = {
  /** The fields that took markup, with their values. */
  readonly taken: ReadonlyMap<string, string>;
  /** The last answer; of a success the first. */
  readonly told: Told;
};

/** Sends a request with as much markup as it takes: what is refused by name gets the next shorter text, then its good value. */
export async function sendMarked(
  endpoint: Endpoint,
  good: unknown,
  send: (body: unknown) => Promise<Told>,
): Promise<Marked> {
  const shape = endpoint.body!;
  const leaves = leavesOf(shape, '').map((leaf) => ({ ...leaf, tried: 0 }));
  const added = new Map(additionsTo(good as Body, shape, ''));
  for (;;) {
    const body = structuredClone(good as Body);
    for (const [path, sample] of added) put(body, path, structuredClone(sample), true);
    const taken = new Map<string, string>();
    for (const { path, marked, tried } of leaves) {
      const text = marked[tried];
      const isNamed = isName(path) && !added.has(path);
      if (text !== undefined && !isNamed && put(body, path, text)) taken.set(path, text);
    }
    const told = await send(body);
    if (told.status < 300) return { taken, told };
    const wrong: string[] = told.body?.errors?.map(({ field }: { field: string }) => field) ?? [];
    const isChanged = wrong.map((field) => {
      const leaf = leaves.find(({ path }) => path === field && taken.has(path));
      if (leaf) leaf.tried += 1;
      const addition = [...added.keys()].find((path) => `${field}.`.startsWith(`${path}.`));
      return leaf !== undefined || (addition !== undefined && added.delete(addition));
    });
    if (isChanged.includes(true)) continue;
    // It does not say which: objects that it does not need go, then other values, then texts, then the markup.
    const rank = ([path, sample]: readonly [string, unknown]) =>
      typeof sample === 'object' ? 0 : leaves.some((leaf) => leaf.path === path) ? 2 : 1;
    const [first] = [...added].sort((one, other) => rank(one) - rank(other));
    if (first) added.delete(first[0]);
    else if (taken.size > 0) for (const leaf of leaves) leaf.tried = leaf.marked.length;
    else return { taken, told };
  }
}

/** What names another object, which markup would name none. */
const isName = (path: string) => /(?:id|token|code|key)$/i.test(path);

/** Samples of what a good request leaves out, also in the first entry of its lists. */
function additionsTo(
  good: Body,
  { properties = {} }: Shape<unknown>,
  at: string,
): [string, unknown][] {
  return Object.entries(properties).flatMap(([name, shape]): [string, unknown][] => {
    const path = `${at}${name}`;
    if (!(name in good)) return [[path, sampleOf(shape, true)]];
    const list = good[name];
    if (!Array.isArray(list) || !shape.inner?.properties) return [];
    return additionsTo(list[0], shape.inner, `${path}.0.`);
  });
}

/** The texts of a body that may hold anything or nearly so. */
function leavesOf(shape: Shape<unknown>, path: string): Leaf[] {
  const { properties, inner, schema } = shape;
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (properties)
    return Object.entries(properties).flatMap(([name, one]) => leavesOf(one, below(name)));
  if (inner) return leavesOf(inner, schema.type === 'array' ? below('0') : path);
  if (![schema.type].flat().includes('string') || schema.enum) return [];
  const most = Number(schema.maxLength ?? Infinity);
  const name = path.replace(/\.\d+$/, '').replace(/^.*\./, '');
  const texts =
    schema.format === 'email' || /email$/i.test(name)
      ? mailboxes
      : schema.format === 'uri' || /url|origins|address$/i.test(name)
        ? [...addresses, ...marks]
        : marks;
  return [{ path, marked: texts.filter(({ length }) => length <= most) }];
}

/** False if what would hold it is not sent. */
function put(body: Body, path: string, value: unknown, isNew = false): boolean {
  const steps = path.split('.');
  const last = steps.pop()!;
  let at: unknown = body;
  for (const step of steps) at = (at as Body | undefined | null)?.[step];
  if (typeof at !== 'object' || at === null || !(isNew || last in at)) return false;
  (at as Body)[last] = value;
  return true;
}
