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

/** The command was not written as it must be: ends with 2, so that a script can tell. */
export class UsageFault extends OperatorFault {}

/** A file that the command goes by is not there: ends with 2 too, where 1 says that something was found. */
export class FileFault extends OperatorFault {}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** For a person, where a program reads standard output. */
export function remark(text: string): void {
  process.stderr.write(`${text}\n`);
}
