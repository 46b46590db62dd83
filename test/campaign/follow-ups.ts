import { type Purchase, rowOf } from './purchases.ts';
import type { Random } from './random.ts';
import type { Door } from './requests.ts';

/** A capture, void or refund of a payment, requested until its outcome is known. */
export type FollowUp = {
  readonly name: string;
  /** The purchase whose payment it follows. */
  readonly purchase: Purchase;
  readonly kind: FollowUpKind;
  readonly operation: 'ProcessAuthorization' | 'ProcessRefundNoCC';
  readonly door: Door;
  readonly fields: Readonly<Record<string, string>>;
  readonly key: string | undefined;
  /** Number of requests sent at once, each to a random process. */
  readonly copies: number;
  /** Undefined: the whole remaining amount. */
  readonly cents: number | undefined;
  readonly legal: readonly FollowUpEnd[];
};

type FollowUpKind = 'capture' | 'void' | 'refund';

/** `not sent`: nothing was done for certain, and the client does not try again. */
export type FollowUpEnd = 'done' | 'declined' | 'refused' | 'not sent';

/** `part` is a percentage of the payment; `whole` sends no amount, `more` sends more than there is. */
type Step = {
  readonly kind: FollowUpKind;
  readonly part?: number | 'whole' | 'more';
  readonly keyed?: true;
  readonly copies?: number;
  /** Possible outcomes; `done` alone when left out. */
  readonly legal?: readonly FollowUpEnd[];
};

/** Rounds follow each other; the steps of one round are requested at the same moment. */
type Plan = { readonly weight: number; readonly rounds: readonly (readonly Step[])[] };

const race = ['done', 'refused'] as const;
const anything = ['done', 'refused', 'declined'] as const;
const whole: Step = { kind: 'refund', part: 'whole' };
const part: Step = { kind: 'refund', part: 30, keyed: true, copies: 3 };
const capture: Step = { kind: 'capture' };
const release: Step = { kind: 'void' };
const tooMuch: Step = { kind: 'refund', part: 'more', keyed: true, legal: ['refused'] };
const fourAtOnce = Array<Step>(4).fill({ kind: 'refund', part: 40, keyed: true, legal: race });
const racing = (step: Step): Step => ({ ...step, legal: race });

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
  // The entry may be in a file already: then it can be refunded only later.
  queued: [none, { weight: 3, rounds: [[{ ...racing(whole), copies: 2 }]] }],
  declined: [none, { weight: 1, rounds: [[{ ...whole, legal: ['refused'] }]] }],
} as const satisfies Record<string, readonly Plan[]>;

/** Requested while the outcome of the charge is unknown. */
const early: readonly Step[] = [{ ...whole, legal: anything }];

export function drawEarly(random: Random, purchase: Purchase): FollowUp[] {
  return early.map((step, i) =>
    followUpOf(random, purchase, step, `${purchase.name}-E${i}`, undefined),
  );
}

/** Follow-ups of a payment in this state; `invoice` is the invoice number in its answer. */
export function drawFollowUps(
  random: Random,
  purchase: Purchase,
  state: string | undefined,
  invoice: string,
): FollowUp[][] {
  const possible: readonly Plan[] = plans[state as keyof typeof plans] ?? [none];
  const drawn = possible.flatMap((plan) => Array<Plan>(plan.weight).fill(plan));
  return random
    .pick(drawn)
    .rounds.map((round, n) =>
      round.map((step, i) =>
        followUpOf(random, purchase, step, `${purchase.name}-D${n}${i}`, invoice),
      ),
    );
}

function followUpOf(
  random: Random,
  purchase: Purchase,
  { kind, part: size = 'whole', keyed, copies = 1, legal = ['done'] }: Step,
  name: string,
  invoice: string | undefined,
): FollowUp {
  const { declines } = rowOf(purchase.kind);
  const cents = centsOf(purchase, size);
  const more = declines && (declines === kind || kind === 'refund') ? (['declined'] as const) : [];
  const common = { name, purchase, kind, legal: [...legal, ...more] };
  const key = keyed ? `key ${name}` : undefined;
  const amount = cents === undefined ? {} : { Amount: (cents / 100).toFixed(2) };
  const times = copies > 1 ? random.whole(1, copies) : 1;
  if (kind === 'refund') {
    const names = random.chance(0.5) || invoice === undefined;
    const fields = {
      RefundType: cents === undefined ? random.pick(['Full', '']) : 'Partial',
      Amount: '',
      ...amount,
      OrderNumber: names ? purchase.order : '',
      PaymentID: names && random.chance(0.5) ? '' : (invoice ?? ''),
    };
    const door = random.pick(['form', 'address', 'soap'] as const);
    const operation = 'ProcessRefundNoCC';
    return { ...common, operation, door, fields, key, copies: times, cents };
  }
  const ChargeType = kind === 'capture' ? 'Capture' : 'Void';
  const fields = { TransactionID: invoice!, ChargeType, ...amount };
  const moved = kind === 'capture' ? (cents ?? purchase.cents) : undefined;
  const operation = 'ProcessAuthorization';
  return { ...common, operation, door: 'json', fields, key, copies: times, cents: moved };
}

function centsOf({ cents }: Purchase, size: number | 'whole' | 'more'): number | undefined {
  if (size === 'whole') return undefined;
  return size === 'more' ? cents + 1 : Math.floor((cents * size) / 100);
}
