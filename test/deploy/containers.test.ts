import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeSettings, readConfig } from '../../src/config.ts';
import { root } from '../tidy/tree.ts';

const read = (path: string) => readFileSync(join(root, 'deploy/docker', path), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const haproxy = read('haproxy.cfg');
const settings = new Set(describeSettings(readConfig({})).map(({ env }) => env));

test('the image has three stages, and its last one runs as a user that is not root', () => {
  const stages = dockerfile.split(/^FROM /m).slice(1);
  assert.equal(stages.length, 3);
  const [, uid] = /^USER (\d+):\d+$/m.exec(stages.at(-1)!) ?? [];
  assert.ok(Number(uid) >= 1000);
  assert.ok(dockerfile.includes(`--uid ${uid}`), 'the user is in /etc/passwd');
  assert.match(dockerfile, /^ENTRYPOINT \["\/opt\/quittance\/bin\/quittance"\]$/m);
  assert.match(dockerfile, /npm ci --omit=dev --ignore-scripts/);
});

test('what the image copies is there, and is let into the build', () => {
  const ignored = read('Dockerfile.dockerignore');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words]) =>
    words!.split(' ').slice(0, -1),
  );
  assert.ok(copied.includes('src') && copied.includes('migrations'));
  for (const path of copied) {
    assert.ok(existsSync(join(root, path)), path);
    const isLet = [path, path.split('/')[0]].some((one) => ignored.includes(`\n!${one}\n`));
    assert.ok(isLet, `${path} is left out`);
  }
});

test('every container of the service has a read-only root, and none is mightier than it must be', () => {
  const shared = compose.slice(compose.indexOf('x-quittance:'), compose.indexOf('\nservices:'));
  for (const line of [
    'read_only: true',
    'cap_drop: [ALL]',
    "security_opt: ['no-new-privileges:true']",
    'stop_grace_period: 90s',
    "user: '10001:10001'",
  ]) {
    assert.ok(shared.includes(`\n  ${line}\n`), line);
  }
  const published = [...compose.matchAll(/^ {6}- ([\d.]+:)?\d+:\d+$/gm)].map(([line]) =>
    line.trim(),
  );
  assert.deepEqual(published, ['- 127.0.0.1:8080:8080']);
});

test('settings of the compose file are settings of the service', () => {
  const block = /environment: &environment\n((?: {4}.+\n)+)/.exec(compose)![1]!;
  const names = [...block.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name!);
  assert.ok(names.length >= 8);
  for (const name of names) assert.ok(settings.has(name), name);
});

test('a secret of the compose file has no default, and its absence is named', () => {
  for (const name of ['POSTGRES_PASSWORD', 'DATABASE_PASSWORD', 'QUITTANCE_KEK']) {
    const uses = [...compose.matchAll(new RegExp(`\\$\\{${name}(.)`, 'g'))];
    assert.ok(uses.length > 0, name);
    assert.ok(compose.includes(`\${${name}:?set ${name} in .env`), name);
    assert.ok(
      uses.every(([, next]) => next === ':'),
      name,
    );
    assert.ok(!compose.includes(`\${${name}:-`), name);
  }
});

test('the proxy sends requests to processes that are ready, and none of them twice', () => {
  const servers = [...haproxy.matchAll(/^ {2}server (\S+) (\S+):8080$/gm)].map(
    ([, , host]) => host!,
  );
  assert.equal(servers.length, 2);
  for (const host of servers) assert.ok(compose.includes(`\n  ${host}:\n`), host);
  assert.match(haproxy, /http-check send meth GET uri \/readyz /);
  const [, retried] = /^ {2}retry-on (.+)$/m.exec(haproxy) ?? [];
  assert.equal(retried, 'conn-failure');
  assert.match(haproxy, /^ {2}option redispatch 1$/m);
  const log = /log-format "(.*)"/.exec(haproxy)![1]!;
  assert.ok(!/%r|%HU|%HQ|%HP\b/.test(log), 'an address may hold a key in its query');
});
