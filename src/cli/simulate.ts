import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { openBank } from '#sandbox';
import { now, pause } from '../build-world.ts';
import type { Config } from '../config.ts';
import { type GatewayName, gatewayNames } from '../kernel/gateway-names.ts';
import { flaw, type Parsed, parsed } from '../kernel/parsed.ts';
import { type Command, ExpectedError } from './command.ts';
import { openDouble } from './gateway-doubles.ts';
import { oneOf, verbatim, wholeNumber } from './values.ts';
import { option, readWords, type Typed, usageOf } from './words.ts';

const words = {
  port: option('<number>', wholeNumber(0, 65_535)),
  book: option('<file>', verbatim(4000)),
  seed: option('<number>', wholeNumber(0, 999_999_999)),
  delay: option('<ms>', wholeNumber(0, 60_000)),
  lateWindow: option('<seconds>', wholeNumber(1, 3600)),
  standsAt: option('<moment>', moment),
  gateway: option(gatewayNames.join('|'), oneOf(gatewayNames)),
};

export const simulate: Command = {
  doc:
    'Runs the simulated bank as a server of its own, for SIMULATOR_URL. It listens on HOST. Everybody who can connect to ' +
    'it can read its book and control it. With --gateway it runs a double of that gateway instead, on this machine alone, ' +
    'for processor connect --address; a double forgets everything when it ends.',
  usage: usageOf(words),
  async run(config, given, { print }) {
    const options = readWords(words, given);
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    const opening = options.gateway
      ? simulateGateway(options.gateway, options, stop.signal)
      : openSimulatedBank(config, options, stop.signal);
    const { says, close } = await opening;
    print(says);
    if (!stop.signal.aborted) await once(stop.signal, 'abort');
    close();
    return undefined;
  },
};

function cannotOpen(what: string) {
  return (fault: NodeJS.ErrnoException): never => {
    throw new ExpectedError(`cannot open ${what}: ${fault.code ?? fault.message}`);
  };
}

type Opened = { readonly says: string; readonly close: () => void };

async function openSimulatedBank(
  config: Config,
  { standsAt, port = 8090, seed = 1, ...options }: Typed<typeof words>,
  stop: AbortSignal,
): Promise<Opened> {
  const bookFile = resolve(options.book ?? join(config.dataFolder, 'simulated-bank.jsonl'));
  await mkdir(dirname(bookFile), { recursive: true });
  const { address, close } = await openBank({
    host: config.host,
    port,
    bookFile,
    seed,
    callTimeoutMs: config.processorTimeoutMs,
    lateWindowSeconds: options.lateWindow ?? config.simulatorLateWindowSeconds,
    answerDelayMs: options.delay ?? config.simulatorDelayMs,
    now: standsAt ? () => standsAt : now,
    // At the end no caller waits any more.
    sleep: (ms) => pause(ms, stop),
  }).catch(cannotOpen('the simulated bank'));
  const says = `The simulated bank answers at ${address} and keeps its book in ${bookFile}`;
  return { says, close };
}

async function simulateGateway(
  name: GatewayName,
  { port = 8090, standsAt }: Typed<typeof words>,
  stop: AbortSignal,
): Promise<Opened> {
  const { url, key, merchant, close } = await openDouble(name, {
    port,
    now: standsAt ? () => standsAt : now,
    sleep: (ms) => pause(ms, stop),
  }).catch(cannotOpen(`the double of ${name}`));
  const of = merchant === undefined ? '' : ` of the merchant ${merchant}`;
  const says = `The double of ${name} answers at ${url} and takes the key ${key}${of}`;
  return { says, close };
}

function moment(text: string): Parsed<Date> {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return flaw('malformed', 'must be a moment such as 2030-01-15T12:00:00Z');
  return parsed(new Date(at));
}
