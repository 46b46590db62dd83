import type { ApplicationState, Trigger } from './application.ts';
import type { OutcomeCode, RequirementCode } from './codes.ts';

/** The outcome of screening an application, step by step. */
export type Verdict = readonly {
  readonly trigger: Trigger;
  readonly reason: string;
  readonly requirements?: readonly RequirementCode[];
  readonly outcomeCodes?: readonly OutcomeCode[];
}[];

/** A word that forces the outcome of an application in the sandbox. */
export type Marker = {
  readonly word: string;
  /** The state that it comes to rest in. */
  readonly ends: ApplicationState;
  /** For the page that callers read. */
  readonly says: string;
  readonly verdict: Verdict;
};

const reason = 'The sandbox decides.';
const toPayments = [
  { trigger: 'clear', reason },
  { trigger: 'provision', reason },
  { trigger: 'activate', reason },
] as const;
const asked = {
  trigger: 'request',
  reason,
  requirements: ['owner_identity', 'bank_account'],
} as const;

/** Beside the markers below: the account team is mailed, as in live. */
export const teamMarker = 'tell-account-team';

export const sandboxMarkers: readonly Marker[] = [
  {
    word: 'outcome-approved',
    ends: 'active',
    says: 'Approved at once, as without a marker: the business takes payments.',
    verdict: toPayments,
  },
  {
    word: 'outcome-provisioning',
    ends: 'provisioning',
    says: 'Approved; the business waits until the operator activates it.',
    verdict: toPayments.slice(0, 2),
  },
  {
    word: 'outcome-in-review',
    ends: 'in_review',
    says: 'Waits for an account specialist.',
    verdict: [{ trigger: 'refer', reason }],
  },
  {
    word: 'outcome-enhanced-review',
    ends: 'enhanced_review',
    says: 'Waits for an account specialist who looks more closely.',
    verdict: [{ trigger: 'escalate', reason }],
  },
  {
    word: 'outcome-needs-information',
    ends: 'needs_information',
    says: 'Something is missing; it expires when nothing comes for 30 days.',
    verdict: [asked],
  },
  {
    word: 'outcome-declined',
    ends: 'declined',
    says: 'Declined; the business goes on with messaging only.',
    verdict: [{ trigger: 'decline', reason, outcomeCodes: ['business_not_verified'] }],
  },
  {
    word: 'outcome-withdrawn',
    ends: 'withdrawn',
    says: 'Waited for an account specialist, and was withdrawn.',
    verdict: [
      { trigger: 'refer', reason },
      { trigger: 'withdraw', reason },
    ],
  },
  {
    word: 'outcome-expired',
    ends: 'expired',
    says: 'Something was missing, and nothing came: as after 30 days.',
    verdict: [asked, { trigger: 'expire', reason }],
  },
];

const markerStart = /(?<![a-z0-9])outcome-/g;
const byLength = sandboxMarkers.toSorted((a, b) => b.word.length - a.word.length);

/**
 * The verdict of the first marker in the first text that has any, whatever follows it. Without a marker: approval. An
 * unknown marker meant something else, so it leads to a review.
 */
export function sandboxVerdict(texts: readonly string[]): Verdict {
  let verdict = verdictOf('outcome-approved');
  for (const text of texts.map((sent) => sent.toLowerCase())) {
    for (const { index } of text.matchAll(markerStart)) {
      const marker = byLength.find(({ word }) => text.startsWith(word, index));
      if (marker) return marker.verdict;
      verdict = verdictOf('outcome-in-review');
    }
  }
  return verdict;
}

function verdictOf(known: string): Verdict {
  return sandboxMarkers.find(({ word }) => word === known)!.verdict;
}
