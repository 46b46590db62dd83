import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { scratch } from '../../packages/embedded-postgres/test/fixture.ts';
import { endpoints } from '../../src/api/v1/endpoints.ts';
import { serveV1 } from '../v1/serve.ts';

/** The package as it is published: packed, unpacked into a project of plain JavaScript, and run. */
const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const modules = join(root, 'node_modules');
const runtimes = { node: [process.execPath], deno: ['deno', 'run', '-A'], bun: ['bun', 'run'] };
const project = await makeProject();
const installed = join(project, 'node_modules/@quittance/client');

async function makeProject(): Promise<string> {
  const folder = await scratch({ after });
  const copy = join(folder, 'clients/typescript');
  await cp(join(root, 'clients/typescript'), copy, {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules)$/.test(path),
  });
  await cp(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  await symlink(modules, join(folder, 'node_modules'));
  await run('npm', ['pack', '--offline', '--pack-destination', folder], { cwd: copy });
  const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  const made = await scratch({ after });
  const target = join(made, 'node_modules/@quittance/client');
  await mkdir(target, { recursive: true });
  const unpack = ['-xzf', join(folder, archive!), '--strip-components=1', '-C', target];
  await run('tar', unpack);
  await writeFile(join(made, 'package.json'), '{ "type": "module" }');
  return made;
}

test('the package holds plain modules and types, and depends on nothing', async () => {
  const names = ['LICENSE', 'README.md', 'dist', 'package.json'];
  assert.deepEqual((await readdir(installed)).sort(), names);
  const files = await readdir(join(installed, 'dist'), { recursive: true });
  const modulesIn = files.filter((name) => name.endsWith('.js'));
  assert.ok(files.includes('index.js') && files.includes('index.d.ts'));
  for (const name of modulesIn) {
    const text = await readFile(join(installed, 'dist', name), 'utf8');
    const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, from]) => from!);
    assert.ok(
      imported.every((from) => /^\.{1,2}\/.*\.js$/.test(from)),
      `${name}: ${imported}`,
    );
  }
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  assert.equal(dependencies, undefined);
});

test('every endpoint of the table is a method', async () => {
  const { Quittance } = await import(join(installed, 'dist/index.js'));
  const client = new Quittance({ baseUrl: 'http://127.0.0.1:9', apiKey: 'x' });
  const camel = (name: string) => name.replace(/[-.](\w)/g, (_, letter) => letter.toUpperCase());
  const missing = endpoints.filter(({ id }) => {
    const at = id.lastIndexOf('.');
    return typeof client[camel(id.slice(0, at))]?.[camel(id.slice(at + 1))] !== 'function';
  });
  assert.deepEqual(missing, []);
});

for (const [name, [program, ...args]] of Object.entries(runtimes)) {
  const isHere = name === 'node' || spawnSync(program!, ['--version']).status === 0;
  const skip = !isHere && `SKIPPED: ${name} is not here`;
  test(`the quick start of the README runs as printed with ${name}`, { skip }, async (t) => {
    const { baseUrl, caller } = await serveV1(t);
    const readme = await readFile(join(installed, 'README.md'), 'utf8');
    const [, code] = /```js\n(.*?)```/s.exec(readme)!;
    assert.ok(code!.trim().split('\n').length <= 10);
    await writeFile(join(project, 'start.js'), code!);
    const env = { ...process.env, QUITTANCE_URL: baseUrl, QUITTANCE_API_KEY: caller.apiKey };
    const { stdout } = await run(program!, [...args, 'start.js'], { cwd: project, env });
    const [first, second] = stdout.trim().split('\n');
    const [id, status] = first!.split(' ');
    assert.equal(status, 'captured');
    assert.equal(second, `${id} 1250`);
  });
}

test('a TypeScript project gets the types of requests, answers and codes', async () => {
  await writeFile(
    join(project, 'typed.ts'),
    `import { ApiError, Quittance, type Payment } from '@quittance/client';
const client = new Quittance({ baseUrl: 'https://pay.example.com', apiKey: 'x' });
export const payment: Payment = await client.payments.retrieve('1');
for await (const { amount } of client.payments.list({ status: ['captured'] })) amount.toFixed();
// @ts-expect-error: there is no such status.
client.payments.list({ status: ['paid'] });
// @ts-expect-error: an amount is a number.
client.payments.create({ amount: '12.50' });
export const isBusy = (error: unknown) => error instanceof ApiError && error.code === 'busy';
`,
  );
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--types', ''];
  const check = [...strict, '--module', 'nodenext', '--target', 'es2022', 'typed.ts'];
  await run(join(modules, '.bin/tsc'), check, { cwd: project });
});
