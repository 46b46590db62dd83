import { setTimeout as sleep } from 'node:timers/promises';
import { openBank } from '../src/http/open-bank.ts';

/**
 * A process with simulated banks that stand behind sockets: for every line with the name of a file it opens
 * one with its book there, and says its address. It ends when nobody writes to it any more.
 */
process.stdin.setEncoding('utf8');
let text = '';
for await (const piece of process.stdin) {
  text += piece;
  const lines = text.split('\n');
  text = lines.pop()!;
  for (const bookFile of lines) {
    const { address } = await openBank({
      host: '127.0.0.1',
      port: 0,
      bookFile,
      seed: 1,
      callTimeoutMs: 100,
      lateWindowSeconds: 4,
      answerDelayMs: 0,
      now: () => new Date('2030-01-15T00:00:00Z'),
      sleep: async (ms) => await sleep(ms),
    });
    process.stdout.write(`${address}\n`);
  }
}
process.exit();
