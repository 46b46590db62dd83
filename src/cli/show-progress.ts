import { pause, now as wallClock } from '../build-world.ts';
import type { Progress } from '../kernel/progress.ts';

type Options = {
  readonly to?: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly now?: () => Date;
};

/** `clear` makes room for what is printed; `tick` is called by itself once a second until `end`. */
export type ShownProgress = Progress & { tick(): void; clear(): void; end(): void };

const plainEveryMs = 10_000;

/**
 * Tells on standard error how far a command is: on a terminal in one line that is written anew each second, else in a
 * line every ten seconds. What is over sooner tells nothing.
 */
export function showProgress(
  command: string,
  { to = process.stderr, now = wallClock }: Options = {},
): ShownProgress {
  const begun = now().getTime();
  let toldAt = begun;
  let at = { name: '', n: 0, of: 0, done: 0 };
  let isDrawn = false;
  const over = new AbortController();
  void tickEachSecond(tick, over.signal);
  return {
    step(name, n, of) {
      at = { name, n, of, done: 0 };
    },
    did(count) {
      at.done += count;
    },
    tick,
    clear,
    end() {
      over.abort();
      clear();
    },
  };

  function tick(): void {
    if (at.n === 0) return;
    const time = now().getTime();
    const { name, n, of, done } = at;
    const count = done > 0 ? `, ${done} done` : '';
    const line = `${command}: step ${n} of ${of}, ${name}${count}, after ${Math.round((time - begun) / 1000)} s`;
    if (to.isTTY) {
      clear();
      to.write(line);
      isDrawn = true;
    } else if (time - toldAt >= plainEveryMs) {
      toldAt = time;
      to.write(`${line}\n`);
    }
  }

  function clear(): void {
    if (isDrawn) to.write('\r\x1b[2K');
    isDrawn = false;
  }
}

async function tickEachSecond(tick: () => void, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await pause(1000, over);
    if (!over.aborted) tick();
  }
}
