import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { Sink, Terminal } from '../../src/cli/command.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { client, openDoor } from '../caller.ts';
import { type Fixture, keyText, makeFixture } from '../fixture.ts';
import { atEnd, type Scope } from '../scope.ts';

export type Ran = { readonly code: number; readonly out: string; readonly err: string };
export type Env = Readonly<Record<string, string | undefined>>;

/** An operator who runs commands, all in the process of the test. */
export type Office = {
  run(...words: string[]): Promise<Ran>;
  /** With this on standard input, which is empty otherwise. */
  runWith(input: string, ...words: string[]): Promise<Ran>;
  /** A command that must succeed, and the one JSON document that it prints. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind.
  ask(...words: string[]): Promise<any>;
  /** Everything that commands printed. */
  readonly said: Ran[];
};

/**
 * Runs commands over the database, the bank and the clock of a fixture. Each opens a world, as a process does. The
 * settings of that are those of the fixture, but for the data folder.
 */
export function openOffice(fixture: Fixture, settings: Env = {}): Office {
  const env = envOver(fixture, settings);
  return officeOf(env, async ({ dataFolder }) => {
    const world = await fixture.open();
    return {
      world: { ...world, config: { ...world.config, dataFolder } },
      openAnother: () => assert.fail('only a service opens another connection'),
      close: async () => await world.gateways.idle(),
    };
  });
}

/** An office beside a served world, in which there is a business. */
export async function openServedOffice(
  scope: Scope,
  options: Parameters<typeof makeFixture>[1] = {},
) {
  const fixture = await makeFixture(scope, options);
  const world = await fixture.open();
  const caller = await fixture.addBusiness();
  const door = await openDoor(world);
  const api = client(door.baseUrl, caller);
  atEnd(scope, async () => {
    api.close();
    await door.close();
  });
  const { baseUrl } = door;
  return { fixture, world, caller, baseUrl, call: api.call, ...openOffice(fixture) };
}

/** Runs commands on the installation that these settings name, opened for real: the clock is that of its database. */
export function officeOf(env: Env, open?: Terminal['open']): Office {
  const said: Ran[] = [];
  const runWith = async (input: string, ...words: string[]) => {
    const ran = await runCommand(words, { LOG_LEVEL: 'error', ...env }, input, open);
    said.push(ran);
    return ran;
  };
  const run = async (...words: string[]) => await runWith('', ...words);
  const ask = async (...words: string[]) => {
    const { code, out, err } = await run(...words, '--json');
    assert.deepEqual([code, err], [0, ''], words.join(' '));
    return JSON.parse(out);
  };
  return { run, runWith, ask, said };
}

/** Settings that name the database and the keys of a fixture. */
export function envOver({ url, config }: Fixture, settings: Env = {}): Env {
  const { achFolder } = config;
  return {
    HOME: achFolder,
    DATABASE_URL: url,
    QUITTANCE_KEK: keyText,
    QUITTANCE_DATA: achFolder,
    ACH_FOLDER: achFolder,
    ...settings,
  };
}

/** Settings of a command beside a service that was started with data of its own. */
export function envBeside(service: {
  readonly dataFolder: string;
  readonly keysFile: string;
}): Env {
  const { dataFolder, keysFile } = service;
  return {
    HOME: dataFolder,
    QUITTANCE_DATA: dataFolder,
    QUITTANCE_KEYS: keysFile,
    QUITTANCE_POSTGRES_BIN: process.env.QUITTANCE_POSTGRES_BIN,
  };
}

/** One command line in this process, with nothing of its environment. */
async function runCommand(
  words: readonly string[],
  env: Env,
  input: string,
  open: Terminal['open'],
): Promise<Ran> {
  const [out, err] = [sink(), sink()];
  const code = await runCommandLine(words, {
    out,
    err,
    input: () => Readable.from(input === '' ? [] : [Buffer.from(input)]),
    env,
    ...(open && { open }),
  });
  return { code, out: out.text(), err: withoutProgress(err.text()) };
}

function sink(): Sink & { text(): string } {
  let all = '';
  return {
    write(text) {
      all += text;
    },
    text: () => all,
  };
}

/** Standard error but for the lines of progress, which come where a command takes more than ten seconds. */
function withoutProgress(err: string): string {
  return err.replaceAll(/^[\w ]+: step \d+ of \d+, .*\n/gm, '');
}
