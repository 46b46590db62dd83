import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Metrics, Sample } from '../runtime/metrics.ts';
import { program } from '../runtime/version.ts';

type Context = {
  readonly requests: { readonly underWay: number };
  readonly pool: () => Readonly<Record<string, number>>;
  readonly startsAt: Date;
};

/** The metrics of the process's own resources. */
export function addProcessGauges(metrics: Metrics, { requests, pool, startsAt }: Context): void {
  const one = (name: string, help: string, read: () => number) =>
    metrics.gauge(name, help, [], (): Sample[] => [[[], read()]]);
  metrics.gauge(
    'quittance_pool_connections',
    'Connections of this process to the database: open, idle, the most allowed, and callers that wait for one.',
    ['state'],
    () => Object.entries(pool()).map(([state, count]): Sample => [[state], count]),
  );
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const startedAt = startsAt.getTime() / 1000 - process.uptime();
  metrics.gauge(
    'quittance_build_info',
    'Always 1; the labels are the version, and the commit where it is known.',
    ['version', 'commit'],
    () => [[[program.version, program.commit ?? ''], 1]],
  );
  one('quittance_requests_under_way', 'Requests that are being answered.', () => requests.underWay);
  one('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  metrics.gauge(
    'nodejs_heap_bytes',
    'Heap of the process: used, and the limit at which it ends.',
    ['state'],
    () => {
      const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
      return [
        [['used'], used],
        [['limit'], limit],
      ];
    },
  );
  one('process_start_time_seconds', 'When the process started, in Unix time.', () => startedAt);
  one(
    'nodejs_eventloop_delay_seconds',
    'Longest delay of the event loop since the last scrape.',
    () => {
      const longest = delay.max / 1e9;
      delay.reset();
      return longest;
    },
  );
  const { cpuUsage } = process;
  one('process_cpu_seconds', 'Processor time of the process, in user and system mode.', () => {
    const { user, system } = cpuUsage();
    return (user + system) / 1e6;
  });
}
