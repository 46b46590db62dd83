import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuSeconds } from './cpu.ts';
import { load, median } from './load.ts';
import { checkPayment, checkPaymentV1, paymentRequest, paymentRequestV1 } from './payments-load.ts';
import { firstStart, startService } from './service.ts';

/*
 * The same card payment through /v1 and through CreatePayment, at one service in interleaved rounds: rates, and processor
 * time of the service and its database. Only the ratios mean anything on a machine that does other work.
 */
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    warm: { type: 'string', default: '8' },
  },
});
const connections = Number(values.connections);
const rounds = Number(values.rounds);

const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-v1-'));
const folder = join(root, 'data');
mkdirSync(folder);
const service = await startService('all', folder, 8495);
try {
  const first = await firstStart(folder);
  const options = { receipts: false };
  const older = { next: paymentRequest(first, options), check: checkPayment };
  const v1 = { next: paymentRequestV1(first, options), check: checkPaymentV1 };
  const pay = async (interfaceOf: typeof older, seconds: number) => {
    const before = cpuSeconds(service.process.pid!);
    const { port } = service;
    const seen = await load({ port, connections, seconds, ...interfaceOf });
    const cpuUs = ((cpuSeconds(service.process.pid!) - before) / seen.count) * 1e6;
    return { rate: seen.count / seen.seconds, cpuUs };
  };
  for (const one of [older, v1]) await pay(one, Number(values.warm));
  const ratios: { rate: number; cpu: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const [a, b] = round % 2 === 0 ? [older, v1] : [v1, older];
    const [one, other] = [
      await pay(a, Number(values.seconds)),
      await pay(b, Number(values.seconds)),
    ];
    const [ours, theirs] = a === v1 ? [one, other] : [other, one];
    ratios.push({ rate: ours.rate / theirs.rate, cpu: ours.cpuUs / theirs.cpuUs });
    console.log(
      `round ${round}  /v1 ${ours.rate.toFixed(0)}/s ${ours.cpuUs.toFixed(0)} us  ` +
        `CreatePayment ${theirs.rate.toFixed(0)}/s ${theirs.cpuUs.toFixed(0)} us`,
    );
  }
  console.log(
    `\n${connections} connections, ${rounds} interleaved rounds of ${values.seconds} s, medians of /v1 to CreatePayment:\n` +
      `rate ${median(ratios.map(({ rate }) => rate)).toFixed(2)}, ` +
      `processor time per payment ${median(ratios.map(({ cpu }) => cpu)).toFixed(2)}`,
  );
} finally {
  await service.stop();
  rmSync(root, { recursive: true, force: true });
}
