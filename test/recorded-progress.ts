import type { Progress } from '../src/kernel/progress.ts';

export type RecordedStep = {
  readonly name: string;
  readonly work: number | undefined;
  done: number;
};

/** What a command tells of how far it is. */
export function recordedProgress(): {
  readonly steps: RecordedStep[];
  readonly progress: Progress;
} {
  const steps: RecordedStep[] = [];
  return {
    steps,
    progress: {
      step(name, _n, _of, work) {
        steps.push({ name, work, done: 0 });
      },
      did(count) {
        steps.at(-1)!.done += count;
      },
      part() {},
    },
  };
}
