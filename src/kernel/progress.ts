/** The progress of a command that may take minutes, for a person who waits. */
export type Progress = {
  /** Step `n` of so many begins. `work` is the number of lines, rows or bytes that it will do, if that is known. */
  step(name: string, n: number, of: number, work?: number): void;
  /** So many more lines, rows or bytes of this step are done. */
  did(count: number): void;
  /** The part of this step that is worked on from now: one of many that are counted together. */
  part(name: string): void;
};

export const unwatched: Progress = { step() {}, did() {}, part() {} };
