import { strict as assert } from 'node:assert';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './tidy/tree.ts';

type Dependencies = Readonly<Record<string, string>>;
type Locked = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
};

const service = read('package.json') as Required<Locked>;
const { dependencies } = service;
const workspaces = globSync('packages/*/package.json', { cwd: root }).map(
  (path) => read(path) as Locked,
);
const optionalDependencies: Dependencies = Object.assign(
  {},
  ...[service, ...workspaces].map((one) => one.optionalDependencies),
);
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };

test('at most 20 packages are depended on directly', () => {
  const names = Object.keys(dependencies);
  assert.ok(names.length <= 20, `${names.length}: do without one, or do what it does ourselves`);
});

test('production holds at most 150 packages', () => {
  const all = production();
  assert.ok(all.has('node_modules/pg') && all.has('node_modules/pg-types'));
  assert.ok(all.size <= 150, `${all.size}: ${[...all].join(' ')}`);
});

test('versions are exact, so that only a commit changes what runs', () => {
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${name}: name one version`);
  }
});

test('every machine runs the same Node.js, and the tests run on it', () => {
  const versions = Object.entries(optionalDependencies)
    .filter(([name]) => name.startsWith('node-'))
    .map(([, version]) => `v${version}`);
  assert.equal(versions.length, 5);
  assert.deepEqual(new Set(versions), new Set([process.version]), 'run the tests by npm test');
});

test('a package of this repository depends on nothing that the service does not have', () => {
  for (const { dependencies: own = {} } of workspaces) {
    assert.deepEqual(
      Object.keys(own).filter((name) => !(name in dependencies)),
      [],
    );
  }
});

test('everything comes from the registry, but for the packages of this repository', () => {
  for (const [path, { version, resolved = '', link }] of Object.entries(packages)) {
    if (path === '' || /^packages\/[^/]+$/.test(path)) continue;
    if (link && /^packages\/[^/]+$/.test(resolved)) continue;
    assert.ok(version && !link, `${path} is not a package of the registry`);
    assert.match(resolved, /^(https:\/\/registry\.npmjs\.org\/.*)?$/, path);
  }
});

test('nothing in production needs an install script', () => {
  const needing = [...production()].filter((path) => packages[path]?.hasInstallScript);
  assert.deepEqual(needing, []);
});

test('every dependency has its line in a decision record', () => {
  const records = globSync('docs/decisions/*.md', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const isNamed = records.split('\n').some((line) => line.includes(`\`${name}\``));
    assert.ok(isNamed, `write in docs/decisions what \`${name}\` is for, and why not without it`);
  }
});

/** What `npm ci --omit=dev --omit=optional` installs: reached from our own dependencies. */
function production(): Set<string> {
  const found = new Set<string>();
  const visit = (from: string, wanted: Dependencies = {}) => {
    for (const name of Object.keys(wanted)) {
      const path = resolve(from, name);
      if (found.has(path)) continue;
      found.add(path);
      visit(path, packages[path]?.dependencies);
    }
  };
  visit('', dependencies);
  return found;
}

/** As Node looks for a package: the nearest node_modules upwards. */
function resolve(from: string, name: string): string {
  const path = `${from}${from && '/'}node_modules/${name}`;
  if (path in packages) return path;
  assert.notEqual(from, '', `${name} is not in package-lock.json: run npm install`);
  return resolve(from.slice(0, from.lastIndexOf('node_modules/')).replace(/\/$/, ''), name);
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
