import type { CaseKind, OpenCase } from './case.ts';

/** The decisions that each kind of case offers, and what each does. */
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
    accept: 'The amount that the processor took stays as it is booked.',
    refund_difference: 'What was taken too much is refunded.',
    void: 'All of it is voided, as long as it is not settled.',
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
} as const satisfies Record<CaseKind, Readonly<Record<string, string>>>;

export type DecisionOf<K extends CaseKind> = keyof (typeof decisions)[K] & string;

type Evidence = Pick<OpenCase, 'kind' | 'evidence'>;

/** The decisions that this case offers, and what each does. */
export function offered(openCase: Evidence): Readonly<Record<string, string>> {
  const all = Object.entries(decisions[openCase.kind]);
  return Object.fromEntries(all.filter(([decision]) => only[decision]?.(openCase) ?? true));
}

/** Decisions that not every case of their kind offers. */
const only: Readonly<Record<string, (openCase: Evidence) => boolean>> = {
  refund_difference: ({ evidence: { foundCents, askedCents } }) =>
    BigInt(String(foundCents ?? 0)) > BigInt(String(askedCents ?? 0)),
  // Only for a file that we wrote, not for one that came in.
  rejected: ({ evidence }) => 'writtenEntries' in evidence,
};
