import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommandLine } from '../../src/cli/run.ts';
import type { Asked, Told } from './clerk.ts';

/*
 * Runs command lines for the process that began it, as many as it asks for. To load the program takes longer than most
 * commands do. What each prints goes to whoever asked, also when two go on at once.
 */

const heard = new AsyncLocalStorage<{ out: string; err: string }>();
listenTo(process.stdout, 'out');
listenTo(process.stderr, 'err');
let underWay = 0;

process.on('message', async ({ n, words }: Asked) => {
  const said = { out: '', err: '' };
  underWay += 1;
  const code = await heard.run(said, () => runCommandLine(words));
  underWay -= 1;
  const open = await leftOpen();
  if (open.length > 0) said.err += `the command would not end: ${open.join(', ')} left open\n`;
  process.send!({ n, code, ...said } satisfies Told);
});

process.on('disconnect', () => process.exit());
const usual = process.getActiveResourcesInfo();

/** Outside a command it is written as ever: a crash is seen in the output of the test. */
function listenTo(stream: NodeJS.WriteStream, name: 'out' | 'err'): void {
  const write = stream.write.bind(stream);
  stream.write = (piece: Uint8Array | string, ...rest: unknown[]): boolean => {
    const said = heard.getStore();
    if (!said) return (write as (...all: unknown[]) => boolean)(piece, ...rest);
    said[name] += typeof piece === 'string' ? piece : Buffer.from(piece).toString();
    for (const one of rest) if (typeof one === 'function') one();
    return true;
  };
}

/** What would keep the process of a command from its end: a connection that nobody closed, a timer. */
async function leftOpen(): Promise<string[]> {
  for (let tries = 0; ; tries += 1) {
    if (underWay > 0) return [];
    const more = [...usual];
    const left = process.getActiveResourcesInfo().filter((name) => {
      const at = more.indexOf(name);
      if (at >= 0) more.splice(at, 1);
      return at < 0;
    });
    if (left.length === 0 || tries === 3000) return left;
    await delay(10);
  }
}
