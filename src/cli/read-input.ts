import { type Input, UsageError } from './command.ts';

/** All of standard input. */
export async function readInput(input: Input, mostBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of input() as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > mostBytes) throw new UsageError(`standard input has more than ${mostBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
