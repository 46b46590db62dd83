/* The terms that a processor declares for its requests: the form of references, replays, and limits. */

/** References that a gateway returns letter by letter. One that does not fit is refused, and nothing is sent. */
export type References = {
  readonly longest: number;
  /** As between the brackets of a character class in a regular expression. */
  readonly signs: string;
};

/** Returns a test that is true for a text that is such a reference. */
export function fits({ longest, signs }: References): (text: string) => boolean {
  const pattern = new RegExp(`^[${signs}]{1,${longest}}$`);
  return (text) => pattern.test(text);
}

export type Replay = {
  /**
   * `key`: a repeated reference gets the first answer, whatever it was. `approval`: only if the first was approved;
   * after any other answer it is executed anew, so that its own refusal says nothing about the first.
   */
  readonly by: 'key' | 'approval';
  /** Counted from when the first was sent. */
  readonly seconds: number;
};

export type Pace = {
  readonly atOnce: number;
  readonly perMinute: number;
  readonly perHour: number;
};
