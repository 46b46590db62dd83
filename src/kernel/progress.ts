/** The progress of a command that may take minutes, for a person who waits. */
export type Progress = {
  /** Step `n` of so many begins. */
  step(name: string, n: number, of: number): void;
  /** So many more lines or rows of this step are done. */
  did(count: number): void;
};

export const unwatched: Progress = { step() {}, did() {} };
