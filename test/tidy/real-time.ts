import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { imports, type Planted } from './planted-imports.ts';
import { readPaths, root } from './tree.ts';
import type { Ban } from './words.ts';

const isTestFile = (path: string) => path.endsWith('.test.ts');
/** What the files of `npm test` import of the tests and the tools, and they themselves. */
const ofTests = reachedFrom(readPaths(), (path) => readFileSync(join(root, path), 'utf8'));

export function reachedFrom(
  paths: ReadonlySet<string>,
  textOf: (path: string) => string,
): ReadonlySet<string> {
  const reached = new Set([...paths].filter(isTestFile));
  // A set is walked with what is added meanwhile.
  for (const path of reached) {
    for (const [, to = ''] of textOf(path).matchAll(/\b(?:from|import) ?\(?'(\..+?\.ts)'/g)) {
      const imported = posix.join(posix.dirname(path), to);
      if (/^(?:packages\/[^/]+\/)?(?:test|tools)\//.test(imported) && paths.has(imported))
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
      /\bset(?:Timeout|Interval)\b|\bscheduler\.wait\b|\bAtomics\.wait(?:Async)?\b|\bAbortSignal\.timeout\b|\bperformance\.now\b|\bhrtime\b|\bTemporal\.Now\b|\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^\s)])/g,
    within: 'code',
    except: {
      'test/database.ts': postgres,
      'test/limits.ts': 'limits of the product that a process which stood still does not pass',
      'test/pause.ts': postgres,
      'test/protocol/fixture.ts': postgres,
      'test/webhooks/post-office.ts': 'looks at another process, for a *.deep.ts',
      'packages/embedded-postgres/test/fixture.ts': 'starts servers, for a *.deep.ts',
    },
    instead: `fire a limit by hand (test/limits.ts) and wait turn by turn, ${deep}`,
  },
  {
    ...common,
    name: 'no statement of a test sleeps',
    words: /\bpg_sleep(?:_for|_until)?\b/gi,
    within: 'quotes',
    except: {
      'src/database/connect.test.ts': 'a statement that only its limit ends',
      'test/tidy/': 'has to say the words',
    },
    instead: `hold what it shall wait for (test/pause.ts), ${deep}`,
  },
  {
    ...common,
    name: 'a test starts no process, thread, browser or server of PostgreSQL',
    words: /\b(?:child_process|worker_threads|playwright-core|startEmbedded)\b/g,
    within: 'text',
    except: {
      'packages/embedded-postgres/test/fixture.ts': 'starts servers, for a *.deep.ts',
      'test/global-setup.ts': 'starts the one server of all tests; they ask it for its address',
      'test/tidy/': 'has to say the words',
      'tools/areas.ts': 'asks git for `--changed`',
      'tools/imports.ts': 'has to say the words',
      'tools/run-tests.ts': 'starts the tests',
    },
    instead: `call the function that the process would call, ${deep}`,
  },
  {
    ...common,
    name: 'a test draws nothing anew at each run',
    words:
      /\bMath\.random\b|\brandomInt\b|\bcrypto\.(?:randomUUID|getRandomValues)\b|\bimport\s(?!type)[^;]*\brandom(?:Bytes|UUID\w*|Fill\w*)\b[^;]*/g,
    within: 'code',
    except: {
      'test/database.ts': 'two runs on one server must not make the same database',
      'test/fixture.ts': 'names of folders and files beside those of other fixtures',
      'test/free-port.ts': 'two runs at once must not take the same port',
      'test/v1/made-authenticator.ts': 'its key pair is new at each run as well',
    },
    instead: `draw by \`seedOf\`, take bytes and ids from the fixture or \`countedBytes()\`, ${deep}`,
  },
];

const test = 'src/payments/charge.test.ts';
const helper = 'test/caller.ts';
const tool = 'tools/documents.ts';

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
      [test, `${imports('node:timers/promises', '{ scheduler }')}await scheduler.wait(10);`],
      [test, 'Atomics.wait(cells, 0, 0, 10);'],
      [test, 'await Atomics.waitAsync(cells, 0, 0, 10).value;'],
      [helper, 'const before = process.hrtime.bigint();'],
      [helper, 'const today = Temporal.Now.plainDateISO();'],
      [tool, 'setTimeout(again, 10);'],
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
  'no statement of a test sleeps': {
    bad: [
      [test, `await db.query('select pg_sleep(1)');`],
      [helper, "const slowly = `select pg_sleep_for('1 second') from ${table}`;"],
    ],
    good: [
      [test, '// As pg_sleep does.'],
      ['src/payments/charge.deep.ts', `await db.query('select pg_sleep(1)');`],
    ],
  },
  'a test starts no process, thread, browser or server of PostgreSQL': {
    bad: [
      [test, imports('node:child_process', '{ spawn }')],
      [test, imports('node:child_process', '{ fork }')],
      [helper, imports('node:child_process', '{ execFile, execFileSync }')],
      [tool, imports('node:child_process', '{ spawn }')],
      [test, imports('node:worker_threads', '{ Worker }')],
      [test, `const { chromium } = await import('playwright-core');`],
      [helper, 'const server = await startEmbedded({ folder, log });'],
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
      [test, imports('node:crypto', '{ createHash, randomBytes }')],
      [helper, imports('node:crypto', '{ randomUUID as uuid }')],
      [test, 'const id = crypto.randomUUID();'],
    ],
    good: [
      [test, 'const random = randomOf(seed);'],
      [test, `${imports('node:crypto', '{ createHash }')}const { randomBytes } = world;`],
      ['src/payments/charge.deep.ts', 'const seed = Math.random();'],
    ],
  },
};
