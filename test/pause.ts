import type { AtMoment } from './moments.ts';

/** A process that stands still at its n-th moment until somebody lets it go on; `waking` may throw. */
export type Pause = {
  readonly atMoment: AtMoment;
  /** Kept when it has come to its moment. */
  readonly stands: Promise<void>;
  readonly isStanding: boolean;
  begin(): void;
  goOn(): void;
};

export function pauseAt(moment: number, waking: () => void = () => {}): Pause {
  const stands = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  let left = moment;
  let hasBegun = false;
  let isStanding = false;
  return {
    async atMoment() {
      if (hasBegun) left -= 1;
      if (left !== 0) return;
      isStanding = true;
      stands.resolve();
      await goesOn.promise;
      waking();
    },
    stands: stands.promise,
    get isStanding() {
      return isStanding;
    },
    begin() {
      hasBegun = true;
    },
    goOn: goesOn.resolve,
  };
}
