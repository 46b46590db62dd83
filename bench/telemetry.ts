import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuSeconds } from './cpu.ts';
import { load, median } from './load.ts';
import { checkPayment, paymentRequest } from './payments-load.ts';
import { firstStart, type Service, startService } from './service.ts';

/*
 * What metrics and traces cost: processor time for each payment of a `serve` process without metrics, of one that is
 * scraped every second, and of two that are traced by the recipe of docs/operating/traces.md, all beside one database and in
 * short interleaved rounds. A fifth process is like the first: it shows how far apart equal ones are. A receiver of OTLP in
 * this process takes the spans; the queue of the SDK is made so long that none is dropped. OTEL_FOLDER says where the SDK is
 * installed; without one nothing is traced.
 */
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '11' },
    seconds: { type: 'string', default: '2' },
    // Until the compiler has seen enough of the code, a payment still takes less from round to round.
    warm: { type: 'string', default: '15' },
  },
});
const connections = Number(values.connections);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const scrapeMs = 1000;

const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-telemetry-'));
const folder = join(root, 'data');
mkdirSync(folder);
const modules = join(process.env.OTEL_FOLDER ?? '/opt/otel', 'node_modules');
const hasSdk = existsSync(join(modules, '@opentelemetry/sdk-node'));
const collector = await openCollector();
const metricsPort = 8495;

type Kind = {
  readonly name: string;
  readonly service: Service;
};
type Round = { readonly rate: number; readonly cpuUs: number; readonly allUs: number };

/** Works jobs and keeps the database; no load goes there. */
const base = await startService('all', folder, 8491);
const services = [base];
try {
  const scraped = await start(8492, { METRICS_PORT: String(metricsPort) });
  const kinds: Kind[] = [
    { name: 'plain', service: await start(8496, {}) },
    { name: 'scraped', service: scraped },
    { name: 'plain again', service: await start(8497, {}) },
  ];
  if (hasSdk) {
    const sampled = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' };
    const hundredth = { ...sampled, OTEL_TRACES_SAMPLER_ARG: '0.01' };
    kinds.push(
      { name: 'traced', service: await start(8493, traced({})) },
      {
        name: 'one in 100 traced',
        service: await start(8494, traced(hundredth)),
      },
    );
  }
  const next = paymentRequest(await firstStart(folder), { receipts: false });
  const pay = async ({ service }: Kind, forSeconds: number): Promise<Round> => {
    const stop = service === scraped ? scrapeEachSecond() : async () => {};
    const pids = [service, base].map(({ process }) => process.pid!);
    const before = pids.map(cpuSeconds);
    const { port } = service;
    const seen = await load({ port, connections, seconds: forSeconds, next, check: checkPayment });
    await stop();
    // The last spans are sent after the last payment.
    await delay(1000);
    const [own, rest] = pids.map((pid, i) => ((cpuSeconds(pid) - before[i]!) / seen.count) * 1e6);
    return { rate: seen.count / seen.seconds, cpuUs: own!, allUs: own! + rest! };
  };
  for (const kind of kinds) await pay(kind, Number(values.warm));
  const results: Record<string, Round>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const found: Record<string, Round> = {};
    const first = round % kinds.length;
    // Another one is the first in each round.
    for (const kind of [...kinds.slice(first), ...kinds.slice(0, first)])
      found[kind.name] = await pay(kind, seconds);
    results.push(found);
    console.log(
      `round ${round + 1}  ${kinds.map(({ name }) => `${name} ${found[name]!.cpuUs.toFixed(0)} us`).join('  ')}`,
    );
  }
  const idle = await idleScrapes(scraped);
  console.log(`
${connections} connections, ${rounds} interleaved rounds of ${seconds} s, a scrape each second; medians, and of ratios to plain`);
  for (const { name } of kinds) {
    const of = (figure: keyof Round) => median(results.map((one) => one[name]![figure]));
    const ratio = (figure: keyof Round) =>
      median(results.map((one) => one[name]![figure] / one.plain![figure])).toFixed(3);
    console.log(
      `${name.padEnd(18)} ${of('rate').toFixed(0).padStart(5)}/s  service ${of('cpuUs').toFixed(0).padStart(4)} us ` +
        `(${ratio('cpuUs')})  with the database ${of('allUs').toFixed(0).padStart(5)} us (${ratio('allUs')})`,
    );
  }
  console.log(`a scrape of the idle service: ${idle.toFixed(1)} ms of processor time`);
  console.log(
    hasSdk
      ? `${(collector.bytes() / 1e6).toFixed(0)} MB of spans came`
      : 'SKIPPED traces: no SDK of OpenTelemetry is in OTEL_FOLDER',
  );
} finally {
  for (const service of services.toReversed()) await service.stop();
  collector.close();
  rmSync(root, { recursive: true, force: true });
}

async function start(port: number, settings: Record<string, string>): Promise<Service> {
  const service = await startService('serve', folder, port, settings);
  services.push(service);
  return service;
}

/** As the page says it. */
function traced(sampler: Record<string, string>): Record<string, string> {
  const sdk = join(root, 'otel');
  if (!existsSync(sdk)) {
    mkdirSync(sdk);
    symlinkSync(modules, join(sdk, 'node_modules'));
    const page = readFileSync(join(import.meta.dirname, '../docs/operating/traces.md'), 'utf8');
    writeFileSync(join(sdk, 'start.mjs'), /```js\n(.+?)```/s.exec(page)![1]!);
  }
  return {
    NODE_OPTIONS: `--import=${join(sdk, 'start.mjs')}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_BSP_MAX_QUEUE_SIZE: '200000',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '5000',
    OTEL_BSP_SCHEDULE_DELAY: '500',
    ...sampler,
  };
}

/** Takes what is sent by OTLP over HTTP. */
async function openCollector() {
  let count = 0;
  const server = createServer(async (request, response) => {
    for await (const piece of request as AsyncIterable<Buffer>) count += piece.length;
    response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => count,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function scrape(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  if (answer.status !== 200 || (await answer.text()).length < 1000)
    throw new Error(`a scrape was answered ${answer.status}`);
}

function scrapeEachSecond(): () => Promise<void> {
  const all: Promise<void>[] = [scrape()];
  const timer = setInterval(() => all.push(scrape()), scrapeMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(all);
  };
}

/** Milliseconds of processor time that a scrape takes while nothing else happens. */
async function idleScrapes({ process: child }: Service): Promise<number> {
  const forMs = 20_000;
  const spent = async (work: () => Promise<void>) => {
    const before = cpuSeconds(child.pid!);
    await work();
    return cpuSeconds(child.pid!) - before;
  };
  await delay(2000);
  const nothing = await spent(async () => await delay(forMs));
  const scraped = await spent(async () => {
    const stop = scrapeEachSecond();
    await delay(forMs);
    await stop();
  });
  return ((scraped - nothing) * 1000) / (forMs / scrapeMs + 1);
}
