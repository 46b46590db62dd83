import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, chown, stat, writeFile } from 'node:fs/promises';
import { connect as dial } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { scratch } from './embedded.ts';
import { freePort } from './free-port.ts';
import { root } from './tidy/tree.ts';

const program = [
  'pgbouncer',
  '/usr/sbin/pgbouncer',
  '/usr/bin/pgbouncer',
  '/opt/homebrew/bin/pgbouncer',
].find((path) => spawnSync(path, ['--version']).status === 0);
export const withoutPgBouncer =
  program === undefined && 'SKIPPED: pgbouncer is not here (apt-get install pgbouncer)';

export type PgBouncer = { readonly url: string; stop(): Promise<void> };

/** A PgBouncer with the file of `deploy/`, but for the addresses, before the server that `url` names; `more` ends it. */
export async function startPgBouncer(
  t: TestContext,
  url: string,
  more: readonly string[] = [],
): Promise<PgBouncer> {
  const { username, hostname, pathname } = new URL(url);
  const socketFolder = decodeURIComponent(hostname);
  const folder = await scratch(t);
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const text = readFileSync(join(root, 'deploy/pgbouncer/pgbouncer.ini'), 'utf8')
    .replace(
      'quittance = host=10.0.0.10 port=5432',
      `${pathname.slice(1)} = host=${socketFolder} port=5432 user=${username}`,
    )
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace(/^auth_type = .*\nauth_file = .*$/m, 'auth_type = any');
  await writeFile(file, `${text}${more.join('\n')}\n`);
  // It refuses to run as root, and must enter the folder of the server's socket.
  const { uid, gid } = await stat(socketFolder);
  if (process.getuid?.() === 0) await chown(folder, uid, gid);
  const user = process.getuid?.() === 0 ? { uid, gid } : {};
  const child = spawn(program!, [file], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const closed = once(child, 'close');
  const stop = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  t.after(stop);
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${said}`);
    await delay(20);
  }
  return { url: `postgresql://${username}@127.0.0.1:${port}${pathname}`, stop };
}

async function isListening(port: number): Promise<boolean> {
  const socket = dial(port, '127.0.0.1');
  const [answer] = await Promise.race([
    once(socket, 'connect').then(() => [true]),
    once(socket, 'error').then(() => [false]),
  ]).catch(() => [false]);
  socket.destroy();
  return answer === true;
}
