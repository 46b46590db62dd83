import { readFileSync } from 'node:fs';
import { count } from './client-log.ts';
import type { Installation } from './installation.ts';
import type { Order } from './ordered-death.ts';

/** Where processes died by order, as they wrote down themselves before they did. */
export type Deaths = {
  readonly byPoint: ReadonlyMap<string, number>;
  readonly seen: ReadonlySet<string>;
  readonly total: () => number;
  readonly sees: (point: string) => void;
  /** Reads what was written since; whether this process is among those who wrote. */
  readonly wasOrdered: (pid: number) => boolean;
  /** To die at the next point at which nobody died yet. */
  readonly untouched: () => Order;
  /** What everybody lives with who has no other order. */
  readonly standing: () => Order | undefined;
  readonly setStanding: (draw: () => Order | undefined) => void;
};

export function deathsOf({ deaths: file }: Installation): Deaths {
  const byPoint = new Map<string, number>();
  const seen = new Set<string>();
  const pids = new Set<number>();
  let read = 0;
  let draw: () => Order | undefined = () => undefined;

  return {
    byPoint,
    seen,
    total: () => read,
    sees: (point) => void seen.add(point),
    untouched: () => ({ but: [...byPoint.keys()], passing: 1 }),
    standing: () => draw(),
    setStanding(next) {
      draw = next;
    },
    wasOrdered(pid) {
      const lines = textOf(file).split('\n').slice(0, -1);
      for (const line of lines.slice(read)) {
        const space = line.indexOf(' ');
        pids.add(Number(line.slice(0, space)));
        count(byPoint, line.slice(space + 1));
        seen.add(line.slice(space + 1));
      }
      read = lines.length;
      // Numbers come again: each is for one death.
      return pids.delete(pid);
    },
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // Nobody died yet.
  }
}
