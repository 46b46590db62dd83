import { stat } from 'node:fs/promises';
import { type Config, readSettings } from '../config.ts';
import type { World } from '../world.ts';
import { clusterBelow } from './backup/places.ts';
import type { Command, Shell } from './command.ts';
import { checkBank } from './doctor-bank.ts';
import {
  type Check,
  checkAddress,
  checkClock,
  checkFaults,
  checkProcesses,
  checkServices,
  checkSettings,
  checkTimeServers,
  checkVault,
} from './doctor-checks.ts';
import { checkBackup, checkDataFolder, checkDisk, checkKeysFile } from './doctor-files.ts';
import { checkGateways, checkMail, checkTexts, checkWebhooks } from './doctor-outside.ts';
import { explain } from './explain.ts';
import { facts, toJson } from './layout.ts';
import { flag, readWords, usageOf } from './words.ts';

const words = { json: flag };

export const doctor: Command = {
  doc:
    'Says what is wrong and what to do. Checks the settings, the data folder with its disk and backup, the keys, the clocks, ' +
    'the way of files to the bank, the database with its migrations, tables and settings, the processes of all hosts, the public address, and what is ' +
    'outside: gateways, mail server, carrier of texts and receivers of webhooks are asked whether they would take ' +
    'something, and get nothing. The exit code is 1 if something is wrong; a warning leaves it 0.',
  takesFaultySettings: true,
  usage: usageOf(words),
  async run(config, given, shell) {
    const { json } = readWords(words, given);
    const { faults } = readSettings(shell.env);
    const { isShut, ...folder } = await checkDataFolder(config);
    const checks = [
      ...checkFaults(faults),
      folder,
      await checkDisk(config),
      ...(isShut ? [] : await checkService(config)),
      checkAddress(config),
      await checkTimeServers(),
      ...(await Promise.all([checkMail(config), checkTexts(config)])),
      ...(isShut && config.databaseUrl === '' ? [] : await checkDatabase(config, faults, shell)),
    ];
    const count = (verdict: Check['verdict']) =>
      checks.filter((check) => check.verdict === verdict).length;
    const [wrong, warnings] = [count('wrong'), count('warning')];
    const sum = `${checks.length} checks: ${wrong} wrong, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`;
    if (json) shell.print(toJson({ checks, wrong, warnings }));
    else shell.print(`${checks.map(shown).join('\n')}\n\n${sum}`);
    return wrong > 0 ? 1 : 0;
  },
};

/** Checks that only the user of the service can make. */
async function checkService(config: Config): Promise<Check[]> {
  return [
    await checkKeysFile(config),
    ...(await checkServices(config)),
    await checkBackup(config),
    await checkBank(config),
  ];
}

/** A fault of these settings leads to another database, or to none of the keys. */
const leadsElsewhere = /DATABASE|QUITTANCE_(?:DATA|KE)/i;

/** Checks that need the database; if it cannot be opened, that is the finding. */
async function checkDatabase(
  config: Config,
  faults: readonly string[],
  { open, remark }: Shell,
): Promise<Check[]> {
  const about = 'database';
  if (faults.some((fault) => leadsElsewhere.test(fault))) {
    const remedy = 'correct them, and run quittance doctor again';
    const says = 'it is not opened while the settings that name it are wrong';
    return [{ about, verdict: 'warning', says, remedy }];
  }
  try {
    const opening = { say: remark, mayBeShut: true };
    const installation = await open({ ...config, logLevel: 'error' }, opening);
    try {
      const { world } = installation;
      const says = 'it is reached, and its tables are those of this version';
      return [
        { about, verdict: 'ok', says },
        ...(await checkSettings(world.db, config)),
        checkClock(world),
        await checkVault(world),
        ...(await checkProcesses(world)),
        ...(await checkOutside(world)),
      ];
    } finally {
      await installation.close();
    }
  } catch (error) {
    const says = explain(error);
    return [{ about, verdict: 'wrong', says, remedy: await remedyFor(says, config) }];
  }
}

async function remedyFor(says: string, { dataFolder, databaseUrl }: Config): Promise<string> {
  const isOfServer = databaseUrl === '' && says.startsWith('PostgreSQL ');
  if (isOfServer && says.includes('Permission denied')) {
    const cluster = clusterBelow(dataFolder);
    const owner = await stat(cluster).then(
      ({ uid }) => uid,
      () => 'OWNER',
    );
    return `stop the service, and give the files back to their user: chown -R ${owner} ${cluster}`;
  }
  if (isOfServer && says.includes('No such file or directory')) {
    return 'files of the database are missing: quittance restore brings back a backup (docs/operating/backup.md)';
  }
  return 'the sentence says what to do; docs/operating/starting.md has the rest';
}

async function checkOutside(world: World): Promise<Check[]> {
  const found = await Promise.all([checkGateways(world), checkWebhooks(world)]);
  return found.flat();
}

const marks = { ok: 'ok', warning: 'WARNING', wrong: 'WRONG' } as const;

function shown({ about, verdict, says, remedy }: Check): string {
  const line = facts({ [marks[verdict].padEnd(7)]: `${about}: ${says}` });
  return remedy === undefined ? line : `${line}\n           ${remedy}`;
}
