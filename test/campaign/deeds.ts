import type { Door } from './letters.ts';
import type { Random } from './random.ts';
import { rowOf, type Wish } from './wishes.ts';

/** Something to be done about a payment after its charge, asked for until it is known what became of it. */
export type Deed = {
  readonly name: string;
  /** Whose payment it is about. */
  readonly wish: Wish;
  readonly does: Does;
  readonly operation: 'ProcessAuthorization' | 'ProcessRefundNoCC';
  readonly door: Door;
  readonly fields: Readonly<Record<string, string>>;
  readonly key: string | undefined;
  /** Sent so many times at once, to whichever process. */
  readonly copies: number;
  /** Undefined: all there is by then. */
  readonly cents: number | undefined;
  readonly legal: readonly DeedEnd[];
};

type Does = 'capture' | 'void' | 'refund';

/** `declined`: tried, and it did not succeed. `not sent`: certain that nothing was done, and somebody left it at that. */
export type DeedEnd = 'done' | 'declined' | 'refused' | 'not sent';

/** What is asked for: how much in hundredths of the payment, `whole` naming no amount, `more` than there is. */
type Ask = {
  readonly does: Does;
  readonly part?: number | 'whole' | 'more';
  readonly keyed?: true;
  readonly copies?: number;
  /** What it may come to; `done` unless this says something else. */
  readonly legal?: readonly DeedEnd[];
};

/** Rounds one after the other; what stands in one round is asked for at the same moment. */
type Plan = { readonly weight: number; readonly rounds: readonly (readonly Ask[])[] };

const race = ['done', 'refused'] as const;
const anything = ['done', 'refused', 'declined'] as const;
const whole: Ask = { does: 'refund', part: 'whole' };
const part: Ask = { does: 'refund', part: 30, keyed: true, copies: 3 };
const capture: Ask = { does: 'capture' };
const release: Ask = { does: 'void' };
const tooMuch: Ask = { does: 'refund', part: 'more', keyed: true, legal: ['refused'] };
const fourAtOnce = Array<Ask>(4).fill({ does: 'refund', part: 40, keyed: true, legal: race });
const racing = (ask: Ask): Ask => ({ ...ask, legal: race });

const none: Plan = { weight: 6, rounds: [] };
const plans = {
  captured: [
    none,
    { weight: 3, rounds: [[{ ...whole, copies: 3 }]] },
    { weight: 3, rounds: [[{ ...whole, keyed: true, copies: 2 }]] },
    { weight: 5, rounds: [[part]] },
    { weight: 3, rounds: [[part], [whole], [{ ...whole, legal: anything }]] },
    { weight: 4, rounds: [fourAtOnce] },
    { weight: 2, rounds: [[racing({ ...whole, keyed: true }), racing({ ...whole, keyed: true })]] },
    { weight: 2, rounds: [[racing(release), racing(part), racing(whole)]] },
    { weight: 1, rounds: [[tooMuch]] },
  ],
  authorized: [
    none,
    { weight: 4, rounds: [[{ ...capture, copies: 3 }]] },
    { weight: 4, rounds: [[{ ...capture, part: 60, keyed: true, copies: 2 }]] },
    { weight: 3, rounds: [[{ ...capture, part: 50, keyed: true }], [{ ...part, part: 20 }]] },
    { weight: 2, rounds: [[capture], [whole]] },
    { weight: 3, rounds: [[{ ...release, copies: 2 }]] },
    { weight: 2, rounds: [[whole]] },
    { weight: 3, rounds: [[racing(capture), racing(release)]] },
    { weight: 1, rounds: [[{ ...capture, part: 'more', legal: ['refused'] }]] },
  ],
  // It may be on its way already: then it can be given back only later.
  queued: [none, { weight: 3, rounds: [[{ ...racing(whole), copies: 2 }]] }],
  declined: [none, { weight: 1, rounds: [[{ ...whole, legal: ['refused'] }]] }],
} as const satisfies Record<string, readonly Plan[]>;

/** Before it is known what became of the charge: some of it is found out on the way. */
const early: readonly Ask[] = [{ ...whole, legal: anything }];

export function drawEarly(random: Random, wish: Wish): Deed[] {
  return early.map((ask, i) => deedOf(random, wish, ask, `${wish.name}-E${i}`, undefined));
}

/** What somebody does about a payment that ended so; `invoice` is what its answer calls it. */
export function drawDeeds(
  random: Random,
  wish: Wish,
  state: string | undefined,
  invoice: string,
): Deed[][] {
  const possible: readonly Plan[] = plans[state as keyof typeof plans] ?? [none];
  const drawn = possible.flatMap((plan) => Array<Plan>(plan.weight).fill(plan));
  return random
    .pick(drawn)
    .rounds.map((round, n) =>
      round.map((ask, i) => deedOf(random, wish, ask, `${wish.name}-D${n}${i}`, invoice)),
    );
}

function deedOf(
  random: Random,
  wish: Wish,
  { does, part: size = 'whole', keyed, copies = 1, legal = ['done'] }: Ask,
  name: string,
  invoice: string | undefined,
): Deed {
  const { declines } = rowOf(wish.kind);
  const cents = centsOf(wish, size);
  const more = declines && (declines === does || does === 'refund') ? (['declined'] as const) : [];
  const common = { name, wish, does, legal: [...legal, ...more] };
  const key = keyed ? `key ${name}` : undefined;
  const amount = cents === undefined ? {} : { Amount: (cents / 100).toFixed(2) };
  const times = copies > 1 ? random.whole(1, copies) : 1;
  if (does === 'refund') {
    const names = random.chance(0.5) || invoice === undefined;
    const fields = {
      RefundType: cents === undefined ? random.pick(['Full', '']) : 'Partial',
      Amount: '',
      ...amount,
      OrderNumber: names ? wish.order : '',
      PaymentID: names && random.chance(0.5) ? '' : (invoice ?? ''),
    };
    const door = random.pick(['form', 'address', 'soap'] as const);
    const operation = 'ProcessRefundNoCC';
    return { ...common, operation, door, fields, key, copies: times, cents };
  }
  const ChargeType = does === 'capture' ? 'Capture' : 'Void';
  const fields = { TransactionID: invoice!, ChargeType, ...amount };
  const moved = does === 'capture' ? (cents ?? wish.cents) : undefined;
  const operation = 'ProcessAuthorization';
  return { ...common, operation, door: 'json', fields, key, copies: times, cents: moved };
}

function centsOf({ cents }: Wish, size: number | 'whole' | 'more'): number | undefined {
  if (size === 'whole') return undefined;
  return size === 'more' ? cents + 1 : Math.floor((cents * size) / 100);
}
