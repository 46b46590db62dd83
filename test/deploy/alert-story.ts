/** A story of one alert: the metrics as a scrape every 15 seconds finds them, when it fires, and about what. */
export type AlertStory = {
  readonly alert: string;
  /** In the notation of promtool: `0x20 1x100` is 0 and twenty more of it, then 1. */
  readonly series: Readonly<Record<string, string>>;
  /** Labels of the alerts that fire, beside the severity. */
  readonly fires: readonly Readonly<Record<string, string>>[];
  readonly at: string;
  /** When nothing has fired yet. */
  readonly silentAt?: string;
};
