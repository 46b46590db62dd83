import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../clients/typescript/src/index.ts';
import { isLost, tellError, useProved } from './change.tsx';

/** Does the same for several objects, one after the other: which are done, and why others are not. */
export function useOneByOne(act: (id: string, idempotencyKey: string) => Promise<unknown>) {
  const proved = useProved();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [isWorking, setWorking] = useState(false);
  // The same key until it is known what became of it: trying again does nothing twice.
  const keys = useRef(new Map<string, string>());

  async function start(ids: readonly string[]) {
    if (isWorking) return;
    setWorking(true);
    setFaults(new Map());
    for (const id of ids) {
      const idempotencyKey = keys.current.get(id) ?? newIdempotencyKey();
      keys.current.set(id, idempotencyKey);
      try {
        await proved(() => act(id, idempotencyKey));
        setDone((before) => new Set(before).add(id));
      } catch (error) {
        if (!isLost(error)) keys.current.delete(id);
        setFaults((before) => new Map(before).set(id, tellError(error)));
      }
    }
    setWorking(false);
  }

  return { done, faults, isWorking, start };
}
