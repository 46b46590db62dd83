import { statfs } from 'node:fs/promises';
import { type Sample, write } from '../runtime/metrics.ts';
import { type Checks, obstacles } from '../runtime/readiness.ts';

export type Host = {
  readonly dataFolder: string;
  /** The clock of the machine. */
  readonly machineNow: () => Date;
  /** When the last backup of the data folder was made; undefined: none was. */
  readonly lastBackup: () => Promise<Date | undefined>;
  /** Fires once, and keeps no process alive. */
  readonly signalAfter: (ms: number) => AbortSignal;
};

type Context = Host & {
  readonly checks: Checks;
  /** The clock that everything is decided by. */
  readonly now: () => Date;
};

/** A check on a connection that is silently dead may never end, and a scrape must. */
const patienceMs = 2000;

/**
 * The metrics that are read anew at each scrape: readiness, clocks, the disk of the data folder and its last backup.
 */
export async function hostGauges(surroundings: Context): Promise<string> {
  const { checks, now, machineNow, dataFolder, lastBackup, signalAfter } = surroundings;
  const [status, disk, backup] = await Promise.all([
    statusWithin(checks, signalAfter(patienceMs)),
    statfs(dataFolder).catch(() => undefined),
    lastBackup(),
  ]);
  const bytes = (blocks: number | undefined): Sample[] =>
    disk && blocks !== undefined ? [[[], blocks * disk.bsize]] : [];
  const seconds = (at: Date) => at.getTime() / 1000;
  return [
    notReadyGauge(status),
    gauge(
      'quittance_clock_seconds',
      'Unix time by the clock of the machine and by that of the database, which decides.',
      ['of'],
      [
        [['machine'], seconds(machineNow())],
        [['database'], seconds(now())],
      ],
    ),
    gauge(
      'quittance_disk_free_bytes',
      'Room on the disk of the data folder.',
      [],
      bytes(disk?.bavail),
    ),
    gauge('quittance_disk_bytes', 'Size of the disk of the data folder.', [], bytes(disk?.blocks)),
    gauge(
      'quittance_last_backup_timestamp_seconds',
      'When quittance backup last made a copy of the data folder, in Unix time.',
      [],
      backup ? [[[], seconds(backup)]] : [],
    ),
  ].join('');
}

export function notReadyGauge(status: string | undefined): string {
  return gauge(
    'quittance_not_ready',
    'Whether this keeps the process from taking payments, as /readyz says: 1 or 0.',
    ['because'],
    Object.values(obstacles).map((one) => [[one], one === status ? 1 : 0]),
  );
}

async function statusWithin(checks: Checks, end: AbortSignal): Promise<string | undefined> {
  const ended = new Promise<string>((resolve) => {
    end.addEventListener('abort', () => resolve(obstacles.noAnswer), { once: true });
  });
  return await Promise.race([checks.ready().then((obstacle) => obstacle?.status), ended]);
}

function gauge(
  name: string,
  help: string,
  labels: readonly string[],
  samples: readonly Sample[],
): string {
  return write({ name, help, type: 'gauge', labels, samples });
}
