import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { flaw, type Parsed, parsed } from '../base/parsed.ts';
import { now, pause } from '../build-world.ts';
import { openBank } from '../processors/http-simulator/open-bank.ts';
import { type Command, OperatorFault, print } from './command.ts';
import { option, readWords, usageOf, verbatim, wholeNumber } from './words.ts';

const words = {
  port: option('<number>', wholeNumber(0, 65_535)),
  book: option('<file>', verbatim(4000)),
  seed: option('<number>', wholeNumber(0, 999_999_999)),
  delay: option('<ms>', wholeNumber(0, 60_000)),
  lateWindow: option('<seconds>', wholeNumber(1, 3600)),
  standsAt: option('<moment>', moment),
};

export const simulate: Command = {
  doc:
    'Runs the simulated bank as a server of its own, for SIMULATOR_URL. It listens where HOST says; whoever reaches it ' +
    'can read its book and tell it what to do.',
  usage: usageOf(words),
  async run(config, given) {
    const wish = readWords(words, given);
    const { standsAt, port = 8090, seed = 1 } = wish;
    const bookFile = resolve(wish.book ?? join(config.dataFolder, 'simulated-bank.jsonl'));
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    await mkdir(dirname(bookFile), { recursive: true });
    const bank = await openBank({
      host: config.host,
      port,
      bookFile,
      seed,
      callTimeoutMs: config.processorTimeoutMs,
      lateWindowSeconds: wish.lateWindow ?? config.simulatorLateWindowSeconds,
      answerDelayMs: wish.delay ?? config.simulatorDelayMs,
      now: standsAt ? () => standsAt : now,
      // At the end nobody waits any more.
      sleep: (ms) => pause(ms, stop.signal),
    }).catch((fault: NodeJS.ErrnoException) => {
      throw new OperatorFault(`cannot open the simulated bank: ${fault.code ?? fault.message}`);
    });
    print(`The simulated bank answers at ${bank.address} and keeps its book in ${bookFile}`);

    if (!stop.signal.aborted) await once(stop.signal, 'abort');
    bank.close();
    return undefined;
  },
};

function moment(text: string): Parsed<Date> {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return flaw('malformed', 'must be a moment such as 2030-01-15T12:00:00Z');
  return parsed(new Date(at));
}
