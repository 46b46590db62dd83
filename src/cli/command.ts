import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import type { Installation, Opening } from './open-installation.ts';

/** One command of the binary. It returns its exit code; nothing means 0. */
export type Command = {
  readonly doc: string;
  /** The words after the name, for the help. */
  readonly usage?: string;
  /** True if it runs with faulty settings too; each of them then has its default. */
  readonly takesFaultySettings?: boolean;
  run(config: Config, words: readonly string[], shell: Shell): Promise<number | undefined>;
};

export type Sink = {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** The width of a terminal. */
  readonly columns?: number;
};

/** Opens standard input: only for a command that reads it. */
export type Input = () => Readable & { readonly isTTY?: boolean };

/** The parts of its process that a command line uses. */
export type Terminal = {
  readonly out: Sink;
  readonly err: Sink;
  readonly input: Input;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Opens the database of the settings, unless a test passes an open one. */
  open?(config: Config, opening?: Opening): Promise<Installation>;
};

/** A terminal as commands use it. */
export type Shell = Required<Terminal> & {
  print(text: string): void;
  /** For a person, while a program reads standard output. */
  remark(text: string): void;
};

/** An error that the operator can correct: printed as one sentence, without a stack. Exit code 1. */
export class ExpectedError extends Error {}

/** The command line is wrong. Exit code 2, so that a script can recognize it. */
export class UsageError extends ExpectedError {}

/** A file that the command needs cannot be used. Exit code 2: in some commands 1 means that something was found. */
export class FileError extends ExpectedError {}

/** One or more lines of a command's output. */
export function say(to: Sink, text: string): void {
  to.write(`${printable(text)}\n`);
}

/**
 * Everything that a command prints passes through here. Line feeds stay. All else that a terminal obeys or does not show
 * becomes \uXXXX: stored texts come from strangers. Inside a JSON document that is the same string.
 */
export function printable(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** The same for one line: a line feed in it is written out too. */
export function visible(text: string): string {
  return text.replaceAll(hidden, (sign) =>
    sign
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/**
 * Controls with the escape sequences that they begin, marks that reverse text, separators, and characters without
 * width.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
