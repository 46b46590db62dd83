import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { type FirstStart, firstStart, startService } from './service.ts';

/*
 * An attack without credentials: each of 2,500 connections sends the head of a request and one byte of its body, and
 * opens again when it was closed. Beside it honest callers ask, each on a connection of its own. Prints how many of
 * those were answered within 3 seconds, before and during the attack.
 */

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '2500' },
    /** How long an attacker waits before it opens a connection anew. */
    'reopen-ms': { type: 'string', default: '1000' },
  },
});
const attackers = Number(values.sockets);
const reopenMs = Number(values['reopen-ms']);
const honestCallers = 60;
const patienceMs = 3000;
const port = 18_915;

if (isMainThread) await run();
else attack(workerData as { attackers: number; reopenMs: number });

async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-attack-'));
  const service = await startService('all', join(folder, 'data'), port);
  try {
    const known = await firstStart(join(folder, 'data'));
    await measure('in peace', known);
    const attackOn = new Worker(import.meta.filename, { workerData: { attackers, reopenMs } });
    await delay(2000);
    await measure(`beside ${attackers} unfinished bodies`, known);
    await attackOn.terminate();
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(when: string, known: FirstStart): Promise<void> {
  const [payments, health] = await Promise.all([
    ask((n) => paymentRequest(known, `${when}-${n}`)),
    ask(() => 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  ]);
  console.log(`${when}: payments ${told(payments)}; /health ${told(health)}`);
}

type Answered = { readonly status: number; readonly ms: number };

async function ask(request: (n: number) => string): Promise<(Answered | undefined)[]> {
  const asked: Promise<Answered | undefined>[] = [];
  for (let n = 0; n < honestCallers; n += 1) {
    asked.push(exchange(request(n)));
    await delay(50);
  }
  return await Promise.all(asked);
}

function exchange(request: string): Promise<Answered | undefined> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const giveUp = setTimeout(() => end(undefined), patienceMs);
    let heard = '';
    const end = (answer: Answered | undefined) => {
      clearTimeout(giveUp);
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding('latin1');
    socket.on('connect', () => socket.write(request));
    socket.on('data', (text) => {
      heard += text;
      const status = /^HTTP\/1.1 (\d{3}) /.exec(heard)?.[1];
      if (status) end({ status: Number(status), ms: performance.now() - begun });
    });
    socket.on('error', () => end(undefined));
    socket.on('close', () => end(undefined));
  });
}

function told(answers: readonly (Answered | undefined)[]): string {
  const good = answers.filter((answer) => answer?.status === 200);
  const others = new Map<string, number>();
  for (const answer of answers) {
    if (answer?.status === 200) continue;
    const what = answer ? String(answer.status) : 'no answer';
    others.set(what, (others.get(what) ?? 0) + 1);
  }
  const slowest = Math.round(Math.max(0, ...good.map((answer) => answer!.ms)));
  const rest = [...others].map(([what, count]) => `, ${count} ${what}`).join('');
  return `${good.length} of ${answers.length} answered 200 (slowest ${slowest} ms)${rest}`;
}

function paymentRequest({ username, apiKey }: FirstStart, orderNumber: string): string {
  const body = JSON.stringify({
    Email: 'ann@example.com',
    MobilePhone: '2125550100',
    CCNumber: '4242424242424242',
    ExpirationMonth: '12',
    ExpirationYear: '39',
    CVV: '123',
    Amount: '12.50',
    OrderNumber: orderNumber,
  });
  return [
    'POST /api/Default/CreatePayment HTTP/1.1',
    'Host: x',
    `Authorization: Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** In a thread of its own, so that the honest callers' clocks are not those of the attack. */
function attack(wanted: { attackers: number; reopenMs: number }): void {
  const open = () => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        'POST /api/Default/CreatePayment HTTP/1.1\r\nHost: x\r\n' +
          'Content-Type: application/json\r\nContent-Length: 200\r\n\r\n{',
      );
    });
    socket.on('data', () => {});
    socket.on('end', () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => setTimeout(open, wanted.reopenMs));
  };
  for (let n = 0; n < wanted.attackers; n += 1) open();
}
