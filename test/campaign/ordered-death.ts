import { appendFileSync } from 'node:fs';

/**
 * An order to die: at this point, or at the first that is none of those in `but`; at the so many-th time that
 * it is passed.
 */
export type Order = {
  readonly at?: string | undefined;
  readonly but: readonly string[];
  readonly passing: number;
};

/** To a process. */
export type OrderMessage = { readonly order: Order | null };
/** From a process, when it passes a point for the first time. */
export type SeenMessage = { readonly seen: string };

let order: Order | null = JSON.parse(process.env.CAMPAIGN_ORDER ?? 'null');
let spared = new Set(order?.but);
let left = order?.passing ?? 0;
const seen = new Set<string>();

/** From now on this process obeys; orders come from its parent, or with its birth. */
export function dieOnOrders(): void {
  process.on('message', ({ order: next }: OrderMessage) => {
    order = next;
    spared = new Set(next?.but);
    left = next?.passing ?? 0;
  });
  // Whose campaign is over goes too, as it would when it is told to stop.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}

/** Where a process is killed in earnest: nothing of ours runs after that. */
export function atPoint(name: string): void {
  if (!seen.has(name)) {
    seen.add(name);
    if (process.connected) process.send?.({ seen: name } satisfies SeenMessage);
  }
  if (!order || (order.at === undefined ? spared.has(name) : order.at !== name)) return;
  left -= 1;
  if (left > 0) return;
  // Written before, since afterwards there is nobody who could say where it was.
  appendFileSync(process.env.CAMPAIGN_DEATHS!, `${process.pid} ${name}\n`);
  process.kill(process.pid, 'SIGKILL');
}
