import { currencies, usualCurrency } from '../kernel/currency.ts';
import { moneyWords } from '../kernel/money.ts';
import type { CaseKind, OpenCase } from './case.ts';

/** The sums of a case about an amount, in words. */
type Sums = { readonly asked: string; readonly taken: string; readonly difference: string };
type Effect = string | ((sums: Sums) => string);

/** The decisions that each kind of case offers, and their effects. */
export const decisions = {
  outcome_unknown: {
    charged: 'The payment was charged: it is booked with the amount that was asked for.',
    not_charged:
      'The payment was not charged: its order may be paid anew. For a week the processor is still asked every ' +
      'day, and money that turns up is reversed.',
  },
  followup_unknown: {
    done: 'The capture, void or refund was done.',
    not_done:
      'It was not done, and may be asked for again. For a week the processor is still asked every day, and what ' +
      'turns up is booked.',
  },
  followup_contradicted: {
    noted: 'Somebody saw to it.',
  },
  amount_differs: {
    accept: ({ asked, taken }) =>
      `The ${taken} that the processor took stay booked; ${asked} was asked for.`,
    refund_difference: ({ asked, taken, difference }) =>
      `${difference} is refunded: ${taken} was taken where ${asked} was asked for.`,
    void: ({ taken }) => `All ${taken} is voided, as long as it is not settled.`,
  },
  not_given_back: {
    given_back_elsewhere:
      'The money was refunded in another way, such as by the processor’s own portal.',
    try_again: 'The processor is asked once more to give it back.',
  },
  batch_mismatch: {
    accept_theirs:
      'The processor is right: it pays what it says, and the difference stays on its account.',
    keep_open: 'Nothing moves, and the case stays.',
  },
  batch_unknown: {
    closed:
      'The processor closed it: it is booked with our totals. For a week the processor is still asked every day, ' +
      'and a person when it says otherwise.',
    not_closed:
      'The processor did not close it: what is in it is open again, and goes into the next batch. For a week the ' +
      'processor is still asked every day, and a person when it says otherwise.',
  },
  batch_contradicted: {
    noted: 'Somebody saw to it.',
  },
  no_report: {
    noted: 'Somebody saw to it. The next report that is read tells all since the last one.',
  },
  odd_row: {
    noted: 'Somebody saw to it. Nothing is booked by that row.',
  },
  malformed_request: {
    noted: 'Somebody saw to it. The next request that the gateway cannot read opens another case.',
  },
  ach_return: {
    noted: 'Somebody saw to it.',
  },
  ach_file: {
    noted: 'Somebody saw to it.',
    rejected: 'The bank does not have the file: what is in it goes out anew with the next one.',
  },
  dispute: {
    answered: 'Evidence was sent in the portal of the processor; its feed says what came of it.',
    accepted: 'It is left to the payer: nothing is sent.',
  },
  dispute_unmatched: {
    noted: 'Somebody saw to it.',
  },
  dispute_contradicted: {
    noted: 'Somebody saw to it.',
  },
  card_testing: {
    noted: 'Somebody saw to it. `risk release` ends the stop earlier.',
  },
  number_export: {
    export:
      'All numbers of cards and accounts may be exported once within a day, encrypted for the key of the evidence. ' +
      'Compare its fingerprint with that of the receiver.',
    keep: 'No number is exported.',
  },
} as const satisfies Record<CaseKind, Readonly<Record<string, Effect>>>;

export type DecisionOf<K extends CaseKind> = keyof (typeof decisions)[K] & string;

type Evidence = Pick<OpenCase, 'kind' | 'evidence'>;

/** The decisions that this case offers, and their effects. */
export function offered(openCase: Evidence): Readonly<Record<string, string>> {
  const all = Object.entries<Effect>(decisions[openCase.kind]);
  const there = all.filter(([decision]) => only[decision]?.(openCase) ?? true);
  return Object.fromEntries(
    there.map(([decision, effect]) => [
      decision,
      typeof effect === 'string' ? effect : effect(sumsIn(openCase)),
    ]),
  );
}

/** Cases that were opened before the currency was stored show the sign of the usual one. */
function sumsIn({ evidence }: Evidence): Sums {
  const known = currencies.find((one) => one === evidence.currency) ?? usualCurrency;
  const [asked, taken] = [centsIn(evidence.askedCents), centsIn(evidence.foundCents)];
  return {
    asked: moneyWords(asked, known),
    taken: moneyWords(taken, known),
    difference: moneyWords(taken - asked, known),
  };
}

function centsIn(stored: unknown): bigint {
  return BigInt(String(stored ?? 0));
}

/** Decisions that not every case of their kind offers. */
const only: Readonly<Record<string, (openCase: Evidence) => boolean>> = {
  refund_difference: ({ evidence: { foundCents, askedCents } }) =>
    centsIn(foundCents) > centsIn(askedCents),
  // Only for a file that we wrote, not for one that came in.
  rejected: ({ evidence }) => 'writtenEntries' in evidence,
};
