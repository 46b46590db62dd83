import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { imports, type Planted } from './planted-imports.ts';
import { readPaths, root } from './tree.ts';
import type { Ban } from './words.ts';

const isTestFile = (path: string) => path.endsWith('.test.ts');
/** What the files of `npm test` import of the tests, and they themselves. */
const ofTests = reachedFrom(readPaths());

function reachedFrom(paths: ReadonlySet<string>): ReadonlySet<string> {
  const reached = new Set([...paths].filter(isTestFile));
  // A set is walked with what is added meanwhile.
  for (const path of reached) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const [, to = ''] of text.matchAll(/\bfrom '(\..+?\.ts)'/g)) {
      const imported = posix.join(posix.dirname(path), to);
      if (/^(?:packages\/[^/]+\/)?test\//.test(imported) && paths.has(imported))
        reached.add(imported);
    }
  }
  return reached;
}

const common = {
  files: (path: string) => isTestFile(path) || ofTests.has(path),
} as const;
const deep = 'or let it be a *.deep.ts';
const postgres = 'asks PostgreSQL again, as often as it takes';

export const realTimeBans: readonly Ban[] = [
  {
    ...common,
    name: 'a test waits for nothing but what it means',
    words:
      /\bset(?:Timeout|Interval)\b|\bAbortSignal\.timeout\b|\bperformance\.now\b|\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^\s)])/g,
    within: 'code',
    except: {
      'test/database.ts': postgres,
      'test/pause.ts': postgres,
      'test/protocol/fixture.ts': postgres,
      'test/webhooks/post-office.ts': 'looks at another process, for a *.deep.ts',
      'packages/embedded-postgres/test/fixture.ts': 'starts servers, for a *.deep.ts',
    },
    instead: `fire a limit by hand (test/limits.ts) and wait turn by turn, ${deep}`,
  },
  {
    ...common,
    name: 'a test starts no process',
    words: /\bchild_process\b/g,
    within: 'text',
    except: {
      'packages/embedded-postgres/test/fixture.ts': 'starts servers, for a *.deep.ts',
      'test/tidy/': 'has to say the words',
    },
    instead: `call the function that the process would call, ${deep}`,
  },
  {
    ...common,
    name: 'a test draws nothing anew at each run',
    words: /\bMath\.random\b|\brandomInt\b/g,
    within: 'code',
    except: { 'test/free-port.ts': 'two runs at once must not take the same port' },
    instead: `draw by a seed that is written down, ${deep}`,
  },
];

const test = 'src/payments/charge.test.ts';
const helper = 'test/fixture.ts';

export const plantedRealTime: Readonly<Record<string, Planted>> = {
  'a test waits for nothing but what it means': {
    bad: [
      [test, 'setTimeout(again, 10);'],
      [test, 'const timer = setInterval(again, 10);'],
      [test, imports('node:timers/promises', '{ setTimeout as delay }')],
      [helper, 'const signalAfter = (ms: number) => AbortSignal.timeout(ms);'],
      [test, 'const before = performance.now();'],
      [helper, 'const at = { now: Date.now };'],
      [test, 'const now = new Date();'],
    ],
    good: [
      [
        test,
        `const now = new Date('2030-01-15');\nt.mock.timers.enable({ apis: ['setTimeout'] });`,
      ],
      [test, imports('node:timers/promises', '{ setImmediate as turn }')],
      ['src/payments/charge.deep.ts', 'setTimeout(again, 10);'],
      ['test/database.ts', 'setTimeout(again, 10);'],
    ],
  },
  'a test starts no process': {
    bad: [
      [test, imports('node:child_process', '{ spawn }')],
      [test, imports('node:child_process', '{ fork }')],
      [helper, imports('node:child_process', '{ execFile, execFileSync }')],
    ],
    good: [
      [test, imports('node:process', '{ argv }')],
      ['src/payments/charge.deep.ts', imports('node:child_process', '{ spawn }')],
    ],
  },
  'a test draws nothing anew at each run': {
    bad: [
      [test, 'const seed = Math.random();'],
      [helper, imports('node:crypto', '{ randomInt }')],
    ],
    good: [
      [test, 'const random = randomOf(seed);'],
      ['src/payments/charge.deep.ts', 'const seed = Math.random();'],
    ],
  },
};
