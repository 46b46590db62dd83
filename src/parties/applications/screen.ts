import { parseMoney } from '../../kernel/money.ts';
import { parseEin } from '../../kernel/tax-numbers.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { Business } from '../businesses/business.ts';
import { detailOf } from '../businesses/details.ts';
import { type NewApplication, taxedBySsn } from './application.ts';
import type { RequirementCode } from './codes.ts';
import { sandboxVerdict, type Verdict } from './sandbox-markers.ts';
import { countActiveWithEin } from './store.ts';

export type Subject = { readonly business: Business; readonly application: NewApplication };

/**
 * Decides the next state of a submitted application. It runs in the transaction that writes the application, so it calls
 * no outside service: a screening that must, refers to a review and moves the application when it has the answer.
 */
export type Screening = (sql: Sql, subject: Subject) => Promise<Verdict> | Verdict;

/** True if a person or business of this name is on a sanctions list. */
export type Sanctions = (name: string) => boolean;

/** No list comes with the service: who must hold names against one puts it here. */
const noList: Sanctions = () => false;

const screenInSandbox: Screening = (_, { application }) => sandboxVerdict(application.markers);

/** No business takes payments before a person reviewed it: the findings decide who reviews, and what first. */
export function screenWith(isListed: Sanctions = noList): Screening {
  return async (sql, subject) => {
    const missing = missingIn(subject.application);
    const risks = risksIn(subject.application, isListed);
    const notes = [...risks, ...(await duplicatesOf(sql, subject))];

    const reason = notes.length === 0 ? 'Screening found nothing.' : sentence(notes);
    const review = { trigger: risks.length > 0 ? 'escalate' : 'refer', reason } as const;
    if (missing.length === 0) return [review];
    const asks = 'Screening found that something is missing.';
    return [review, { trigger: 'request', reason: asks, requirements: missing }];
  };
}

export function screeningOf({ environment }: Business): Screening {
  return environment === 'sandbox' ? screenInSandbox : screenLive;
}

const screenLive = screenWith();

/** Above these a business is looked at more closely. */
export const highTicketCents = 1_000_000n;
export const monthlyVolumeCents = 10_000_000n;

/**
 * Risky merchant categories: money and its substitutes, securities, telemarketing, travel, dating, games of chance,
 * medicines by mail, tobacco.
 */
export const riskyCategories: ReadonlySet<string> = new Set(
  `4829 6012 6050 6051 6211 6540 5960 5962 5964 5965 5966 5967 5968 5969 4722 7273 7800 7801 7802 7995
   5122 5912 5993`.split(/\s+/),
);

/** The names that are held against lists, with the owner's. */
const listedNames = ['legalName', 'publicName', 'accountHolder'] as const;

function missingIn({ details, secrets }: NewApplication): RequirementCode[] {
  const told = new Set(secrets.map(({ field }) => field));
  return [
    ...(einOf(details) || isTaxedBySsn(details) ? [] : (['business_ein'] as const)),
    ...(told.has('social_security_number') ? [] : (['owner_ssn'] as const)),
    ...(told.has('account_number') ? [] : (['bank_account'] as const)),
  ];
}

function isTaxedBySsn(details: NewApplication['details']): boolean {
  return details[taxedBySsn.name] === taxedBySsn.value;
}

/** These two digits never began a number that was given out. */
const noOffice = /^(?:00|07|08|09|17|18|19|28|29|49|69|70|78|79|89|96|97)/;

function einOf(details: NewApplication['details']): string | undefined {
  const ein = parseEin(detailOf(details, 'ein') ?? '');
  return ein.ok && !noOffice.test(ein.value) ? ein.value : undefined;
}

function risksIn({ details }: NewApplication, isListed: Sanctions): string[] {
  const owner = `${detailOf(details, 'ownerFirstName') ?? ''} ${detailOf(details, 'ownerLastName') ?? ''}`;
  const names = [...listedNames.map((name) => detailOf(details, name) ?? ''), owner];
  const isAbove = (text: string | undefined, cents: bigint) => {
    const amount = parseMoney(text ?? '');
    // An amount too large to parse is above every limit, not below.
    return amount.ok ? amount.value > cents : amount.code === 'too_large';
  };
  return [
    ...(names.map(plainName).some((name) => name !== '' && isListed(name))
      ? ['a listed name']
      : []),
    ...(riskyCategories.has(detailOf(details, 'category') ?? '') ? ['a risky category'] : []),
    ...(isAbove(detailOf(details, 'highTicket'), highTicketCents) ? ['a high ticket'] : []),
    ...(isAbove(detailOf(details, 'monthlyVolume'), monthlyVolumeCents) ? ['a high volume'] : []),
  ];
}

/** Lists are held against names without accents, points and letter case. */
function plainName(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

async function duplicatesOf(sql: Sql, { business, application }: Subject): Promise<string[]> {
  const ein = einOf(application.details);
  if (!ein) return [];
  const master = business.ancestors[0] ?? business.id;
  const { id: businessId, environment } = business;
  const count = await countActiveWithEin(sql, { master, businessId, environment, ein });
  return count === 0 ? [] : [`${count} other active with the same EIN`];
}

function sentence(notes: readonly string[]): string {
  return `Screening found ${notes.join(', ')}.`;
}
