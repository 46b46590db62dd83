import { setTimeout as delay } from 'node:timers/promises';
import { type ClientOptions, insist } from './insist.ts';
import { requestOf } from './requests.ts';

const operation = 'BatchCloseAcquirerB';

/** Closes the open batch now and then, so that what could be voided a moment ago can only be refunded. */
export async function closer(options: ClientOptions): Promise<number> {
  const { credentials, random, isOver, log } = options;
  let closed = 0;
  while (!isOver()) {
    await delay(random.whole(500, 4000));
    const door = random.pick(['form', 'address', 'soap'] as const);
    const request = requestOf(door, operation, {}, credentials, undefined);
    const answer = await insist(options, random, request, ({ status }) => status < 500);
    closed += 1;
    if (answer?.status === 200) continue;
    log.recordFinding(`${operation} was answered ${answer?.status ?? 'never'}: ${answer?.body}`);
  }
  return closed;
}
