import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { scratch } from './fixture.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const modules = join(root, 'node_modules');

/** Packs a copy of the package, as `npm publish` would. Says where the archive is. */
async function pack(folder: string): Promise<string> {
  const copy = join(folder, 'packages/embedded-postgres');
  await cp(join(import.meta.dirname, '..'), copy, {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules)$/.test(path),
  });
  await cp(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  await symlink(modules, join(folder, 'node_modules'));
  await run('npm', ['pack', '--offline', '--pack-destination', folder], { cwd: copy });
  const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  return join(folder, archive!);
}

/** An empty project of plain JavaScript with the packed package and what that depends on. */
async function install(t: TestContext): Promise<string> {
  const project = join(await scratch(t), 'project');
  const installed = join(project, 'node_modules/@quittance/embedded-postgres');
  await mkdir(installed, { recursive: true });
  const archive = await pack(await scratch(t));
  await run('tar', ['-xzf', archive, '--strip-components=1', '-C', installed]);
  for (const name of ['pg', '@embedded-postgres', '@types']) {
    await symlink(join(modules, name), join(project, 'node_modules', name));
  }
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  return project;
}

test('the packed package holds its build and nothing else, and a JavaScript project starts a database with it', async (t) => {
  const project = await install(t);
  const installed = join(project, 'node_modules/@quittance/embedded-postgres');
  assert.deepEqual((await readdir(installed)).sort(), [
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ]);
  const files = await readdir(join(installed, 'dist'));
  assert.deepEqual(
    files.filter((name) => name.includes('.test.') || !/\.(?:js|d\.ts)$/.test(name)),
    [],
  );

  await writeFile(
    join(project, 'main.js'),
    `import { startEmbedded } from '@quittance/embedded-postgres';
import pg from 'pg';

const server = await startEmbedded({ folder: 'data', program: 'shop' });
const client = new pg.Client({ connectionString: server.url });
await client.connect();
const { rows } = await client.query('select current_user as role, 6 * 7 as answer');
await client.end();
await server.stop();
console.log(JSON.stringify(rows));
`,
  );
  const { stdout } = await run(process.execPath, ['main.js'], { cwd: project });
  assert.deepEqual(JSON.parse(stdout), [{ role: 'shop', answer: 42 }]);

  await writeFile(
    join(project, 'typed.ts'),
    `import { type EmbeddedServer, startEmbedded } from '@quittance/embedded-postgres';
export const server: EmbeddedServer = await startEmbedded({ folder: 'data', program: 'shop' });
// @ts-expect-error: a program has a name.
export const nameless = startEmbedded({ folder: 'data' });
`,
  );
  const check = ['--noEmit', '--strict', '--module', 'nodenext', '--types', 'node', 'typed.ts'];
  await run(join(modules, '.bin/tsc'), check, { cwd: project });
});
