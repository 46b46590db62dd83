import { execFileSync, spawnSync } from 'node:child_process';
import { withImports } from './imports.ts';
import { root, testFiles } from './run-tests.ts';

type Area = {
  /** Beginnings of paths: a change below one of them may break this area. */
  readonly of: readonly string[];
  /** Beginnings of paths of its deep tests, which a change of themselves selects too. */
  readonly tests: readonly string[];
};

/** Where what was charged is killed, raced and counted. */
const money = [
  'test/crash/',
  'test/simulation/',
  'test/settlement/',
  'test/properties/',
  'test/e2e/',
];

/** By hand: nearly every test imports nearly every file of the service, so imports tell nothing. */
export const areas: readonly Area[] = [
  {
    of: ['src/payments/', 'src/settlement/', 'src/runtime/', 'src/worker/', 'src/kernel/'],
    tests: [
      ...money,
      'test/gateways/',
      'test/ach/',
      'test/subscriptions/',
      'test/pay-links/',
      'test/webhooks/',
      'test/time-machine/',
      'test/reconciliation/',
      'test/cases/',
      'test/risk/',
      'test/onboarding/isolation',
    ],
  },
  {
    of: ['migrations/', 'src/database/'],
    tests: [...money, 'test/schema-', 'src/database/', 'test/operate/'],
  },
  { of: ['tools/'], tests: ['test/tidy/'] },
  { of: ['src/ach/', 'src/ports/mailboxes/'], tests: ['test/ach/'] },
  {
    of: ['src/ports/processors/', 'packages/sandbox/'],
    tests: ['test/processors/', 'test/gateways/', 'packages/sandbox/'],
  },
  { of: ['src/ports/vault/'], tests: ['test/vault/', 'src/ports/vault/'] },
  { of: ['src/invoicing/'], tests: ['test/subscriptions/', 'test/pay-links/', 'test/pages/'] },
  {
    of: ['src/notify/', 'src/ports/carriers/'],
    tests: ['test/webhooks/', 'test/conversations/', 'test/mail/', 'test/carriers/'],
  },
  {
    of: ['src/parties/', 'src/moving/'],
    tests: [
      'test/onboarding/',
      'test/business-types/',
      'test/customers/',
      'test/moving/',
      'test/v1/',
    ],
  },
  {
    of: ['src/backoffice/', 'src/records/'],
    tests: ['test/cases/', 'test/reconciliation/', 'test/risk/'],
  },
  { of: ['src/cli/', 'src/settings/', 'bin/'], tests: ['test/cli/', 'test/operate/', 'test/e2e/'] },
  {
    of: ['src/api/', 'clients/'],
    tests: ['test/v1/', 'test/clients/', 'test/e2e/', 'src/kernel/xml/', 'test/docs/'],
  },
  {
    of: [
      'src/api/pages/',
      'src/leads/',
      'portal/',
      // The portal is built of the client, by this tool.
      'clients/typescript/',
      'tools/build-portal.ts',
    ],
    tests: ['test/browser/', 'test/leads/', 'test/pages/'],
  },
  { of: ['src/time-machine/', 'src/demo/'], tests: ['test/time-machine/', 'test/demo/'] },
  { of: ['src/monitoring/', 'deploy/'], tests: ['test/monitoring/', 'test/deploy/'] },
  { of: ['packages/embedded-postgres/'], tests: ['packages/embedded-postgres/', 'test/operate/'] },
  { of: ['docs/'], tests: ['test/docs/'] },
];

/** The deep tests that these changed files may have broken; what no area knows may have broken all. */
export function testsOf(changed: readonly string[], deep: readonly string[]): string[] {
  const chosen = new Set<string>();
  const shared = deep.map((file) => [file, withImports(file)] as const);
  for (const path of changed) {
    const mine = areas.filter(({ of, tests }) =>
      [...of, ...tests].some((at) => path.startsWith(at)),
    );
    if (mine.length === 0 && isOfAll(path)) return [...deep];
    // What tests share is that of every file that imports it.
    for (const [file, imports] of shared) if (imports.has(path)) chosen.add(file);
    for (const { of, tests } of mine) {
      const own = tests.filter((at) => path.startsWith(at));
      const those = of.some((at) => path.startsWith(at)) ? tests : own;
      for (const file of deep) if (those.some((at) => file.startsWith(at))) chosen.add(file);
    }
  }
  return deep.filter((file) => chosen.has(file));
}

function isOfAll(path: string): boolean {
  return /^(src|test|package)/.test(path) && !path.endsWith('.test.ts');
}

/** The last commit that this branch has in common with another. */
function baseOf(other: string): string {
  const { stdout } = spawnSync('git', ['merge-base', 'HEAD', other], {
    cwd: root,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(`--changed needs a commit: there is no ${other} here`);
  return stdout.trim();
}

/** Deep tests of what differs from a commit: by default from the branch that this one follows. */
export function changedTests(since: string | undefined): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const base = baseOf(since ?? '@{upstream}');
  const changed = [
    ...git('diff', '--name-only', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return testsOf(changed, testFiles('deep'));
}
