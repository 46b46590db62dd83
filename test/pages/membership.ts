import { testCard } from '../../packages/sandbox/test/bank.ts';
import { showPayerAddress } from '../../src/invoicing/subscriptions/payer-page.ts';
import type { Terms } from '../../src/parties/businesses/terms.ts';
import type { Scope } from '../scope.ts';
import { type Club, openMember } from '../subscriptions/club.ts';
import { subscriptionOf, updateCard } from '../subscriptions/member.ts';
import { chrome, type Fields, type Seen } from './counter.ts';

/** A member of a club, and the page of its subscription, from the outside. */
export type Membership = {
  readonly club: Club;
  readonly id: bigint;
  readonly path: string;
  get(path?: string, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  /** `query`: with its question mark. */
  post(fields: Fields, headers?: Readonly<Record<string, string>>, query?: string): Promise<Seen>;
  /** As a browser sends the form for a card that the page shows. */
  giveCard(
    fields?: Fields,
    headers?: Readonly<Record<string, string>>,
    query?: string,
  ): Promise<Seen>;
  /** Posts, and gives the page on which the browser ends. */
  follow(answer: Promise<Seen>): Promise<Seen>;
};

/** What the page asks for. */
export const newCard: Fields = {
  act: 'card',
  'card-number': '5555 5555 5555 4444',
  expiry: '12/39',
  name: 'Ada Park',
  'postal-code': '10001',
};

export async function openMembership(
  scope: Scope,
  { terms, fields }: { readonly terms?: Partial<Terms>; readonly fields?: Fields } = {},
): Promise<Membership> {
  const { club, id } = await openMember(scope, { ...(terms && { terms }), fields: fields });
  return await visitsOf(club, id);
}

/** The page of a subscription that is there. */
export async function visitsOf(club: Club, id: bigint): Promise<Membership> {
  const address = await showPayerAddress(club.world, await subscriptionOf(club, id), 'user:ann');
  const { pathname: path } = new URL(address);

  async function seen(to: string, init: RequestInit): Promise<Seen> {
    const headers = { 'User-Agent': chrome, Connection: 'close', ...init.headers };
    const answer = await fetch(club.baseUrl + to, { ...init, redirect: 'manual', headers });
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  }

  const membership: Membership = {
    club,
    id,
    path,
    get: (to = path, headers = {}) => seen(to, { headers }),
    post: (fields, headers = {}, query = '') =>
      seen(path + query, { method: 'POST', headers, body: new URLSearchParams(fields) }),
    async giveCard(fields = {}, headers = {}, query = '') {
      const form = formOn(await membership.get());
      return await membership.post({ ...newCard, form, ...fields }, headers, query);
    },
    async follow(answer) {
      return await membership.get((await answer).headers.get('location') ?? path);
    },
  };
  return membership;
}

/** Names the form for a card that a page shows; '' where it shows none. */
export function formOn({ body }: Pick<Seen, 'body'>): string {
  return /name="form" value="([\w-]{32})"/.exec(body)?.[1] ?? '';
}

/** After a month that was paid its card is refused for good. */
export async function openPastDue(
  scope: Parameters<typeof openMembership>[0],
  behaviour: Parameters<typeof testCard>[0] = 'lost_card',
): Promise<Membership> {
  const member = await openMembership(scope);
  const { club, id } = member;
  await updateCard(club, (await subscriptionOf(club, id)).token, testCard(behaviour));
  await club.until('2030-02-28 12:00');
  return member;
}

export async function actsOf({ club, id }: Membership): Promise<string[]> {
  const rows = await club.fixture.db.query<{ line: string }>(
    `select actor || ' ' || act as line from audit_trail where business_id = $1 and object = $2 order by n`,
    [club.id, `subscription:${id}`],
  );
  return rows.map(({ line }) => line);
}
