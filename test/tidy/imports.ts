import { posix } from 'node:path';
import type { Rule } from './rule.ts';
import type { Source } from './source.ts';
import { isTest } from './tree.ts';

/**
 * From the top: a file imports from lower rows and its own folder, never upwards and never sideways. Folders in
 * brackets are one place: they need each other.
 */
const layers: readonly (readonly (string | readonly string[])[])[] = [
  ['main.ts'],
  ['cli'],
  ['build-world.ts', 'demo'],
  [['api/http', 'api/docs', 'api/soap', 'api/v1'], 'monitoring'],
  ['time-machine'],
  ['worker'],
  ['api/operations', 'api/pages', 'backoffice/reconciliation'],
  ['backoffice/case-actions'],
  ['moving'],
  ['notify/webhooks', 'notify/mail'],
  ['invoicing/subscriptions', 'leads'],
  ['invoicing/pay-links'],
  [['ach/files', 'ach/returns', 'ach/validation']],
  ['settlement'],
  ['payments/disputes'],
  ['payments/follow-ups'],
  ['notify/conversations'],
  ['payments'],
  ['payments/tokens'],
  ['parties/customers'],
  ['parties/sign-in'],
  ['parties/applications', 'parties/users'],
  ['parties/businesses', 'payments/ledger', 'parties/phones', 'ach'],
  ['records'],
  ['ports/vault', 'ports/processors', 'ports/carriers', 'ports/mailboxes', 'database'],
  ['runtime', 'settings'],
  ['kernel'],
];
const domain = rowOf('records');

/**
 * A package in `packages/` is reached by its name among the `imports` of package.json, which leads to its entry file,
 * and in no other way. It imports nothing of the service but what is listed here.
 */
type Package = {
  /** The places in `src/` that may import it. */
  readonly usedBy: readonly string[];
  /** The places in `src/` whose types it may import, and those whose functions: pure ones. */
  readonly types: readonly string[];
  readonly values: readonly string[];
  /** What else its tests may import. */
  readonly tests: readonly string[];
};
const contracts = ['ports/processors', 'ports/carriers', 'ports/mailboxes'];
const packages: Readonly<Record<string, Package>> = {
  'embedded-postgres': { usedBy: ['database', 'cli'], types: [], values: [], tests: [] },
  sandbox: {
    usedBy: [
      'build-world.ts',
      'cli',
      'demo',
      'api/http',
      'api/v1',
      'notify/conversations',
      'ach/files',
    ],
    types: contracts,
    // Its banks speak the language of files, references, proofs and declines that the service speaks.
    values: [
      'kernel',
      'ports/processors/authentication.ts',
      'ports/processors/declines.ts',
      'ports/processors/request-terms.ts',
      'ach/nacha',
      'kernel/banking-days.ts',
      'ach/correction-codes.ts',
      'kernel/ach-windows.ts',
    ],
    tests: [...contracts, 'ach'],
  },
};

/** Types that describe the whole: the domain and what is above it may name them, nothing below. */
const wholes = ['world.ts', 'config.ts'];

/** What only these may import, wherever they stand. */
const doors: Readonly<Record<string, { readonly only: readonly string[]; readonly why: string }>> =
  {
    'build-world.ts': { only: ['cli'], why: 'take what you need from the world you are given' },
    'config.ts': { only: ['cli'], why: 'import its type only and read world.config' },
    worker: { only: ['cli', 'demo', 'time-machine'], why: 'enqueue a job for it' },
    database: { only: ['build-world.ts', 'cli'], why: 'take `sql: Sql` of src/runtime/sql.ts' },
  };

const databaseOfRuntime =
  /^src\/runtime\/(?:sql|rows|table|gather|ids|jobs|events|lease|idempotency)\.ts$/;

type Import = { readonly at: number; readonly to: string; readonly isType: boolean };

export const importDirections: Rule = {
  name: 'imports point downwards: main, cli, api and worker, domain, ports, runtime, kernel',
  *check(source) {
    const inPackage = packageOf(source.path);
    if (!source.path.startsWith('src/') && inPackage === undefined) return;
    for (const found of importsOf(source)) {
      const what =
        inPackage === undefined
          ? judge(source.path, found)
          : judgePackage(source.path, inPackage, found);
      if (what) yield { at: found.at, what };
    }
  },
};

function packageOf(path: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(path)?.[1];
}

function judgePackage(path: string, name: string, { to, isType }: Import): string | undefined {
  if (to.startsWith(`packages/${name}/`)) {
    const isScaffolding = isTest(to) && !isTest(path);
    return isScaffolding ? `imports ${to}: what is published needs no test` : undefined;
  }
  const { types = [], values = [], tests = [] } = packages[name] ?? {};
  const allowed = [...values, ...(isType ? types : []), ...(isTest(path) ? tests : [])];
  if (allowed.some((place) => `${to}/`.startsWith(`src/${place}/`))) return undefined;
  return `imports ${to}: take it as an argument, or list it for ${name} in test/tidy/imports.ts`;
}

function judge(path: string, { to, isType }: Import): string | undefined {
  const target = `imports ${to}`;
  if (to.startsWith('#')) {
    const isUser = packages[to.slice(1)]?.usedBy.includes(placeOf(path)) || isTest(path);
    return isUser
      ? undefined
      : `${target}: give ${to} its line in test/tidy/imports.ts, or do without`;
  }
  if (!to.startsWith('src/')) {
    return isTest(path) && /^(?:test|packages)\//.test(to)
      ? undefined
      : `${target}: what the service needs stands below src/`;
  }
  const [from, goal] = [placeOf(path), placeOf(to)];
  if (from === goal) return undefined;
  // How a setting is read needs nothing of what it is for.
  if (from === 'config.ts' && ['settings', 'kernel'].includes(goal)) return undefined;
  if (wholes.includes(from)) {
    return isType
      ? undefined
      : `${target} as a value: it describes the whole, so use \`import type\``;
  }
  if (rowOf(from) < 0) return `stands in no row: give ${from} its place in test/tidy/imports.ts`;
  if (from === 'ports/processors' && databaseOfRuntime.test(to)) {
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

/** The longest folder of the rows that it lies in; otherwise its first one. */
function placeOf(path: string): string {
  const parts = path.split('/').slice(1);
  const known = [parts.slice(0, 2).join('/'), parts[0]!].find((place) => rowOf(place) >= 0);
  const group = layers.flat().find((one) => Array.isArray(one) && one.includes(known));
  return group?.[0] ?? known ?? parts[0]!;
}

function rowOf(place: string): number {
  return layers.findIndex((row) => row.flat().includes(place));
}

/** Every import of one of our own files, with the path that it leads to. */
function importsOf({ path, code, strings }: Source): Import[] {
  return strings.flatMap(({ text, at }) => {
    if (!/^[.#]/.test(text)) return [];
    const before = code.slice(0, at - 1);
    const head = /\b(?:import|export)\b[^;'"]*\bfrom\s*$|\bimport\s*\(?\s*$/.exec(before)?.[0];
    if (head === undefined) return [];
    const statement = head.slice(Math.max(head.lastIndexOf('import'), head.lastIndexOf('export')));
    const to = text.startsWith('#') ? text : posix.join(posix.dirname(path), text);
    return [{ at, to, isType: isTypeOnly(statement) }];
  });
}

function isTypeOnly(statement: string): boolean {
  if (/^\w+\s+type\b/.test(statement)) return true;
  const names = /\{([^}]*)\}/.exec(statement)?.[1]?.split(',') ?? [''];
  return names.every((name) => name.trim() === '' || /^\s*type\s/.test(name)) && names[0] !== '';
}
