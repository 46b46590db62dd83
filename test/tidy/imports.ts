import { posix } from 'node:path';
import type { Rule } from './rule.ts';
import type { Source } from './source.ts';
import { isTest } from './tree.ts';

/** From the top: a file imports from lower rows and its own folder, never upwards and never sideways. */
const layers: readonly (readonly string[])[] = [
  ['main.ts'],
  ['cli'],
  ['build-world.ts'],
  ['time-machine'],
  ['wire', 'worker'],
  ['operations', 'pages', 'audit'],
  ['decisions'],
  ['notices', 'letters'],
  ['subscriptions', 'leads'],
  ['pay-links'],
  ['clearing', 'settlement'],
  ['followups'],
  ['conversations'],
  ['payments'],
  ['tokens'],
  ['customers'],
  ['applications'],
  ['questions'],
  ['businesses', 'ledger', 'phones', 'ach'],
  ['trail'],
  ['vault', 'processors', 'carriers', 'outgoing', 'database'],
  ['base'],
];
const domain = layers.findIndex((row) => row.includes('ledger'));

/** Types that describe the whole: the domain and what is above it may name them, nothing below. */
const wholes = ['world.ts', 'config.ts'];

/** What only these may import, wherever they stand. */
const doors: Readonly<Record<string, { readonly only: readonly string[]; readonly why: string }>> =
  {
    'build-world.ts': { only: ['cli'], why: 'take what you need from the world you are given' },
    'config.ts': { only: ['cli'], why: 'import its type only and read world.config' },
    database: { only: ['build-world.ts', 'cli'], why: 'take `sql: Sql` of src/base/sql.ts' },
  };

const databaseOfBase = /^base\/(?:sql|rows|gather|ids|jobs)\.ts$/;

type Import = { readonly at: number; readonly to: string; readonly isType: boolean };

export const importDirections: Rule = {
  name: 'imports point downwards: main, cli, wire and worker, operations, domain, vault and processors, base',
  *check(source) {
    if (!source.path.startsWith('src/')) return;
    for (const found of importsOf(source)) {
      const what = judge(source.path, found);
      if (what) yield { at: found.at, what };
    }
  },
};

function judge(path: string, { to, isType }: Import): string | undefined {
  const target = `imports ${to}`;
  if (!to.startsWith('src/')) {
    return isTest(path) && to.startsWith('test/')
      ? undefined
      : `${target}: what the service needs stands below src/`;
  }
  const [from, goal] = [placeOf(path), placeOf(to)];
  if (from === goal) return undefined;
  // How a setting is read needs nothing of what it is for.
  if (from === 'config.ts' && goal === 'base') return undefined;
  if (wholes.includes(from)) {
    return isType
      ? undefined
      : `${target} as a value: it describes the whole, so use \`import type\``;
  }
  if (rowOf(from) < 0) return `stands in no row: give ${from} its place in test/tidy/imports.ts`;
  if (from === 'processors' && databaseOfBase.test(goal === 'base' ? to.slice(4) : '')) {
    return `${target}: a processor knows no database; hand it what it must keep as an argument`;
  }
  if (wholes.includes(goal) && isType) {
    return rowOf(from) <= domain ? undefined : `${target}: take the single things as arguments`;
  }
  const door = doors[goal];
  if (door) return door.only.includes(from) ? undefined : `${target}: ${door.why}`;
  if (wholes.includes(goal)) return `${target} as a value: it holds types, so use \`import type\``;
  if (rowOf(goal) > rowOf(from)) return undefined;
  return `${target}, which is not below ${from}: enqueue a job for it, or move what both need further down`;
}

function placeOf(path: string): string {
  return path.split('/')[1]!;
}

function rowOf(place: string): number {
  return layers.findIndex((row) => row.includes(place));
}

/** Every import of one of our own files, with the path that it leads to. */
function importsOf({ path, code, strings }: Source): Import[] {
  return strings.flatMap(({ text, at }) => {
    if (!text.startsWith('.')) return [];
    const before = code.slice(0, at - 1);
    const head = /\b(?:import|export)\b[^;'"]*\bfrom\s*$|\bimport\s*\(?\s*$/.exec(before)?.[0];
    if (head === undefined) return [];
    const statement = head.slice(Math.max(head.lastIndexOf('import'), head.lastIndexOf('export')));
    return [{ at, to: posix.join(posix.dirname(path), text), isType: isTypeOnly(statement) }];
  });
}

function isTypeOnly(statement: string): boolean {
  if (/^\w+\s+type\b/.test(statement)) return true;
  const names = /\{([^}]*)\}/.exec(statement)?.[1]?.split(',') ?? [''];
  return names.every((name) => name.trim() === '' || /^\s*type\s/.test(name)) && names[0] !== '';
}
