/* What a processor declares about the requests that it takes: under which references, how often the same, how many. */

/** References that come back letter by letter: one that does not fit is refused, and nothing is sent. */
export type References = {
  readonly longest: number;
  /** As between the brackets of a regular expression. */
  readonly signs: string;
};

/** Whether a text is a reference of these. */
export function fits({ longest, signs }: References): (text: string) => boolean {
  const pattern = new RegExp(`^[${signs}]{1,${longest}}$`);
  return (text) => pattern.test(text);
}

export type Replay = {
  /**
   * `key`: under its reference it gets the first answer, whatever that was. `approval`: only if the first was approved;
   * after anything else it is carried out anew, so that its own refusal says nothing about the first.
   */
  readonly by: 'key' | 'approval';
  /** From when the first was sent. */
  readonly seconds: number;
};

export type Pace = {
  readonly atOnce: number;
  readonly perMinute: number;
  readonly perHour: number;
};
