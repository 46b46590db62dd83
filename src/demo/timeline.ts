/** Acts to come, in the order of their moments; each act may add more. */
export type Timeline<Doing> = {
  at(moment: Date, act: Act<Doing>): void;
  /** Takes out all acts before this moment. */
  before(moment: Date): Entry<Doing>[];
};
type Act<Doing> = (doing: Doing) => Promise<void>;
type Entry<Doing> = { readonly at: Date; readonly act: Act<Doing> };

export function createTimeline<Doing>(): Timeline<Doing> {
  let entries: Entry<Doing>[] = [];
  return {
    at(moment, act) {
      entries.push({ at: moment, act });
    },
    before(moment) {
      const due = entries.filter(({ at }) => at < moment);
      entries = entries.filter(({ at }) => at >= moment);
      return due.sort((one, other) => one.at.getTime() - other.at.getTime());
    },
  };
}
