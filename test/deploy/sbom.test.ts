import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sbom } from '../../tools/sbom.ts';
import { root } from '../tidy/tree.ts';

type Component = {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly scope: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly unknown[];
};
const { components, ...document } = JSON.parse(sbom()) as { components: Component[] };

test('the same lock gives the same bytes, which are those of the file', () => {
  assert.equal(sbom(), sbom());
  assert.equal(readFileSync(join(root, 'deploy/sbom.cdx.json'), 'utf8'), sbom());
});

test('it is a document of CycloneDX about this version', () => {
  const { bomFormat, specVersion, metadata } = document as unknown as {
    bomFormat: string;
    specVersion: string;
    metadata: { component: { name: string; version: string } };
  };
  assert.deepEqual([bomFormat, specVersion], ['CycloneDX', '1.6']);
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.deepEqual([metadata.component.name, metadata.component.version], [name, version]);
  assert.equal(new Set(components.map((one) => one['bom-ref'])).size, components.length);
});

test('each component is installed in this version, unless it is for another machine', () => {
  let installed = 0;
  for (const { name, version, scope, ...one } of components) {
    const file = join(root, one['bom-ref'], 'package.json');
    if (!existsSync(file)) {
      assert.equal(scope, 'optional', `${name} is not installed`);
      continue;
    }
    installed += 1;
    const found = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual([found.name, found.version], [name, version]);
    assert.equal(one.purl, `pkg:npm/${name.replace('@', '%40')}@${version}`);
  }
  assert.ok(installed >= 10);
});

test('every dependency of the service is among them, with its license and hash, and no tool is', () => {
  const byName = new Map(components.map((one) => [one.name, one]));
  const manifests = ['package.json', ...globSync('packages/*/package.json', { cwd: root })];
  for (const path of manifests) {
    const manifest = JSON.parse(readFileSync(join(root, path), 'utf8'));
    const wanted = { ...manifest.dependencies, ...manifest.optionalDependencies };
    for (const [name, version] of Object.entries(wanted)) {
      const found = byName.get(name);
      if (path === 'package.json') assert.equal(found?.version, version, name);
      assert.ok(found?.licenses && found.hashes, name);
    }
    for (const name of Object.keys(manifest.devDependencies ?? {})) {
      assert.ok(!byName.has(name), `${name} is not part of the service`);
    }
  }
  for (const { hashes = [] } of components) {
    for (const { alg, content } of hashes) {
      assert.equal(content.length * 4, Number(alg.replace('SHA-', '').replace(/^1$/, '160')));
    }
  }
});
