import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { ExpectedError, type Shell } from './command.ts';

/** Asks for secrets: on a terminal the input is not shown; otherwise each secret is a line of standard input. */
export type Asker = {
  /** On a terminal, `hint` stands above the prompt. */
  ask(what: string, hint?: string): Promise<string>;
  close(): void;
};

/** Swallows the output of a line editor, which would show a secret. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

export function hiddenAsker({ input, err }: Pick<Shell, 'input' | 'err'>): Asker {
  const source = input();
  const terminal = source.isTTY === true;
  const lines = createInterface({ input: source, output: nowhere(), terminal, historySize: 0 });
  const typed = lines[Symbol.asyncIterator]();
  return {
    async ask(what, hint) {
      if (terminal && hint) err.write(`${hint}\n`);
      if (terminal) err.write(`${what}: `);
      const { value, done } = await typed.next();
      if (terminal) err.write('\n');
      // Control-C and Control-D end the input.
      if (done || value === '') throw new ExpectedError(`nobody is signed in: ${what} is missing`);
      return value;
    },
    close: () => lines.close(),
  };
}
