import { nextCutoff } from '../kernel/ach-windows.ts';
import { runningProcesses } from '../monitoring/processes.ts';
import { version } from '../runtime/version.ts';
import type { World } from '../world.ts';
import { readLastBackup } from './backup/last-backup.ts';
import { show } from './data-command.ts';
import { facts, table } from './layout.ts';
import { readDatabaseStatus, readWaiting } from './status-store.ts';

async function readServices({ db, now }: World) {
  const running = await runningProcesses(db, now());
  return running.map(({ name, serves, works, version: program, address, startedAt, seenAt }) => ({
    process: name,
    does: [...(serves ? ['serves'] : []), ...(works ? ['works jobs'] : [])].join(', '),
    version: program,
    address,
    since: startedAt,
    seen: seenAt,
  }));
}

export const status = show({
  doc:
    'Shows what runs and what waits: the processes of the service on all hosts, what they do and since when, the database ' +
    'with its last migration, what waits in it and since when, the next files to the bank, and the last backup. A process that died was ' +
    'last seen half a minute ago or longer, and is shown for a minute and a half.',
  words: {},
  needsNoKeys: true,
  async read(world) {
    const { db, config, now } = world;
    const { mode, dataFolder, databaseUrl } = config;
    return {
      version,
      mode,
      dataFolder,
      services: await readServices(world),
      database: {
        kind: databaseUrl === '' ? 'embedded' : 'of your own',
        ...(await readDatabaseStatus(db)),
      },
      waiting: await readWaiting(db, now()),
      nextCutoff: { sameDay: nextCutoff(now(), true), standard: nextCutoff(now(), false) },
      lastBackup: await readLastBackup(dataFolder),
    };
  },
  parts: ({
    version: program,
    mode,
    dataFolder,
    services,
    database,
    waiting,
    nextCutoff: next,
    lastBackup,
  }) => ({
    '': { quittance: program, mode, 'data folder': dataFolder },
    // Each below the other: names of hosts are long, and a table would be wider than a terminal.
    services: services.map(facts).join('\n') || 'None runs.',
    database: {
      kind: database.kind,
      'server version': database.version,
      megabytes: database.bytes / 1_000_000n,
      'last migration': database.migration,
    },
    waiting: table({ what: 'what', count: 'count', 'oldest since': 'oldest' }, waiting),
    'next files to the bank': { 'same day': next.sameDay, standard: next.standard },
    'last backup':
      lastBackup === undefined
        ? 'None was made by quittance backup.'
        : 'flaw' in lastBackup
          ? lastBackup.flaw
          : { at: lastBackup.madeAt, folder: lastBackup.folder },
  }),
});
