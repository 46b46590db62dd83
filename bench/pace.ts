/** How long is measured. */
export type Pace = {
  readonly rounds: number;
  /** Of one side in one round. */
  readonly seconds: number;
  /** Load before the first round. Until the compiler has seen enough of the code, a payment costs less from round to round. */
  readonly warm: number;
};

type Texts = { readonly [key in keyof Pace]: string };

export function paceOf({ rounds, seconds, warm }: Texts): Pace {
  return { rounds: Number(rounds), seconds: Number(seconds), warm: Number(warm) };
}

/** In reverse in every second round: the first of a round finds the caches of another. */
export function inTurn<T>(sides: readonly T[], round: number): readonly T[] {
  return round % 2 ? sides.toReversed() : sides;
}
