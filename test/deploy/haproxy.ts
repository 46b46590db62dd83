import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../tidy/tree.ts';

export const haproxy = [
  'haproxy',
  '/usr/sbin/haproxy',
  '/usr/local/sbin/haproxy',
  '/opt/homebrew/bin/haproxy',
].find((path) => spawnSync(path, ['-v']).status === 0);
export const withoutHaproxy =
  haproxy === undefined && 'SKIPPED: haproxy is not here (apt-get install haproxy)';

export const haproxyFile = join(root, 'deploy/docker/haproxy.cfg');

export type Proxy = { readonly port: number; stop(): Promise<void> };

/** HAProxy with the file of `deploy/`, but for the addresses, before two servers of this machine. */
export async function startHaproxy(
  folder: string,
  port: number,
  [first, second]: readonly [number, number],
): Promise<Proxy> {
  const [main] = readFileSync(haproxyFile, 'utf8').split('\nresolvers ');
  const text = main!
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('serve-1:8080', `127.0.0.1:${first}`)
    .replace('serve-2:8080', `127.0.0.1:${second}`)
    .replace(' init-addr last,libc,none resolvers docker', '');
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, `${text}\n`);
  const child = spawn(haproxy!, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (one) => {
    said += one;
  });
  const closed = once(child, 'close');
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`haproxy ended: ${said}`);
    await delay(20);
  }
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
