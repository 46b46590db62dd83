import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { quickPlace } from '../../packages/embedded-postgres/test/scratch.ts';
import { layPrepared } from '../e2e/start-captured.ts';
import { freePort } from '../free-port.ts';
import { type ClientLog, count, openClientLog } from './client-log.ts';
import { type Credentials, credentialsOf, installationIn } from './installation.ts';
import { judge, type Verdict } from './judge.ts';
import { type Answer, post } from './post.ts';
import { drawPurchase, type Kind, type Purchase } from './purchases.ts';
import { type Random, randomOf } from './random.ts';
import { requestOf } from './requests.ts';
import { start } from './start.ts';

export type PairsOptions = {
  readonly pairs: number;
  readonly seed: number;
  readonly sabotage?: string | undefined;
  /** `process`: of its own, behind a socket. `inside`: in every service, over one file. */
  readonly bank: 'process' | 'inside';
};

const atOnce = 32;
// What is known at once: then both answers must be the same, and not only in the end.
const asked: readonly Kind[] = ['approve', 'approve', 'authorize', 'tokenize', 'decline', 'bank'];

/** The same order at the same moment at two processes, so many times; and each once more when it is over. */
export async function pairsCampaign({ pairs, seed, sabotage, bank }: PairsOptions) {
  const begun = performance.now();
  const folder = await mkdtemp(join(await quickPlace(), 'quittance-pairs-'));
  const bankPort = bank === 'process' ? await freePort() : undefined;
  const installation = installationIn(folder, { sabotage, bankPort, isPatient: true });
  const logPath = join(folder, 'clients.jsonl');
  const log = openClientLog(logPath);
  const random = randomOf(seed);
  await layPrepared(folder);
  const { services, stop } = await start(installation, seed);
  let verdict: Verdict;
  try {
    const credentials = await credentialsOf(installation);
    const both = services.map(({ port }) => port);
    let next = 0;
    const lane = async () => {
      while (next < pairs) {
        next += 1;
        const purchase = keyed(drawPurchase(random, `pair-${next}`, random.pick(asked)));
        await sendPair({ purchase, credentials, both, log, random });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    verdict = await judge(installation, log, logPath, stop);
  } finally {
    await stop();
    log.close();
  }
  if (verdict.findings.length === 0) await rm(folder, { recursive: true, force: true });
  const seconds = (performance.now() - begun) / 1000;
  return { ...verdict, folder, answers: log.counts, seconds };
}

/**
 * A decline frees its order number, so whoever comes after it makes a new payment, be it a moment later. Under
 * an Idempotency-Key it is the same payment all the same.
 */
function keyed(purchase: Purchase): Purchase {
  return purchase.kind === 'decline' ? { ...purchase, key: `key ${purchase.name}` } : purchase;
}

type Pair = {
  readonly purchase: Purchase;
  readonly credentials: Credentials;
  readonly both: readonly number[];
  readonly log: ClientLog;
  readonly random: Random;
};

async function sendPair({ purchase, credentials, both, log, random }: Pair): Promise<void> {
  const { username } = credentials;
  const request = requestOf('json', 'CreatePayment', purchase.fields, credentials, purchase.key);
  log.recordSent(username, purchase);
  const replies = await Promise.all(both.map((port) => post(port, request)));
  replies.push(await post(random.pick(both), request));
  const answers: Answer[] = [];
  for (const reply of replies) {
    count(log.counts, typeof reply === 'string' ? reply : `${reply.status} ${reply.state ?? ''}`);
    if (typeof reply === 'string') {
      log.recordFinding(`${purchase.name} was ${reply}`);
      continue;
    }
    log.recordAnswer(username, purchase, reply, undefined);
    answers.push(reply);
  }
  const statuses = new Set(answers.map(({ status, state }) => `${status} ${state}`));
  const bodies = new Set(answers.map((answer) => answer.body));
  if (statuses.size !== 1 || bodies.size !== 1) {
    const says = `${purchase.name} (${purchase.kind}) was answered in ${bodies.size} ways`;
    log.recordFinding(`${says}: ${[...statuses, ...bodies].join(' | ')}`);
  }
}

if (import.meta.main) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { pairs: text, seed: text, sabotage: text, bank: text },
  });
  const bank = values.bank === 'inside' ? 'inside' : 'process';
  const pairs = Number(values.pairs ?? 5000);
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  if (!Number.isSafeInteger(pairs) || !Number.isSafeInteger(seed)) throw new Error('whole numbers');
  console.log(`seed ${seed}: ${pairs} pairs, the bank ${bank}`);
  const result = await pairsCampaign({ pairs, seed, bank, sabotage: values.sabotage });
  const { payments, findings, answers, seconds, folder } = result;
  console.log(`payments: ${payments}, seconds: ${seconds.toFixed(1)}`);
  console.log(`answers: ${[...answers].map(([name, times]) => `${name} ${times}`).join(', ')}`);
  for (const finding of findings.slice(0, 50)) console.log(`  ${finding}`);
  console.log(`${findings.length} findings.`);
  if (findings.length > 0) console.log(`What there is to look at: ${folder} (seed ${seed})`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
