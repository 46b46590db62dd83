import type { Config } from '../config.ts';
import type { Command, Shell } from './command.ts';
import {
  type Check,
  checkAddress,
  checkClock,
  checkDataFolder,
  checkDisk,
  checkKeysFile,
  checkServices,
  checkSettings,
  checkVault,
  checkWebhooks,
} from './doctor-checks.ts';
import { explain } from './explain.ts';
import { facts, toJson } from './layout.ts';
import { flag, readWords, usageOf } from './words.ts';

const words = { json: flag };

export const doctor: Command = {
  doc:
    'Checks the data folder and its disk, the keys, the database with its migrations, tables and settings, the clocks, ' +
    'the running services or their port, the public address and the webhooks; says what is wrong and what to do. The exit ' +
    'code is 1 if something is wrong; a warning leaves it 0.',
  usage: usageOf(words),
  async run(config, given, shell) {
    const { json } = readWords(words, given);
    const checks = [
      await checkDataFolder(config),
      await checkDisk(config),
      await checkKeysFile(config),
      ...(await checkServices(config)),
      checkAddress(config),
      ...(await checkDatabase(config, shell)),
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

/** What needs the database; where it cannot be opened, that is what is wrong. */
async function checkDatabase(config: Config, { open, remark }: Shell): Promise<Check[]> {
  const about = 'database';
  try {
    const installation = await open({ ...config, logLevel: 'error' }, { say: remark });
    try {
      const { world } = installation;
      const says = 'it is reached, and its tables are those of this version';
      return [
        { about, verdict: 'ok', says },
        ...(await checkSettings(world.db, config)),
        checkClock(world),
        await checkVault(world),
        await checkWebhooks(world.db),
      ];
    } finally {
      await installation.close();
    }
  } catch (error) {
    const remedy = 'the sentence says what to do; docs/operating/starting.md has the rest';
    return [{ about, verdict: 'wrong', says: explain(error), remedy }];
  }
}

const marks = { ok: 'ok', warning: 'WARNING', wrong: 'WRONG' } as const;

function shown({ about, verdict, says, remedy }: Check): string {
  const line = facts({ [marks[verdict].padEnd(7)]: `${about}: ${says}` });
  return remedy === undefined ? line : `${line}\n           ${remedy}`;
}
