import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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

export type Proxy = {
  readonly port: number;
  /** Until each server answered its last check and is sent requests. */
  untilBothAreUp(): Promise<void>;
  stop(): Promise<void>;
};

/** HAProxy with the file of `deploy/`, but for the addresses, before two servers of this machine. */
export async function startHaproxy(
  folder: string,
  port: number,
  [first, second]: readonly [number, number],
): Promise<Proxy> {
  const [main] = readFileSync(haproxyFile, 'utf8').split('\nresolvers ');
  const settings = main!
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('serve-1:8080', `127.0.0.1:${first}`)
    .replace('serve-2:8080', `127.0.0.1:${second}`)
    .replace(' init-addr last,libc,none resolvers docker', '')
    // On a slow machine a process that stops is seen in time.
    .replace('inter 2s', 'inter 200ms')
    .replace('global\n', `global\n  stats socket ${join(folder, 'haproxy.sock')}\n`);
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, `${settings}\n`);
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
    async untilBothAreUp() {
      while ((await statesAt(join(folder, 'haproxy.sock'))).some((state) => state !== 'UP')) {
        await delay(100);
      }
    },
    async stop() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** Of each server: "UP", "UP 1/2" after a check that failed, "DOWN". */
async function statesAt(socketPath: string): Promise<string[]> {
  const socket = connect(socketPath);
  socket.end('show stat quittance 4 -1\n');
  const [names, ...servers] = (await text(socket)).trim().split('\n');
  const column = names!.split(',').indexOf('status');
  return servers.map((server) => server.split(',')[column]!);
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
