import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { CapturedService } from '../e2e/start-captured.ts';
import { openClerk } from './clerk.ts';

const quittance = join(import.meta.dirname, '../../bin/quittance');

export type Said = { readonly code: number; readonly out: string; readonly err: string };

/** An operator beside a running service. */
export type Office = {
  run(...words: string[]): Promise<Said>;
  /** A command that must succeed, and the one JSON document that it prints. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind.
  ask(...words: string[]): Promise<any>;
  /** Everything that commands said, but for keys that were shown. */
  readonly said: Said[];
};

type Service = Pick<CapturedService, 'dataFolder' | 'keysFile'>;

/** What a command beside this service is told. */
export function envOf({ dataFolder, keysFile }: Service): NodeJS.ProcessEnv {
  return {
    ...process.env,
    LOG_LEVEL: 'error',
    DATABASE_URL: undefined,
    QUITTANCE_DATA: dataFolder,
    QUITTANCE_KEYS: keysFile,
  };
}

/**
 * Every command is a process of its own, as an operator has it. With `inOneProcess` a clerk runs them all: to load the
 * program takes longer than most commands do.
 */
export function openOffice(service: Service, { inOneProcess = false } = {}): Office {
  const env = envOf(service);
  const said: Said[] = [];
  const runOne = inOneProcess ? openClerk(env) : (words: readonly string[]) => runApart(words, env);
  const run = async (...words: string[]): Promise<Said> => {
    const { code, out, err } = await runOne(words);
    const one = { code, out, err: withoutProgress(err) };
    said.push(one);
    return one;
  };
  const ask = async (...words: string[]) => {
    const { code, out, err } = await run(...words, '--json');
    assert.deepEqual([code, err], [0, ''], words.join(' '));
    return JSON.parse(out);
  };
  return { run, ask, said };
}

function runApart(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Said> {
  return new Promise((resolve) => {
    execFile(quittance, words, { env }, (error, out, err) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
      resolve({ code, out, err });
    });
  });
}

/** What it says on standard error but for the lines of progress, which come where a command takes more than ten seconds. */
function withoutProgress(err: string): string {
  return err.replaceAll(/^[\w ]+: step \d+ of \d+, .*\n/gm, '');
}
