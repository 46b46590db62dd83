import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { scratch } from '../embedded.ts';
import { freePort } from '../free-port.ts';
import { atEnd, type Scope } from '../scope.ts';
import { root } from '../tidy/tree.ts';

export const withoutPrometheus =
  spawnSync('prometheus', ['--version']).status !== 0 &&
  'SKIPPED: prometheus is not here (apt-get install prometheus)';

type Alert = {
  readonly labels: Readonly<Record<string, string>>;
  readonly state: 'pending' | 'firing';
};

/** Prometheus with the rules of `deploy/`, but for their patience, before these ports of this machine. */
export async function startPrometheus(scope: Scope, ports: readonly number[]) {
  const folder = await scratch(scope);
  const rules = readFileSync(join(root, 'deploy/prometheus/alerts.yaml'), 'utf8');
  await writeFile(join(folder, 'alerts.yaml'), rules.replaceAll(/^( +for:) \S+$/gm, '$1 1s'));
  const settings = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yaml'],
    scrape_configs: [
      {
        job_name: 'quittance',
        static_configs: [{ targets: ports.map((port) => `127.0.0.1:${port}`) }],
      },
    ],
  };
  // YAML may be JSON.
  await writeFile(join(folder, 'prometheus.yaml'), JSON.stringify(settings));
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const closed = once(child, 'close');
  atEnd(scope, async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const ask = async (path: string) => await fetch(`http://127.0.0.1:${port}${path}`);
  const isReady = async () => (await ask('/-/ready').catch(() => undefined))?.status === 200;
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`prometheus ended: ${said}`);
    await delay(50);
  }
  const query = async (expr: string) => {
    const answer = await ask(`/api/v1/query?query=${encodeURIComponent(expr)}`);
    return (await answer.json()) as {
      readonly status: string;
      readonly error?: string;
      readonly data?: { readonly result: readonly { readonly value: readonly [number, string] }[] };
    };
  };
  return {
    query,
    async firing(): Promise<ReadonlySet<string>> {
      const { data } = (await (await ask('/api/v1/alerts')).json()) as {
        data: { alerts: readonly Alert[] };
      };
      const names = data.alerts.flatMap(({ labels, state }) =>
        state === 'firing' ? [labels.alertname!] : [],
      );
      return new Set(names);
    },
    /** How often each was read. */
    async scrapes(): Promise<number> {
      const { data } = await query('min(sum_over_time(up[1h]))');
      return Number(data?.result[0]?.value[1] ?? 0);
    },
  };
}
