/* What a processor declares about the requests that it takes: how often the same, and how many. */

export type Replay = {
  /** `key`: the reference; `content`: the same card, amount and reference. */
  readonly by: 'key' | 'content';
  /** From when the first was sent. */
  readonly seconds: number;
  readonly needsCard: boolean;
};

export type Pace = {
  readonly atOnce: number;
  readonly perMinute: number;
  readonly perHour: number;
};
