import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { CapturedService } from '../e2e/start-captured.ts';

const quittance = join(import.meta.dirname, '../../bin/quittance');

export type Said = { readonly code: number; readonly out: string; readonly err: string };

/** An operator beside a running service: every command is a process of its own. */
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
    DATABASE_URL: '',
    QUITTANCE_DATA: dataFolder,
    QUITTANCE_KEYS: keysFile,
  };
}

export function openOffice(service: Service): Office {
  const env = envOf(service);
  const said: Said[] = [];
  const run = (...words: string[]): Promise<Said> =>
    new Promise((resolve) => {
      execFile(quittance, words, { env }, (error, out, err) => {
        const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
        said.push({ code, out, err });
        resolve({ code, out, err });
      });
    });
  const ask = async (...words: string[]) => {
    const { code, out, err } = await run(...words, '--json');
    assert.deepEqual([code, err], [0, ''], words.join(' '));
    return JSON.parse(out);
  };
  return { run, ask, said };
}
