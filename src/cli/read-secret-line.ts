import { createInterface } from 'node:readline';
import { UsageFault } from './command.ts';

/** A secret comes by standard input and never as a word, which others on the machine could read. */
export async function readSecretLine(most: number): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    if (line.length > most) throw new UsageFault(`the password must be at most ${most} characters`);
    if (line !== '') return line;
    break;
  }
  throw new UsageFault('the password is missing: write it to standard input, one line');
}
