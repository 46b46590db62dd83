import { lengths } from '../../kernel/lengths.ts';
import type { ApplicationState } from '../../parties/applications/application.ts';
import { plain } from './plain.ts';
import type { Sheet } from './sheet.ts';
import { momentWords } from './wording.ts';

/** A mail to the operator's account team. */
export type Digest = {
  readonly id: string;
  /** The business that owns the mail: the platform for live businesses. */
  readonly businessId: bigint;
  readonly environment: 'sandbox' | 'live';
  /** The oldest first. */
  readonly items: readonly DigestItem[];
};

export type DigestItem = {
  readonly businessId: bigint;
  readonly businessName: string;
  /** Undefined for a business that was made without one. */
  readonly application: { readonly id: bigint; readonly state: ApplicationState } | undefined;
  readonly referral: string | undefined;
  readonly timeZone: string;
  readonly at: Date;
};

/** Further items are counted only; commands list them. */
const mostListed = 100;

export function digestSheet({ environment, items }: Digest): Sheet {
  const total = items.length;
  const listed = items.slice(0, mostListed);
  const isTest = environment === 'sandbox';
  const subject =
    total === 1 ? '1 new item for the account team' : `${total} new items for the account team`;
  const rest = total - listed.length;
  return {
    subject: isTest ? `[TEST] ${subject}` : subject,
    banner: isTest ? 'TEST – this is about a sandbox business' : undefined,
    sender: { name: 'Quittance', lines: [] },
    title: 'New work',
    amount: undefined,
    tone: 'plain',
    paragraphs: [
      'These applications to take payments were handed in, and these businesses were referred, since the last e-mail. ' +
        'Application list and application show tell where each stands now.',
      ...(rest > 0 ? [`And ${rest} more, which are not listed here.`] : []),
    ],
    facts: listed.map((item) => ({ label: nameOf(item), value: saysOf(item) })),
    lines: [],
    total: undefined,
    action: undefined,
    remarks: ['You get this e-mail as the account team of this service.'],
  };
}

function nameOf({ businessId, application }: DigestItem): string {
  return application ? `Application ${businessId}/${application.id}` : `Business ${businessId}`;
}

function saysOf({ businessName, application, referral, timeZone, at }: DigestItem): string {
  const parts = [
    plain(businessName, lengths.name),
    application ? application.state.replaceAll('_', ' ') : 'made without an application',
    referral && `referred by ${plain(referral, lengths.externalId)}`,
    momentWords(at, timeZone),
  ];
  return parts.filter(Boolean).join(', ');
}
