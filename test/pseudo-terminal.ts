import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Env } from './cli/office.ts';

const quittance = join(import.meta.dirname, '../bin/quittance');

/** Why tests at a terminal are skipped, or false: they need the `script` of util-linux. */
export const withoutTerminal: string | false =
  process.platform === 'linux' && spawnSync('script', ['--version']).status === 0
    ? false
    : 'SKIPPED: script of util-linux is not installed';

export type AtTerminal = {
  /** What the screen has shown so far, without the carriage returns. */
  shown(): string;
  /** Until the screen shows it; fails where the command ends before. */
  until(text: string): Promise<void>;
  type(line: string): void;
  /** Its exit code, once it has ended by itself. */
  ended(): Promise<number | null>;
  /** The same after Control-C. */
  stop(): Promise<number | null>;
};

/** A command of quittance at a terminal of 80 columns. */
export function atTerminal(t: TestContext, words: readonly string[], env: Env): AtTerminal {
  const command = `stty cols 80; exec ${[quittance, ...words].map(quoted).join(' ')}`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    env: { ...process.env, DATABASE_URL: undefined, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text.replaceAll('\r', '');
  });
  // A command that has ended reads no more.
  child.stdin.on('error', () => {});
  const closed = once(child, 'close');
  const ended = async () => {
    await closed;
    return child.exitCode;
  };
  const stop = async () => {
    if (child.exitCode === null) child.stdin.write('\u0003');
    return await ended();
  };
  t.after(stop);
  return {
    shown: () => screen,
    async until(text) {
      while (!screen.includes(text)) {
        const next = once(child.stdout, 'data').then(() => true);
        const isOn = await Promise.race([next, closed.then(() => false)]);
        if (!isOn && !screen.includes(text)) throw new Error(`it ended: ${screen}`);
      }
    },
    type: (line) => void child.stdin.write(`${line}\r`),
    ended,
    stop,
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
