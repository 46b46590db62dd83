import { entryMoves } from '../src/ach/entry.ts';
import { validationMoves } from '../src/ach/validation/validation.ts';
import { linkMoves } from '../src/invoicing/pay-links/link.ts';
import {
  periodMoves,
  moves as subscriptionMoves,
} from '../src/invoicing/subscriptions/subscription.ts';
import { applicationStates, moves as triggers } from '../src/parties/applications/application.ts';
import { businessMoves } from '../src/parties/businesses/moves.ts';
import { moves as disputeMoves } from '../src/payments/disputes/moves.ts';
import { moves as paymentMoves } from '../src/payments/moves.ts';
import { batchMoves } from '../src/settlement/batch.ts';

type Moves = Readonly<Record<string, readonly string[]>>;

/** A state that is new does not compile without its meaning. */
function section<T extends Moves>(
  title: string,
  file: string,
  moves: T,
  meanings: { readonly [state in keyof T]: string },
): string {
  const rows = Object.entries(moves).map(([state, next]) => {
    const followers = next.map((one) => `\`${one}\``);
    return `| \`${state}\` | ${followers.join(' ')} | ${meanings[state]} |`;
  });
  return `## ${title}\n\n\`${file}\`\n\n| State | becomes | |\n|---|---|---|\n${rows.join('\n')}\n`;
}

const applicationMoves = Object.fromEntries(
  applicationStates.map((state) => [
    state,
    [
      ...new Set(
        Object.values(triggers).flatMap(({ from, to }) => (from.includes(state) ? [to] : [])),
      ),
    ],
  ]),
) as Record<(typeof applicationStates)[number], string[]>;

const sections = [
  section('Payment', 'src/payments/moves.ts', paymentMoves, {
    processing: 'the processor is being asked; leased by its process',
    unknown: 'may have happened; inquired about until known',
    authorized: 'expires after 7 or 10 days, by brand',
    capturing: 'the processor is being asked',
    captured: 'settles with its batch; may be refunded from here on',
    voiding: 'the processor is being asked; if it refuses, the former state comes back',
    voided: 'took nothing, or all of it was returned before it settled',
    expired: 'took nothing; the order number is free again',
    declined: 'took nothing; the order number is free again',
    canceled:
      'certainly nothing was charged, and nobody declined it; found late, it keeps its order number until that was reported once',
    queued: 'a bank payment that waits for its file',
    originated: 'the bank has it; queued again if its file was rejected',
    settled: 'of a bank payment: its money is held',
    available: 'its money may be paid out; a return is late',
    returned: 'presented again where allowed',
  }),
  section('Bank entry', 'src/ach/entry.ts', entryMoves, {
    queued: 'waits for its cut-off',
    filed: 'in a file that is being made; cannot be taken out',
    originated: 'the bank has the file; queued again if it is rejected',
    settled: 'a debit is held; for every other kind this is the end',
    available: 'the hold of a debit is over',
    returned: 'came back; presented again, it is an entry of its own',
    late_returned: 'came back after its money could be paid out',
    canceled: 'never sent',
  }),
  section('Validation of a bank account', 'src/ach/validation/validation.ts', validationMoves, {
    pending: 'the account is tried, and its debits wait',
    validated: 'its debits go',
    failed: 'the account is not good, or its payer could not confirm the amounts',
    expired: 'nobody confirmed the amounts in time',
    withdrawn: 'a later return says that it is not good, or an operator lets it be tried again',
  }),
  section('Batch', 'src/settlement/batch.ts', batchMoves, {
    closing:
      'the processor is asked to close it; refused, the batch is deleted and its items are open again',
    unknown: 'may have been closed; inquired about until known',
    closed: 'passed at once if the totals are equal',
    mismatch: 'the totals differ: a person decides',
    reconciled: 'the next payout pays it',
    funded: 'a payout paid it; reconciled again if that comes back',
  }),
  section('Dispute', 'src/payments/disputes/moves.ts', disputeMoves, {
    inquiry: 'the bank of the payer asks; no money has moved',
    open: 'the bank has taken the money back, and evidence may be sent',
    won: 'the money came back; the bank may take it once more',
    lost: 'final',
  }),
  section('Subscription', 'src/invoicing/subscriptions/subscription.ts', subscriptionMoves, {
    scheduled: 'begins on a later day',
    incomplete: 'its first charge failed and may be repeated for some hours',
    incomplete_expired: 'its first charge was never paid',
    trialing: 'not charged yet',
    active: 'charged each period',
    past_due: 'a charge failed; dunning repeats it',
    unpaid: 'dunning is over, invoices stay open',
    paused: 'not charged until it is resumed',
    canceled: 'ended',
    completed: 'all agreed periods are paid and over',
  }),
  section('Period of a subscription', 'src/invoicing/subscriptions/subscription.ts', periodMoves, {
    open: 'to be charged',
    processing: 'a bank payment is on its way',
    paid: 'opened again if its payment is returned',
    unpaid: 'given up; its pay link still works',
    void: 'nobody has to pay it',
  }),
  section('Pay link', 'src/invoicing/pay-links/link.ts', linkMoves, {
    open: 'its invoice can be paid',
    expired: 'too old; the page says so',
    revoked: 'taken out of use',
  }),
  section('Application', 'src/parties/applications/application.ts', applicationMoves, {
    draft: 'written, not yet screened',
    submitted: 'about to be screened',
    screening: 'decided by rules',
    in_review: 'a person decides',
    enhanced_review: 'a person with more rights decides',
    needs_information: 'the business has to answer',
    approved: 'about to be set up',
    provisioning: 'its account at a gateway is being made',
    active: 'the business takes payments',
    declined: 'refused, with its reason',
    withdrawn: 'taken back',
    expired: 'nobody answered',
  }),
  section('Business', 'src/parties/businesses/moves.ts', businessMoves, {
    messaging_only: 'texts, but takes no payments',
    payments_pending: 'has applied to take payments',
    payments_enabled: 'takes payments; is not paid out yet',
    payouts_enabled: 'takes payments and is paid out',
    suspended: 'takes nothing; refunds and voids go on',
    closed: 'final',
  }),
];

/** `docs/states.md`. */
export function statesDoc(): string {
  return `# States

What may follow each state; one that follows itself was asked about, and nothing is known yet. A transition that is not in a table
is refused. Each table is in the code, in the file that is named above it; one file changes the state in each table of the
database (\`test/tidy/states.ts\`).

${sections.join('\n')}
## Without a table

A capture, void or refund is \`processing\` (committed before the first byte is sent; its amount is reserved), \`unknown\`
(inquired about, as a charge is), then \`succeeded\` or \`failed\`. A refund to a bank account that succeeded may be \`returned\`
later; the answer to its caller stays. Refunds show in the sums of a payment, not in its state.

A file to the bank is \`collecting\`, \`written\`, \`delivered\`, or \`rejected\`; one from it is \`read\`. A case is \`open\`, \`proposed\`,
\`confirmed\`, \`closed\`; \`open\` again if it was rejected or could not be carried out. A token is \`active\` or \`disabled\`. A
lead is \`waiting\` or \`acknowledged\`, its form \`open\` or \`closed\`.
`;
}
