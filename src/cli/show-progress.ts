import { pause, now as wallClock } from '../build-world.ts';
import type { Progress } from '../kernel/progress.ts';
import type { Sink } from './command.ts';

type Options = {
  /** Standard error of the command. */
  readonly to: Sink;
  readonly now?: () => Date;
};

/** `clear` makes room for output; `tick` is called by itself once a second until `end`. */
export type ShownProgress = Progress & { tick(): void; clear(): void; end(): void };

type Step = {
  readonly name: string;
  readonly n: number;
  readonly of: number;
  readonly work: number | undefined;
  done: number;
  part: string;
  /** When it began, by the machine's clock. */
  readonly since: number;
};

/** A command that takes longer than this shows its progress on a terminal. */
const quietMs = 2000;
const plainEveryMs = 10_000;

/**
 * Shows a command's progress on standard error: on a terminal in one line that is redrawn each second after the second,
 * else in a line every ten seconds. A command that ends sooner shows nothing.
 */
export function showProgress(command: string, { to, now = wallClock }: Options): ShownProgress {
  const begun = now().getTime();
  let toldAt = begun;
  let at: Step = { name: '', n: 0, of: 0, work: undefined, done: 0, part: '', since: begun };
  let isDrawn = false;
  const over = new AbortController();
  void tickEachSecond(tick, over.signal);
  return {
    step(name, n, of, work) {
      at = { name, n, of, work, done: 0, part: '', since: now().getTime() };
    },
    did(count) {
      at.done += count;
    },
    part(name) {
      at.part = name;
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
    if (time - begun < quietMs) return;
    const after = `after ${durationOf((time - begun) / 1000)}`;
    const parts = [...partsOf(at, (time - at.since) / 1000), after];
    const head = `${command}: step ${at.n} of ${at.of}`;
    if (to.isTTY) {
      clear();
      // A line that wraps would not be wiped out whole.
      to.write(fitted(head, parts, (to.columns ?? 80) - 1));
      isDrawn = true;
    } else if (time - toldAt >= plainEveryMs) {
      toldAt = time;
      to.write(`${[head, ...parts].join(', ')}\n`);
    }
  }

  function clear(): void {
    if (isDrawn) to.write('\r\x1b[2K');
    isDrawn = false;
  }
}

/** The most wanted first: the finished share of the step, the time left, and the present part; then the figures. */
function partsOf({ name, part, done, work = 0 }: Step, seconds: number): string[] {
  const names = [name, ...(part ? [`at ${part}`] : [])];
  if (done === 0) return names;
  const perSecond = done / Math.max(seconds, 1);
  const rate = `${compact(perSecond)}/s`;
  if (work <= 0) return [...names, `${compact(done)} done`, rate];
  const share = `${Math.floor(Math.min(1, done / work) * 100)}%`;
  const left = `${durationOf(Math.max(0, work - done) / perSecond)} left`;
  return [share, left, ...names, `${compact(done)} of ${compact(work)}`, rate];
}

/** Leaves out each part that does not fit. */
function fitted(head: string, parts: readonly string[], width: number): string {
  const line = parts.reduce((all, part) => {
    const longer = `${all}, ${part}`;
    return longer.length <= width ? longer : all;
  }, head);
  return line.slice(0, width);
}

function compact(count: number): string {
  const most = count < 10 ? 1 : 0;
  return new Intl.NumberFormat('en', {
    notation: count < 10_000 ? 'standard' : 'compact',
    maximumFractionDigits: count < 10_000 ? most : 1,
    useGrouping: false,
  }).format(count);
}

function durationOf(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 100) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

async function tickEachSecond(tick: () => void, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await pause(1000, over);
    if (!over.aborted) tick();
  }
}
