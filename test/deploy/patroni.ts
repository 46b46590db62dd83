import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { quickPlace } from '../../packages/embedded-postgres/test/scratch.ts';
import { gone } from '../embedded.ts';
import { freePort } from '../free-port.ts';
import { atEnd, type Scope } from '../scope.ts';
import { root } from '../tidy/tree.ts';

const binaries =
  process.env.PATRONI_POSTGRESQL_BIN_DIR ?? globSync('/usr/lib/postgresql/*/bin').at(-1);
const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;
export const withoutPatroni =
  !(binaries && existsSync(binaries) && isThere('patroni') && isThere('etcd')) &&
  'SKIPPED: patroni, etcd or PostgreSQL is not here (apt-get install patroni etcd-server postgresql)';

const passwords = {
  PATRONI_SUPERUSER_PASSWORD: 'superuser-of-a-test',
  PATRONI_REPLICATION_PASSWORD: 'replicator-of-a-test',
};

export type Node = {
  readonly name: string;
  readonly port: number;
  /** As when its machine loses its power. */
  kill(): Promise<void>;
};

export type Cluster = {
  readonly nodes: readonly Node[];
  /** Of a role that may do everything, at a node. */
  superuserAt(node: Node): string;
  /** The member that takes writes, once another one is its synchronous standby. */
  leader(): Promise<Node>;
};

type Member = { readonly name: string; readonly role: string; readonly state: string };

/** Three servers with the file of `deploy/`, but for addresses, TLS and the time until a dead one is given up. */
export async function startPatroni(scope: Scope): Promise<Cluster> {
  const folder = await mkdtemp(join(await quickPlace(), 'quittance-patroni-'));
  const ends: (() => Promise<void>)[] = [];
  atEnd(scope, async () => {
    for (const end of ends) await end();
    await rm(folder, { recursive: true });
  });
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const own = async (path: string) => {
    if (user.uid !== undefined) await chown(path, user.uid, user.gid);
  };
  await chmod(folder, 0o755);
  const etcd = await startEtcd(folder);
  ends.push(etcd.stop);
  const nodes: Node[] = [];
  const apis: number[] = [];
  for (const name of ['db1', 'db2', 'db3']) {
    const [port, api] = [await freePort(), await freePort()];
    const place = join(folder, name);
    await mkdir(place);
    await own(place);
    const file = join(place, 'patroni.yml');
    await writeFile(file, fileFor({ name, port, api, etcdPort: etcd.port, place }));
    const { PATH = '' } = process.env;
    const child = spawn('patroni', [file], {
      ...user,
      cwd: place,
      env: {
        ...process.env,
        ...passwords,
        PATRONI_POSTGRESQL_BIN_DIR: binaries,
        PATH: `${binaries}:${PATH}`,
        HOME: place,
      },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    const closed = once(child, 'close');
    const end = async () => {
      child.kill('SIGKILL');
      await closed;
      const pidFile = await readFile(join(place, 'data/postmaster.pid'), 'utf8').catch(() => '');
      const pid = Number(pidFile.split('\n', 1)[0]);
      if (pid > 0) await killIfAlive(pid);
    };
    // Once: the number of its server may be somebody else's afterwards.
    let ended: Promise<void> | undefined;
    const kill = () => (ended ??= end());
    ends.push(kill);
    nodes.push({ name, port, kill });
    apis.push(api);
  }
  const members = async (): Promise<readonly Member[]> => {
    for (const api of apis) {
      const answer = await fetch(`http://127.0.0.1:${api}/cluster`).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  return {
    nodes,
    superuserAt: ({ port }) =>
      `postgresql://postgres:${passwords.PATRONI_SUPERUSER_PASSWORD}@127.0.0.1:${port}/postgres`,
    async leader() {
      for (;;) {
        const all = await members();
        const leader = all.find(({ role, state }) => role === 'leader' && state === 'running');
        const hasStandby = all.some(({ role }) => role === 'sync_standby');
        if (leader && hasStandby) return nodes.find(({ name }) => name === leader.name)!;
        await delay(200);
      }
    },
  };
}

async function killIfAlive(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL');
    await gone(pid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function startEtcd(folder: string) {
  const [port, peers] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const peerUrl = `http://127.0.0.1:${peers}`;
  const args = [
    ['name', 'etcd'],
    ['data-dir', join(folder, 'etcd')],
    ['listen-client-urls', url],
    ['advertise-client-urls', url],
    ['listen-peer-urls', peerUrl],
    ['initial-advertise-peer-urls', peerUrl],
    ['initial-cluster', `etcd=${peerUrl}`],
  ].map(([name, value]) => `--${name}=${value}`);
  const child = spawn('etcd', args, { stdio: 'ignore' });
  const closed = once(child, 'close');
  const stop = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  const isHealthy = async () =>
    (await fetch(`${url}/health`).catch(() => undefined))?.status === 200;
  while (!(await isHealthy())) {
    if (child.exitCode !== null) throw new Error('etcd ended');
    await delay(50);
  }
  return { port, stop };
}

type Place = {
  readonly name: string;
  readonly port: number;
  readonly api: number;
  readonly etcdPort: number;
  readonly place: string;
};

function fileFor({ name, port, api, etcdPort, place }: Place): string {
  return readFileSync(join(root, 'deploy/patroni/patroni.yml'), 'utf8')
    .replace('name: db1', `name: ${name}`)
    .replace(/hosts: .*/, `hosts: 127.0.0.1:${etcdPort}`)
    .replaceAll('10.0.0.11:8008', `127.0.0.1:${api}`)
    .replaceAll('10.0.0.11:5432', `127.0.0.1:${port}`)
    .replace('/var/lib/postgresql/quittance', join(place, 'data'))
    .replace('ttl: 30', 'ttl: 20')
    .replace('loop_wait: 10', 'loop_wait: 2')
    .replace('retry_timeout: 10', 'retry_timeout: 5')
    .replaceAll('hostssl', 'host')
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
    .replace(/ {4}ssl: .*\n.*\n.*\n/, `    unix_socket_directories: ${place}\n`);
}
