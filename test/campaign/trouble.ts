import { setTimeout as delay } from 'node:timers/promises';
import type { BehaviourName } from '../../packages/sandbox/src/processor/behaviours.ts';
import { count } from './client-log.ts';
import type { Random } from './random.ts';

/** What the bank does to whoever comes next, whatever they want: it fails, but it never says no. */
const tricks: readonly BehaviourName[] = [
  'connection_refused',
  'timeout_before_booking',
  'timeout_after_booking',
  'late_booking',
  'server_error_before_booking',
  'server_error_after_booking',
  'garbage_answer',
  'half_answer',
  'slow_drip',
  'duplicate_answer',
  'wrong_amount_answer',
  'wrong_reference_answer',
  'slow_approval',
];

type Script = { readonly name: string; readonly body: object };

/** Tells the bank now and then, by its script door, to be a bad bank for a while. */
export async function makeTrouble(
  port: number,
  random: Random,
  isOver: () => boolean,
): Promise<Map<string, number>> {
  const made = new Map<string, number>();
  while (!isOver()) {
    await delay(random.whole(100, 1500));
    const { name, body } = drawScript(random);
    const done = await fetch(`http://127.0.0.1:${port}/script`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined); // It is dead just now, or refuses everybody.
    if (done?.status === 204) count(made, name);
    else if (done) throw new Error(`the bank did not take ${JSON.stringify(body)}: ${done.status}`);
  }
  return made;
}

function drawScript(random: Random): Script {
  const dice = random.fraction();
  const seconds = random.whole(1, 2);
  if (dice < 0.04) return { name: 'outage', body: { outage: { seconds } } };
  if (dice < 0.08) return { name: 'refuse', body: { refuse: { seconds } } };
  if (dice < 0.16) {
    const batch = random.pick(['timeout_before_booking', 'timeout_after_booking'] as const);
    return { name: `batch ${batch}`, body: { batch } };
  }
  const does = random.pick(tricks);
  return { name: does, body: { next: random.whole(1, 2), does } };
}
