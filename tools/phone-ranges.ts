import { readFileSync, writeFileSync } from 'node:fs';
import type { PhoneType } from '../src/parties/phones/phone-type.ts';

/** libphonenumber's metadata as the npm package libphonenumber-js carries it in metadata.max.json. */
export type Metadata = {
  readonly country_calling_codes: Readonly<Record<string, readonly string[]>>;
  readonly countries: Readonly<Record<string, readonly unknown[]>>;
};

/** Territory, area code, kind, and the exchanges or thousands blocks of exchanges that have it. */
export type Range = readonly [string, string, PhoneType, string];

/** Where those arrays keep the area codes of a territory and the patterns of its numbers. */
const leadingDigits = 10;
const patterns = 11;
/** Among the patterns; between them stand kinds that say nothing of the line, such as pagers. */
const places = { landline: 0, mobile: 1, tollfree: 2, premium: 3, voip: 8 } as const;

/** One rule of portability, under which a number may move between a landline and a mobile. */
const underUsRules = ['US', 'AS', 'GU', 'MP', 'PR', 'VI'];
/**
 * Where no number says which it is: Canada has a rule of the same kind, the Dominican Republic gives both
 * out of the same ranges, and Bermuda's rule leaves open whether a number may move.
 */
const mixed = [...underUsRules, 'BM', 'CA', 'DO'];

const path = new URL('../src/parties/phones/ranges.ts', import.meta.url);

/** Every geographic area code of a territory that has lines of its own. */
export function areaCodesOf(metadata: Metadata, territory: string): string[] {
  const tests = testsOf(metadata, territory)[0]!;
  return threeDigits().filter((area) =>
    threeDigits().some((exchange) => tests(`${area}${exchange}0000`)),
  );
}

/** What the territories that keep kinds apart say of their numbers. */
export function rangesOf(metadata: Metadata): Range[] {
  const territories = metadata.country_calling_codes['1']!.filter((code) => !mixed.includes(code));
  return territories.toSorted().flatMap((code) => rangesOfTerritory(metadata, code));
}

function rangesOfTerritory(metadata: Metadata, territory: string): Range[] {
  const leading = new RegExp(`^(?:${metadata.countries[territory]![leadingDigits]})`);
  const tests = testsOf(metadata, territory);
  const areaCodes = threeDigits().filter((area) => leading.test(area));
  return areaCodes.flatMap((area) =>
    Object.entries(places).flatMap(([kind, place]): Range[] => {
      const blocks = place < tests.length ? blocksOf(area, place, tests) : [];
      return blocks.length > 0 ? [[territory, area, kind as PhoneType, shorten(blocks)]] : [];
    }),
  );
}

/** The thousands blocks of an area code whose every number is of this kind and of no other. */
function blocksOf(area: string, place: number, tests: readonly Test[]): string[] {
  const blocks = threeDigits().flatMap((exchange) =>
    Array.from({ length: 10 }, (_, thousand) => `${exchange}${thousand}`),
  );
  return blocks.filter((block) =>
    // The patterns say nothing of the last three digits; if one ever does, its block is left out.
    ['000', '199', '555', '999'].every((line) =>
      tests.every((test, index) => test(area + block + line) === (index === place)),
    ),
  );
}

type Test = (number: string) => boolean;

function testsOf(metadata: Metadata, territory: string): Test[] {
  const found = metadata.countries[territory]![patterns] as readonly ([string] | 0)[];
  return found.map((entry) => {
    const pattern = entry === 0 || entry[0] === '' ? /^$/ : new RegExp(`^(?:${entry[0]})$`);
    return (number) => pattern.test(number);
  });
}

/** Area codes and exchanges: neither begins with 0 or 1. */
function threeDigits(): string[] {
  return Array.from({ length: 800 }, (_, index) => String(index + 200));
}

/** Ten blocks of an exchange are the exchange; neighbours are written 460-463. */
function shorten(blocks: readonly string[]): string {
  const whole = (exchange: string) =>
    blocks.filter((block) => block.startsWith(exchange)).length === 10;
  const codes = new Set(
    blocks.map((block) => (whole(block.slice(0, 3)) ? block.slice(0, 3) : block)),
  );
  const runs: string[][] = [];
  for (const code of codes) {
    const run = runs.at(-1);
    if (run && continues(run, code)) run.push(code);
    else runs.push([code]);
  }
  return runs.map((run) => (run.length > 1 ? `${run[0]}-${run.at(-1)}` : run[0])).join(' ');
}

function continues(run: readonly string[], code: string): boolean {
  const last = run.at(-1)!;
  return last.length === code.length && Number(last) + 1 === Number(code);
}

function render(metadata: Metadata): string {
  const rows = rangesOf(metadata).flatMap(([territory, area, kind, exchanges]) =>
    folded(exchanges, 66).map((part) => `  ['${territory}', '${area}', '${kind}', '${part}'],\n`),
  );
  return `import type { PhoneType } from './phone-type.ts';

// Written by tools/phone-ranges.ts; docs/decisions/0011-numbering-data.md says from what.

/** Where landlines and mobiles share area codes, and a number may move from one to the other. */
export const mixedAreaCodes = {
${areaCodeLines('us', areaCodesOf(metadata, 'US'))}
${areaCodeLines('ca', areaCodesOf(metadata, 'CA'))}
};

/**
 * Where each kind has exchanges of its own: territory, area code, kind, exchanges. Four digits are an
 * exchange and the first digit of the line.
 */
export const ranges: readonly (readonly [string, string, PhoneType, string])[] = [
${rows.join('')}];
`;
}

function areaCodeLines(name: string, codes: readonly string[]): string {
  const lines = folded(codes.join(' '), 90).map((line) => `    '${line}',\n`);
  return `  ${name}: [\n${lines.join('')}  ],`;
}

/** Lines of at most so many characters. */
function folded(text: string, most: number): string[] {
  return text.match(new RegExp(`\\S.{0,${most - 1}}(?= |$)`, 'g')) ?? [];
}

if (import.meta.main) {
  const [, , source] = process.argv;
  if (!source) throw new Error('usage: npx node tools/phone-ranges.ts path/to/metadata.max.json');
  writeFileSync(path, render(JSON.parse(readFileSync(source, 'utf8'))));
}
