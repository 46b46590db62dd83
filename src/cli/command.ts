import type { Config } from '../config.ts';

/** One command of the binary. What it returns is the exit code; nothing means 0. */
export type Command = {
  readonly doc: string;
  /** What follows the name, for the help. */
  readonly usage?: string;
  run(config: Config, words: readonly string[]): Promise<number | undefined>;
};

/** Something the operator must put right; told in one sentence, without a stack. */
export class OperatorFault extends Error {}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
