import { uptime } from 'node:os';
import { now } from '../build-world.ts';
import type { Config } from '../config.ts';
import { version } from '../kernel/version.ts';
import { readLastBackup } from './backup/last-backup.ts';
import { show } from './data-command.ts';
import { table } from './layout.ts';
import { servicesHere } from './running-file.ts';
import { readDatabaseStatus, readWaiting } from './status-store.ts';

type Service = { readonly process: number; readonly address: string; readonly since: Date };

async function readServices(config: Config): Promise<Service[]> {
  const running = await servicesHere(config);
  return running.map(({ pid, address, upSeconds }) => ({
    process: pid,
    address,
    since: new Date(now().getTime() - (uptime() - upSeconds) * 1000),
  }));
}

export const status = show({
  doc:
    'Shows which services of this data folder run and since when, the database with its last migration, what waits in ' +
    'it and since when, and the last backup.',
  words: {},
  async read({ db, config }) {
    const { mode, dataFolder, databaseUrl } = config;
    return {
      version,
      mode,
      dataFolder,
      services: await readServices(config),
      database: {
        kind: databaseUrl === '' ? 'embedded' : 'of your own',
        ...(await readDatabaseStatus(db)),
      },
      waiting: await readWaiting(db),
      lastBackup: await readLastBackup(dataFolder),
    };
  },
  parts: ({ version: program, mode, dataFolder, services, database, waiting, lastBackup }) => ({
    '': { quittance: program, mode, 'data folder': dataFolder },
    services:
      table({ process: 'process', address: 'address', since: 'since' }, services) ||
      'None listens here.',
    database: {
      kind: database.kind,
      'server version': database.version,
      megabytes: database.bytes / 1_000_000n,
      'last migration': database.migration,
    },
    waiting: table({ what: 'what', count: 'count', 'oldest since': 'oldest' }, waiting),
    'last backup':
      lastBackup === undefined
        ? 'None was made by quittance backup.'
        : { at: lastBackup.madeAt, folder: lastBackup.folder },
  }),
});
